package swarm

import (
	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// callBook holds that every call was either refused by a policy or run.
type callBook struct {
	spec                     scenarios.Spec
	service, dependency      string
	requests, refused, begun int
}

// callsAreTold reports whether the recording tells the number of a dependency's
// calls: only loads ask its service, the routes call it first or not at all, no other
// dependency stands for its provider, nothing but a refusal ends a call before it
// begins, and none is made again or lost in a restart.
func callsAreTold(spec scenarios.Spec, service, key string) bool {
	s := spec.Services[service]
	d := s.Dependencies[key]
	if d.Retry != nil || restarted(spec, service) {
		return false
	}
	for _, r := range s.Routes {
		for i, c := range r.Calls {
			if i > 0 && c.Dependency == key {
				return false
			}
		}
	}
	waits := d.Bulkhead != nil && d.Bulkhead.Queue > 0 && d.Timeout > 0 && outside(d, "timeout", "bulkhead")
	return onlyUser(spec, d) && !calledByOthers(spec, service) && s.Abandoned == scenarios.Finish && !waits
}

func restarted(spec scenarios.Spec, service string) bool {
	for _, l := range spec.Loads {
		if l.Service == service && l.Probe != nil && l.Probe.Restart {
			return true
		}
	}
	return false
}

func calledByOthers(spec scenarios.Spec, service string) bool {
	for _, s := range spec.Services {
		for _, d := range s.Dependencies {
			if d.Service == service {
				return true
			}
		}
	}
	return false
}

func (b *callBook) enter(e record.Event) error {
	provider := b.spec.Services[b.service].Dependencies[b.dependency].Provider
	switch {
	case e.Kind == record.Refused && e.Name == b.service+"/"+b.dependency:
		b.refused++
	case e.Name == provider && (e.Kind == record.Provider && e.Started || e.Kind == record.Capped):
		b.begun++
	case e.Kind == record.Request && b.calls(b.spec.Loads[e.Name]) && e.Reason != record.QueueFull:
		b.requests++
	}
	return nil
}

// calls reports whether the requests of a load call the dependency.
func (b *callBook) calls(l scenarios.Load) bool {
	calls := b.spec.Services[b.service].Routes[l.Route].Calls
	return l.Service == b.service && len(calls) > 0 && calls[0].Dependency == b.dependency
}

// balance takes into account that a request whose client has gone may not have come
// to its call when the run ends.
func (b *callBook) balance(rest bool) error {
	if made := b.refused + b.begun; made > b.requests || rest && made < b.requests {
		return failf("refusals and runs are all calls", "%s/%s: %d refused and %d begun, %d called", b.service, b.dependency, b.refused, b.begun, b.requests)
	}
	return nil
}
