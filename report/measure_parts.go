package report

import (
	"math"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// stretch is a part of a run, from inclusive, until exclusive.
type stretch struct {
	from, until time.Duration
}

// everything leaves nothing out: neither the warm-up nor the draining.
var everything = stretch{from: math.MinInt64, until: math.MaxInt64}

func (s *stretch) holds(t time.Duration) bool { return s.from <= t && t < s.until }

// cut is the stretch as far as the run came. What had not begun by then is empty.
func (s stretch) cut(end time.Duration) stretch {
	s.until = max(s.from, min(s.until, end))
	return s
}

// measures has a fold for every part of a scenario in every stretch of a run.
type measures struct {
	spec      scenarios.Spec
	loads     folds[loadFold]
	providers folds[providerFold]
	services  folds[serviceFold]
	bulkheads folds[bulkheadFold]
	breakers  folds[breakerFold]
	retries   folds[retryFold]
	slots     map[string]int // of the bulkheads
}

// folds are those of each stretch, by the name of the part.
type folds[F any] struct {
	stretches int
	of        map[string][]F
}

// at returns the folds of a part, made if they are missing.
func (f *folds[F]) at(name string) []F {
	all := f.of[name]
	if all == nil {
		all = make([]F, f.stretches)
		f.of[name] = all
	}
	return all
}

func newFolds[F any](stretches int) folds[F] { return folds[F]{stretches, map[string][]F{}} }

// newMeasures has an entry for every part of the scenario, also for those that
// nothing will happen to.
func newMeasures(spec scenarios.Spec, stretches int) measures {
	m := measures{
		spec: spec, loads: newFolds[loadFold](stretches), providers: newFolds[providerFold](stretches),
		services: newFolds[serviceFold](stretches), bulkheads: newFolds[bulkheadFold](stretches),
		breakers: newFolds[breakerFold](stretches), retries: newFolds[retryFold](stretches), slots: map[string]int{},
	}
	for name, l := range spec.Loads {
		m.loads.at(name)[0].recovery = newRecovery(spec, l)
	}
	for name := range spec.Providers {
		m.providers.at(name)
	}
	for service, s := range spec.Services {
		m.services.at(service)
		for dependency, d := range s.Dependencies {
			name := service + "/" + dependency
			if d.Bulkhead != nil {
				m.bulkheads.at(name)
				m.slots[name] = d.Bulkhead.MaxConcurrent
			}
			if d.Breaker != nil {
				m.breakers.at(name)
			}
			if d.Retry != nil {
				m.retries.at(name)
			}
		}
	}
	return m
}

// add takes the events of one part in their order.
func (m *measures) add(stretches []stretch, e *record.Event) {
	switch e.Kind {
	case record.Request:
		for i, loads := 0, m.loads.at(e.Name); i < len(stretches); i++ {
			if stretches[i].holds(e.Due) {
				loads[i].add(e)
			}
		}
	case record.Sender: // which of the requests were missed is not known
		m.loads.at(e.Name)[0].missed += e.Waiting
	case record.Provider:
		for i, providers := 0, m.providers.at(e.Name); i < len(stretches); i++ {
			providers[i].add(&stretches[i], e)
		}
	case record.Capped:
		for i, providers := 0, m.providers.at(e.Name); i < len(stretches); i++ {
			if stretches[i].holds(e.At) {
				providers[i].capped++
			}
		}
	case record.Service, record.Restart, record.Ready:
		for i, services := 0, m.services.at(e.Name); i < len(stretches); i++ {
			services[i].add(&stretches[i], e)
		}
	case record.Bulkhead:
		for i, bulkheads := 0, m.bulkheads.at(e.Name); i < len(stretches); i++ {
			bulkheads[i].add(&stretches[i], e)
		}
	case record.Transition:
		for i, breakers := 0, m.breakers.at(e.Name); i < len(stretches); i++ {
			breakers[i].add(&stretches[i], e)
		}
	case record.Retry, record.OverBudget:
		for i, retries := 0, m.retries.at(e.Name); i < len(stretches); i++ {
			retries[i].add(&stretches[i], e)
		}
	case record.Refused:
		m.refused(stretches, e)
	}
}

// refused counts a refusal with the policy that it came from.
func (m *measures) refused(stretches []stretch, e *record.Event) {
	for i := range stretches {
		switch {
		case !stretches[i].holds(e.At):
		case e.Reason == record.BreakerOpen:
			m.breakers.at(e.Name)[i].rejected++
		default:
			m.bulkheads.at(e.Name)[i].rejected++
		}
	}
}

// figures are those of the stretch with the number i.
func (m *measures) figures(s stretch, i int) Figures {
	return Figures{
		Loads:     each(m.loads, i, func(name string, l *loadFold) LoadFigures { return l.figures(m.spec.Loads[name].Route) }),
		Providers: each(m.providers, i, func(_ string, p *providerFold) ProviderFigures { return p.figures() }),
		Services: each(m.services, i, func(name string, f *serviceFold) ServiceFigures {
			return f.figures(&s, m.spec.Services[name].Workers)
		}),
		Bulkheads: each(m.bulkheads, i, func(name string, b *bulkheadFold) BulkheadFigures { return b.figures(m.slots[name]) }),
		Retries:   each(m.retries, i, func(_ string, r *retryFold) RetryFigures { return r.figures() }),
		Breakers:  each(m.breakers, i, func(_ string, b *breakerFold) BreakerFigures { return b.figures(&s) }),
	}
}

func each[F, T any](f folds[F], i int, figures func(name string, fold *F) T) map[string]T {
	out := make(map[string]T, len(f.of))
	for name, all := range f.of {
		out[name] = figures(name, &all[i])
	}
	return out
}
