package scenarios

import (
	"time"

	"checkoutlab/provider/fault"
)

// Defaults of a service.
const (
	DefaultWorkers = 16
	DefaultQueue   = 10_000
)

// Prefill sets what a service in a file starts from. It happens before the
// file's fields are read and not in WithDefaults, because "queue: 0" means that
// nobody may wait.
func (s *Service) Prefill() {
	*s = Service{Workers: DefaultWorkers, Queue: DefaultQueue, Abandoned: Finish}
}

// WithDefaults returns the scenario with every default filled in that can be
// told from a zero; see Service.Prefill for the others. The receiver is not
// changed.
func (s Spec) WithDefaults() Spec {
	s.Providers = each(s.Providers, func(_ string, c fault.Config) fault.Config { return c.WithDefaults() })
	s.Services = each(s.Services, func(_ string, sv Service) Service { return sv.withDefaults() })
	only := ""
	if len(s.Services) == 1 {
		for name := range s.Services {
			only = name
		}
	}
	s.Loads = each(s.Loads, func(_ string, l Load) Load {
		if l.Service == "" {
			l.Service = only
		}
		if l.Arrivals == "" {
			l.Arrivals = Even
		}
		if l.Probe != nil {
			p := l.Probe.WithDefaults()
			l.Probe = &p
		}
		return l
	})
	if s.Drain >= 0 {
		s.Drain = max(s.Drain, s.longestGiveUp())
	}
	return s
}

func (sv Service) withDefaults() Service {
	if sv.Abandoned == "" {
		sv.Abandoned = Finish
	}
	sv.Dependencies = each(sv.Dependencies, func(name string, d Dependency) Dependency {
		if d.Provider == "" && d.Service == "" {
			d.Provider = name
		}
		d.Policies = d.Policies.WithDefaults()
		return d
	})
	return sv
}

// longestGiveUp is when the last client has gone, counted from the last request.
func (s Spec) longestGiveUp() time.Duration {
	var longest time.Duration
	for _, l := range s.Loads {
		longest = max(longest, l.GiveUp)
	}
	return longest
}

// each returns a map with every value replaced.
func each[V any](m map[string]V, change func(string, V) V) map[string]V {
	if m == nil {
		return nil
	}
	changed := make(map[string]V, len(m))
	for name, v := range m {
		changed[name] = change(name, v)
	}
	return changed
}
