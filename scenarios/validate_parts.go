package scenarios

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"checkoutlab/internal/unit"
	"checkoutlab/scenarios/internal/tree"
)

// routeForm has no dots in it, because dots separate the names in a path.
var routeForm = regexp.MustCompile(`^(GET|HEAD|POST|PUT|PATCH|DELETE) /[A-Za-z0-9/_-]*$`)

func (s Spec) validateServices(ps *unit.Problems) {
	if len(s.Services) == 0 {
		ps.Addf("services", "there is none; write at least one service with a route")
	}
	for _, name := range keys(s.Services) {
		path := "services." + name
		checkName(ps, path, name)
		s.validateService(ps, path, s.Services[name])
	}
}

func (s Spec) validateService(ps *unit.Problems, path string, sv Service) {
	if sv.Workers < 1 || sv.Workers > MaxWorkers {
		ps.Addf(path+".workers", "%d is outside 1 to %d", sv.Workers, MaxWorkers)
	}
	if sv.Queue < 0 || sv.Queue > MaxQueue {
		ps.Addf(path+".queue", "%d is outside 0 (nobody waits) to %d", sv.Queue, MaxQueue)
	}
	if sv.Abandoned != Finish && sv.Abandoned != Drop {
		ps.Addf(path+".abandoned", "unknown choice %q; write %s or %s", sv.Abandoned, Finish, Drop)
	}
	if len(sv.Routes) == 0 {
		ps.Addf(path+".routes", "there is none; write at least one, such as \"POST /checkout\"")
	}
	for _, route := range keys(sv.Routes) {
		at := path + ".routes." + route
		if !routeForm.MatchString(route) {
			ps.Addf(at, "%q is not a route; write a method and a path of letters, digits, / _ -, such as \"POST /checkout\"", route)
		}
		validateRoute(ps, at, sv.Routes[route], keys(sv.Dependencies))
	}
	for _, name := range keys(sv.Dependencies) {
		at := path + ".dependencies." + name
		checkName(ps, at, name)
		s.validateDependency(ps, at, sv.Dependencies[name])
	}
}

func validateRoute(ps *unit.Problems, path string, r Route, dependencies []string) {
	ps.Under(path+".work", r.Work.Validate())
	for i, call := range r.Calls {
		if !slices.Contains(dependencies, call) {
			ps.Addf(path+".calls."+strconv.Itoa(i), "there is no dependency %s of this service; %s", call, tree.Suggest(call, "dependencies", dependencies))
		}
	}
}

func (s Spec) validateDependency(ps *unit.Problems, path string, d Dependency) {
	if providers := keys(s.Providers); !slices.Contains(providers, d.Provider) {
		ps.Addf(path+".provider", "there is no provider %s; %s", d.Provider, tree.Suggest(d.Provider, "providers", providers))
	}
	ps.Under(path, d.Policies.Validate())
}

func (s Spec) validateLoads(ps *unit.Problems) {
	if len(s.Loads) == 0 {
		ps.Addf("loads", "there is none; write at least one load with a route and a rate")
	}
	var total int64
	for _, name := range keys(s.Loads) {
		path, l := "loads."+name, s.Loads[name]
		checkName(ps, path, name)
		within(ps, path+".give_up", l.GiveUp)
		s.validateTarget(ps, path, l)
		if l.Rate.Events <= 0 || l.Rate.Per <= 0 {
			ps.Addf(path+".rate", "is missing; write it as 20/s, 240/min or 4/250ms")
		}
		if s.Duration > 0 && l.Start >= s.Duration || l.Start < 0 {
			ps.Addf(path+".start", "%s is not before the end of the run (%s); no request would be due", text(l.Start), text(s.Duration))
		}
		total = min(MaxRequests+1, total) + min(MaxRequests+1, l.Count(s.Duration))
		if total > MaxRequests {
			ps.Addf(path+".rate", "more than %d requests in %s; lower the rate or shorten duration", MaxRequests, text(s.Duration))
		}
	}
}

// validateTarget checks whom a load asks.
func (s Spec) validateTarget(ps *unit.Problems, path string, l Load) {
	sv, ok := s.Services[l.Service]
	switch {
	case len(s.Services) == 0:
		// said already
	case l.Service == "":
		ps.Addf(path+".service", "is missing; write one of %s", strings.Join(keys(s.Services), ", "))
	case !ok:
		ps.Addf(path+".service", "there is no service %s; %s", l.Service, tree.Suggest(l.Service, "services", keys(s.Services)))
	case l.Route == "":
		ps.Addf(path+".route", "is missing; write one of %s", strings.Join(keys(sv.Routes), ", "))
	case !slices.Contains(keys(sv.Routes), l.Route):
		ps.Addf(path+".route", "service %s has no route %q; %s", l.Service, l.Route, tree.Suggest(l.Route, "routes", keys(sv.Routes)))
	}
}
