package scenarios

import (
	"regexp"

	"checkoutlab/internal/unit"
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
	s.validateCircles(ps)
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
		r := sv.Routes[route]
		ps.Under(at+".work", r.Work.Validate())
		s.validateCalls(ps, at, r, sv.Dependencies)
	}
	for _, name := range keys(sv.Dependencies) {
		at := path + ".dependencies." + name
		checkName(ps, at, name)
		s.validateDependency(ps, at, sv.Dependencies[name])
	}
}
