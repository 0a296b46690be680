package scenarios

import (
	"slices"
	"strconv"

	"checkoutlab/internal/unit"
	"checkoutlab/scenarios/internal/tree"
)

// UnmarshalYAML reads both forms of a call.
func (c *Call) UnmarshalYAML(unmarshal func(any) error) error {
	if err := unmarshal(&c.Dependency); err == nil {
		return nil
	}
	type mapping Call
	return unmarshal((*mapping)(c))
}

// MarshalYAML writes the shorter form where there is one.
func (c Call) MarshalYAML() (any, error) {
	if c == (Call{Dependency: c.Dependency}) {
		return c.Dependency, nil
	}
	type mapping Call
	return mapping(c), nil
}

// CallsTo returns the calls of a route that go one after the other to these
// dependencies.
func CallsTo(dependencies ...string) []Call {
	calls := make([]Call, len(dependencies))
	for i, name := range dependencies {
		calls[i].Dependency = name
	}
	return calls
}

func (s Spec) validateCalls(ps *unit.Problems, path string, r Route, dependencies map[string]Dependency) {
	for i, c := range r.Calls {
		at := path + ".calls." + strconv.Itoa(i)
		if _, ok := dependencies[c.Dependency]; !ok {
			out := tree.Suggest(c.Dependency, "dependencies", keys(dependencies))
			if _, ok := s.Providers[c.Dependency]; ok {
				out = "write dependencies: {" + c.Dependency + ": {}} for the provider without policies"
			}
			ps.Addf(at, "there is no dependency %s of this service; %s", c.Dependency, out)
			continue
		}
		switch {
		case c.Provider == "":
		case dependencies[c.Dependency].Service != "":
			ps.Addf(at, "names a provider, but the dependency %s is a service", c.Dependency)
		case !slices.Contains(keys(s.Providers), c.Provider):
			ps.Addf(at, "there is no provider %s; %s", c.Provider, tree.Suggest(c.Provider, "providers", keys(s.Providers)))
		}
	}
}

func (s Spec) validateDependency(ps *unit.Problems, path string, d Dependency) {
	switch {
	case d.Service != "" && d.Provider != "":
		ps.Addf(path+".service", "is named beside a provider; write one of the two")
	case d.Service != "":
		s.validateRouteOf(ps, path, d.Service, d.Route)
	case d.Route != "":
		ps.Addf(path+".route", "belongs to a dependency that is a service; leave it out, or write service")
	case !slices.Contains(keys(s.Providers), d.Provider):
		ps.Addf(path+".provider", "there is no provider %s; %s", d.Provider, tree.Suggest(d.Provider, "providers", keys(s.Providers)))
	}
	ps.Under(path, d.Policies.Validate())
}

// validateCircles finds services that call each other in a circle: a request
// there would never end.
func (s Spec) validateCircles(ps *unit.Problems) {
	s.follow(func(string) {}, func(from, key, to string) {
		ps.Addf("services."+from+".dependencies."+key+".service", "closes a circle: %s calls %s in the end; break it", to, from)
	})
}

// CalledFirst returns the services in an order in which each comes after those
// that it calls.
func (s Spec) CalledFirst() []string {
	var order []string
	s.follow(func(name string) { order = append(order, name) }, func(string, string, string) {})
	return order
}

// follow walks from every service to those that it calls. It tells of each
// service after those, and of each dependency that closes a circle.
func (s Spec) follow(done func(name string), circle func(from, key, to string)) {
	const (
		open = iota + 1 // being followed
		over
	)
	state := map[string]int{}
	var visit func(name string)
	visit = func(name string) {
		state[name] = open
		for _, key := range keys(s.Services[name].Dependencies) {
			next := s.Services[name].Dependencies[key].Service
			if _, ok := s.Services[next]; !ok {
				continue
			}
			switch state[next] {
			case 0:
				visit(next)
			case open:
				circle(name, key, next)
			}
		}
		state[name] = over
		done(name)
	}
	for _, name := range keys(s.Services) {
		if state[name] == 0 {
			visit(name)
		}
	}
}
