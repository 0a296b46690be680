package report

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// Measure computes everything that the reports show from a recording. runs has
// what was run in each mode; a mode without one is measured over the whole run
// alone.
func Measure(rec *record.Recording, runs []scenarios.Run) *Summary {
	meters := make([]*Meter, len(rec.Modes))
	var modes sync.WaitGroup
	for i := range rec.Modes {
		m := &rec.Modes[i]
		meters[i] = NewMeter(scenarios.Run{Mode: m.Name, Spec: specOf(m.Name, runs)}, rec.Header.Executor)
		modes.Go(func() {
			for e := range m.Events.All() {
				meters[i].add(&e)
			}
		})
	}
	modes.Wait()
	return Summarize(rec.Header, meters)
}

// Summarize puts together what was measured in each mode of a run, and holds it
// to the gates of the scenario. The meters must not be recording any more.
func Summarize(h record.Header, meters []*Meter) *Summary {
	s := &Summary{
		SchemaVersion: SchemaVersion, Scenario: h.Scenario, Executor: h.Executor, Seed: h.Seed, Changes: h.Changes,
		Version: h.Version, Started: h.Started.UTC().Round(0), Partial: h.Partial,
		Validity: Validity{Valid: true, Reasons: []string{}}, Modes: make([]Mode, len(meters)), Gates: []Gate{},
	}
	var digests []record.ModeDigest
	for i, m := range meters {
		s.Partial = s.Partial || !m.ended
		s.Validity.judge(&m.conduct)
		s.Modes[i] = m.figures()
		if m.digest != nil {
			digests = append(digests, m.digest.Sum())
		}
	}
	if len(digests) > 0 {
		s.Digest = record.JoinDigests(digests)
	}
	if len(meters) > 0 {
		s.Question = meters[0].run.Spec.Question
		Judge(s, meters[0].run.Spec.Expect)
	}
	return s
}

func specOf(mode string, runs []scenarios.Run) scenarios.Spec {
	for _, r := range runs {
		if r.Mode == mode {
			return r.Spec
		}
	}
	return scenarios.Spec{}
}

// Meter is a record.Recorder that measures one mode of a run as it happens and
// keeps no event: however long the run, it takes no more than its Samples and
// the transitions of the breakers. It may be used by any number of goroutines at
// once.
type Meter struct {
	mu          sync.Mutex
	run         scenarios.Run
	stretches   []stretch     // the whole run, then each phase
	last        time.Duration // instant of the last event
	measures    measures
	transitions []Transition
	restarts    []Restart
	conduct     conduct
	digest      *record.Digester // of a simulated run
	closed      bool             // it has an end
	ended       bool             // and was not cut short
}

// NewMeter returns the meter of one mode, run by an executor with the name that
// the recording's header has.
func NewMeter(r scenarios.Run, executor string) *Meter {
	m := &Meter{run: r, stretches: []stretch{everything}, conduct: newConduct(r)}
	for _, p := range r.Spec.PhaseList() {
		m.stretches = append(m.stretches, stretch{from: p.From, until: p.Until})
	}
	m.measures = newMeasures(r.Spec, len(m.stretches))
	if executor == "sim" {
		m.digest = record.NewDigester(r.Mode)
	}
	return m
}

// Record takes in an event.
func (m *Meter) Record(e record.Event) {
	m.mu.Lock()
	m.add(&e)
	m.mu.Unlock()
}

func (m *Meter) add(e *record.Event) {
	m.last = max(m.last, e.At)
	m.conduct.add(e)
	if m.digest != nil {
		m.digest.Record(*e)
	}
	switch e.Kind {
	case record.Transition:
		m.transitions = append(m.transitions, Transition{millis(e.At), e.Name, e.From, e.To, e.Reason})
	case record.Restart:
		m.restarts = append(m.restarts, Restart{millis(e.At), e.Name, e.Reason, e.Started})
	case record.End:
		m.ended = e.Reason == "" && !m.closed
		m.closed = true
	}
	m.measures.add(m.stretches, e)
}

func (m *Meter) figures() Mode {
	end := m.last
	if m.ended { // what is open or down when the last answer comes stays so until then
		end = max(end, m.run.Spec.Duration)
	}
	out := Mode{
		Mode: m.run.Mode, About: about(m.run.Mode, m.run.Spec), Phases: []Phase{},
		Figures: m.measures.figures(m.stretches[0].cut(end), 0), Transitions: append([]Transition{}, m.transitions...),
		Restarts: m.restarts,
	}
	// Live, the last events of different parts may come in any order.
	slices.SortStableFunc(out.Transitions, func(a, b Transition) int { return cmp.Compare(a.At, b.At) })
	for i, p := range m.run.Spec.PhaseList() {
		out.Phases = append(out.Phases, Phase{p.Name, millis(p.From), millis(p.Until), m.measures.figures(m.stretches[i+1].cut(end), i+1)})
	}
	return out
}
