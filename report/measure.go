package report

import (
	"math"
	"slices"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// Measure computes everything that the reports show, as folds over the events
// of a recording. runs has what was run in each mode; a mode without one is
// measured over the whole run alone.
func Measure(rec *record.Recording, runs []scenarios.Run) *Summary {
	h := rec.Header
	s := &Summary{
		SchemaVersion: SchemaVersion, Scenario: h.Scenario, Executor: h.Executor, Seed: h.Seed, Changes: h.Changes,
		Version: h.Version, Started: h.Started.UTC().Round(0), Partial: partial(rec),
		Validity: judgeValidity(rec), Modes: make([]Mode, 0, len(rec.Modes)), Gates: []Gate{},
	}
	for _, m := range rec.Modes {
		s.Modes = append(s.Modes, measureMode(m, specOf(m.Name, runs)))
	}
	if h.Executor == "sim" {
		s.Digest = record.Digest(rec)
	}
	return s
}

// partial reports whether a mode was cut short or left no end at all.
func partial(rec *record.Recording) bool {
	return rec.Header.Partial || slices.ContainsFunc(rec.Modes, func(m record.Mode) bool {
		for e := range m.Events.All() {
			if e.Kind == record.End {
				return e.Reason != ""
			}
		}
		return true
	})
}

func specOf(mode string, runs []scenarios.Run) scenarios.Spec {
	for _, r := range runs {
		if r.Mode == mode {
			return r.Spec
		}
	}
	return scenarios.Spec{}
}

func measureMode(m record.Mode, spec scenarios.Spec) Mode {
	out := Mode{Mode: m.Name, About: about(m.Name, spec), Phases: []Phase{}, Transitions: []Transition{}}
	whole := wholeFold(spec, m.Events.End())
	folds := []*fold{whole}
	phases := spec.PhaseList()
	for _, p := range phases {
		folds = append(folds, newFold(spec, p.From, p.Until))
	}
	for e := range m.Events.All() {
		for _, f := range folds {
			f.add(e)
		}
		if e.Kind == record.Transition {
			out.Transitions = append(out.Transitions, Transition{millis(e.At), e.Name, e.From, e.To, e.Reason})
		}
	}
	for i, p := range phases {
		out.Phases = append(out.Phases, Phase{p.Name, millis(p.From), millis(p.Until), folds[i+1].figures()})
	}
	out.Figures = whole.figures()
	return out
}

// fold takes the events of a mode in their order and measures one stretch,
// [from, until), or the whole run.
type fold struct {
	from, until time.Duration
	end         time.Duration // until, or when the run was over
	whole       bool

	loads     map[string]*loadFold
	providers map[string]*providerFold
	services  map[string]*serviceFold
	bulkheads map[string]*bulkheadFold
	breakers  map[string]*breakerFold
}

// wholeFold leaves nothing out: neither the warm-up nor the draining.
func wholeFold(spec scenarios.Spec, end time.Duration) *fold {
	f := newFold(spec, math.MinInt64, math.MaxInt64)
	f.whole, f.end = true, end
	return f
}

// newFold has an entry for every part of the scenario, also for those that
// nothing will happen to.
func newFold(spec scenarios.Spec, from, until time.Duration) *fold {
	f := &fold{
		from: from, until: until, end: until,
		loads: map[string]*loadFold{}, providers: map[string]*providerFold{}, services: map[string]*serviceFold{},
		bulkheads: map[string]*bulkheadFold{}, breakers: map[string]*breakerFold{},
	}
	for name, l := range spec.Loads {
		at(f.loads, name).route = l.Route
	}
	for name := range spec.Providers {
		at(f.providers, name)
	}
	for service, s := range spec.Services {
		at(f.services, service).workers = s.Workers
		for dependency, d := range s.Dependencies {
			name := service + "/" + dependency
			if d.Bulkhead != nil {
				at(f.bulkheads, name).slots = d.Bulkhead.MaxConcurrent
			}
			if d.Breaker != nil {
				at(f.breakers, name)
			}
		}
	}
	return f
}

// at returns the entry of a map, made if it is missing.
func at[T any](m map[string]*T, name string) *T {
	if m[name] == nil {
		m[name] = new(T)
	}
	return m[name]
}

func (f *fold) add(e record.Event) {
	switch e.Kind {
	case record.Request:
		if f.holds(e.Due) {
			at(f.loads, e.Name).add(e)
		}
	case record.Sender:
		if f.whole { // which of the requests were missed is not known
			at(f.loads, e.Name).missed += e.Waiting
		}
	case record.Provider:
		at(f.providers, e.Name).add(f, e)
	case record.Capped:
		if f.holds(e.At) {
			at(f.providers, e.Name).capped++
		}
	case record.Service:
		at(f.services, e.Name).add(f, e)
	case record.Bulkhead:
		at(f.bulkheads, e.Name).add(f, e)
	case record.Transition:
		at(f.breakers, e.Name).add(f, e)
	case record.Refused:
		f.refused(e)
	}
}

// refused counts a refusal with the policy that it came from.
func (f *fold) refused(e record.Event) {
	switch {
	case !f.holds(e.At):
	case e.Reason == record.BreakerOpen:
		at(f.breakers, e.Name).rejected++
	default:
		at(f.bulkheads, e.Name).rejected++
	}
}

func (f *fold) holds(t time.Duration) bool { return f.from <= t && t < f.until }

func (f *fold) figures() Figures {
	return Figures{
		Loads:     each(f.loads, (*loadFold).figures),
		Providers: each(f.providers, (*providerFold).figures),
		Services:  each(f.services, (*serviceFold).figures),
		Bulkheads: each(f.bulkheads, (*bulkheadFold).figures),
		Breakers:  each(f.breakers, func(b *breakerFold) BreakerFigures { return b.figures(f) }),
	}
}

func each[F, T any](folds map[string]*F, figures func(*F) T) map[string]T {
	out := make(map[string]T, len(folds))
	for name, f := range folds {
		out[name] = figures(f)
	}
	return out
}
