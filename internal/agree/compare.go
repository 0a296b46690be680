package agree

import (
	"iter"
	"math"
	"slices"

	"checkoutlab/report"
)

// Comparison is one scenario carried out by both executors.
type Comparison struct {
	Scenario string
	Seed     uint64
	Rows     []Row // by mode, phase and subject
	// Quiet says how late requests were sent live, and how long the process stood still.
	Quiet string
	// Unfit says why the live run cannot be held against anything; empty if it can.
	Unfit []string
	// Repeated says why an earlier live run could not; empty if there was none.
	Repeated []string
}

// Row is one figure both ways.
type Row struct {
	Mode    string
	Phase   string // "" for the whole run
	Subject string // the load, provider or breaker
	Measure string // such as "504", "p50" or "CLOSED -> OPEN"
	Kind    Kind
	// Live and Sim are nil where there is no such figure.
	Live, Sim *float64
}

// Difference is live less simulated; NaN if one of them is missing.
func (r Row) Difference() float64 {
	switch {
	case r.Live == nil && r.Sim == nil:
		return 0
	case r.Live == nil || r.Sim == nil:
		return math.NaN()
	}
	return *r.Live - *r.Sim
}

// Bound is the largest difference that holds; +Inf for what is not judged.
func (r Row) Bound() float64 {
	if r.Sim == nil {
		return r.Kind.bound(0)
	}
	return r.Kind.bound(*r.Sim)
}

// Holds reports whether the difference is within the bound. A figure that only
// one of the executors has does not hold.
func (r Row) Holds() bool { return r.use() <= 1 }

// judged reports whether there is a bound at all.
func (r Row) judged() bool { return !math.IsInf(r.Bound(), 1) }

// use is the part of the bound that the difference takes up.
func (r Row) use() float64 {
	d := math.Abs(r.Difference())
	switch {
	case d == 0 || !r.judged():
		return 0
	case math.IsNaN(d):
		return math.Inf(1)
	}
	return d / r.Bound()
}

// Misses are the rows that do not hold.
func (c *Comparison) Misses() []Row { return misses(c.Rows) }

func misses(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), Row.Holds)
}

func countJudged(rows []Row) int {
	n := 0
	for _, r := range rows {
		if r.judged() {
			n++
		}
	}
	return n
}

// modes are the rows, mode by mode.
func (c *Comparison) modes() iter.Seq[[]Row] {
	return func(yield func([]Row) bool) {
		for rows := c.Rows; len(rows) > 0; {
			n := slices.IndexFunc(rows, func(r Row) bool { return r.Mode != rows[0].Mode })
			if n < 0 {
				n = len(rows)
			}
			if !yield(rows[:n]) {
				return
			}
			rows = rows[n:]
		}
	}
}

// Compare sets what was measured live beside what was simulated: every phase of
// every mode that either of them has.
func Compare(live, sim *report.Summary) *Comparison {
	c := &Comparison{Scenario: sim.Scenario, Seed: sim.Seed, Quiet: quiet(live.Validity), Unfit: unfit(live)}
	liveModes, simModes := index(live.Modes, modeName), index(sim.Modes, modeName)
	for _, name := range union(names(sim.Modes, modeName), names(live.Modes, modeName)) {
		c.mode(name, liveModes[name], simModes[name])
	}
	return c
}

func modeName(m report.Mode) string   { return m.Mode }
func phaseName(p report.Phase) string { return p.Name }

func (c *Comparison) mode(name string, live, sim report.Mode) {
	livePhases, simPhases := index(live.Phases, phaseName), index(sim.Phases, phaseName)
	for _, phase := range union(names(sim.Phases, phaseName), names(live.Phases, phaseName)) {
		at := Row{Mode: name, Phase: phase}
		l, s := livePhases[phase].Figures, simPhases[phase].Figures
		c.loads(at, l, s)
		c.providers(at, l, s)
	}
	whole := Row{Mode: name}
	c.providers(whole, live.Figures, sim.Figures) // draining included
	c.transitions(whole, live.Transitions, sim.Transitions)
}

func (c *Comparison) loads(at Row, live, sim report.Figures) {
	for _, at.Subject = range sortedUnion(sim.Loads, live.Loads) {
		l, inLive := live.Loads[at.Subject]
		s, inSim := sim.Loads[at.Subject]
		for _, outcome := range sortedUnion(s.Outcomes, l.Outcomes) {
			reasons := sortedUnion(s.Reasons[outcome], l.Reasons[outcome])
			measure := outcome
			if len(reasons) == 1 {
				measure += " " + reasons[0]
			}
			c.add(at, Count, measure, count(l.Outcomes[outcome], inLive), count(s.Outcomes[outcome], inSim))
			for _, reason := range several(reasons) {
				c.add(at, Reason, "  "+reason, count(l.Reasons[outcome][reason], inLive), count(s.Reasons[outcome][reason], inSim))
			}
		}
		c.add(at, Median, "p50", ms(l.P50), ms(s.P50))
		c.add(at, Tail, "p95", ms(l.P95), ms(s.P95))
	}
}

func (c *Comparison) providers(at Row, live, sim report.Figures) {
	for _, at.Subject = range sortedUnion(sim.Providers, live.Providers) {
		l, inLive := live.Providers[at.Subject]
		s, inSim := sim.Providers[at.Subject]
		c.add(at, InFlight, "in flight", count(l.InFlightMax, inLive), count(s.InFlightMax, inSim))
	}
}

func (c *Comparison) add(at Row, k Kind, measure string, live, sim *float64) {
	at.Kind, at.Measure, at.Live, at.Sim = k, measure, live, sim
	c.Rows = append(c.Rows, at)
}

// several is nothing of a list of one.
func several(reasons []string) []string {
	if len(reasons) < 2 {
		return nil
	}
	return reasons
}

func count(n int, there bool) *float64 {
	if !there {
		return nil
	}
	v := float64(n)
	return &v
}

func ms(m *report.Millis) *float64 {
	if m == nil {
		return nil
	}
	v := float64(*m)
	return &v
}
