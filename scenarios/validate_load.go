package scenarios

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/scenarios/internal/tree"
)

// MaxClients is the most clients of a load that wait for their answers.
const MaxClients = 100_000

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
		if l.Probe != nil {
			ps.Under(path+".probe", l.Probe.Validate())
		}
		if s.Duration > 0 && l.Start >= s.Duration || l.Start < 0 {
			ps.Addf(path+".start", "%s is not before the end of the run (%s); no request would be due", text(l.Start), text(s.Duration))
		}
		if l.Clients != 0 {
			l.validateClients(ps, path)
			continue
		}
		l.validateArrivals(ps, path, s.Duration)
		total = min(MaxRequests+1, total) + min(MaxRequests+1, l.Count(s.Duration))
		if total > MaxRequests {
			ps.Addf(path+".rate", "more than %d requests in %s; lower the rate or shorten duration", MaxRequests, text(s.Duration))
		}
	}
}

// validateTarget checks whom a load asks.
func (s Spec) validateTarget(ps *unit.Problems, path string, l Load) {
	switch {
	case len(s.Services) == 0:
		// said already
	case l.Service == "":
		ps.Addf(path+".service", "is missing; write one of %s", strings.Join(keys(s.Services), ", "))
	default:
		s.validateRouteOf(ps, path, l.Service, l.Route)
	}
}

// validateRouteOf checks the fields service and route.
func (s Spec) validateRouteOf(ps *unit.Problems, path, service, route string) {
	sv, ok := s.Services[service]
	switch {
	case !ok:
		ps.Addf(path+".service", "there is no service %s; %s", service, tree.Suggest(service, "services", keys(s.Services)))
	case route == "":
		ps.Addf(path+".route", "is missing; write one of %s", strings.Join(keys(sv.Routes), ", "))
	case !slices.Contains(keys(sv.Routes), route):
		ps.Addf(path+".route", "service %s has no route %q; %s", service, route, tree.Suggest(route, "routes", keys(sv.Routes)))
	}
}

func (l Load) validateArrivals(ps *unit.Problems, path string, duration time.Duration) {
	if !l.Rate.Valid() {
		ps.Addf(path+".rate", "is missing; write it as 20/s, 240/min or 4/250ms; or write clients")
	}
	if l.Arrivals != Even && l.Arrivals != Poisson {
		ps.Addf(path+".arrivals", "%q is neither %s nor %s", l.Arrivals, Even, Poisson)
	}
	if l.Think.Given() {
		ps.Addf(path+".think", "belongs to a load with clients; leave it out")
	}
	l.validateStages(ps, path, duration)
	l.validateJitter(ps, path)
}

func (l Load) validateStages(ps *unit.Problems, path string, duration time.Duration) {
	last := l.Start
	for i, st := range l.Stages {
		at := path + ".stages." + strconv.Itoa(i)
		if !st.Rate.Valid() {
			ps.Addf(at+".rate", "is missing; write it as 20/s, 240/min or 4/250ms")
		}
		switch {
		case st.Over < 0:
			ps.Addf(at+".over", "must not be negative")
		case st.At < last:
			ps.Addf(at+".at", "%s is before the end of what precedes it (%s); write stages in order", text(st.At), text(last))
		case st.At > MaxDuration || st.Over > MaxDuration:
			ps.Addf(at+".at", "stage outside the run, which is no longer than %s", text(MaxDuration))
			return
		case duration > 0 && st.At >= duration:
			ps.Addf(at+".at", "stage outside the run: it begins at %s, duration is %s", text(st.At), text(duration))
		case duration > 0 && st.At+st.Over > duration:
			ps.Addf(at+".at", "stage outside the run: its rate is reached at %s, duration is %s", text(st.At+st.Over), text(duration))
		}
		last = max(last, st.At+max(0, st.Over))
	}
}

// validateJitter sees to it that requests keep their order.
func (l Load) validateJitter(ps *unit.Problems, path string) {
	if l.Jitter < 0 {
		ps.Addf(path+".jitter", "must not be negative")
		return
	}
	highest := l.Peak()
	switch {
	case l.Jitter == 0 || !highest.Valid():
	case l.Arrivals == Poisson:
		ps.Addf(path+".jitter", "has no sense with %s arrivals, which are uneven already; leave it out", Poisson)
	case l.Jitter > highest.At(1):
		ps.Addf(path+".jitter", "%s is longer than the gap between two requests (%s at %s)", text(l.Jitter), text(highest.At(1)), highest)
	}
}

func (l Load) validateClients(ps *unit.Problems, path string) {
	if l.Clients < 0 || l.Clients > MaxClients {
		ps.Addf(path+".clients", "%d is outside 1 to %d", l.Clients, MaxClients)
	}
	ps.Under(path+".think", l.Think.Validate())
	if l.Probe != nil {
		ps.Addf(path+".probe", "belongs to a load with a rate, which is how often it probes; write one in place of clients")
	}
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"rate", l.Rate.Valid()}, {"stages", len(l.Stages) > 0}, {"jitter", l.Jitter != 0}, {"arrivals", l.Arrivals != Even},
	} {
		if f.given {
			ps.Addf(path+"."+f.name, "is named beside clients, who send when they have their answer; write one of the two")
		}
	}
}
