package swarm

import (
	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// checkSummary holds what the reports measure to what was recorded.
func checkSummary(spec scenarios.Spec, events []record.Event, m report.Mode) error {
	const rule = "what is measured was recorded"
	sent, calls, ended := map[string]int{}, map[string]int{}, map[string]int{}
	for _, e := range events {
		switch {
		case e.Kind == record.Request:
			ended[e.Name]++
		case e.Kind == record.Sender:
			sent[e.Name] = e.InUse
		case e.Kind == record.Provider && e.Started:
			calls[e.Name]++
		}
	}
	for _, name := range names(spec.Loads) {
		l := m.Loads[name]
		if l.Due != sent[name] || total(l.Outcomes) != ended[name] {
			return failf(rule, "load %s: %d due and outcomes %v, but %d sent and %d ended", name, l.Due, l.Outcomes, sent[name], ended[name])
		}
	}
	for _, name := range names(spec.Providers) {
		if got := m.Providers[name].Calls; got != calls[name] {
			return failf(rule, "provider %s: %d calls, but %d began", name, got, calls[name])
		}
	}
	if err := checkQuantiles("the whole run", m.Figures); err != nil {
		return err
	}
	return checkPhases(spec, m)
}

// checkPhases holds that phases which cut the run into parts sum up to the whole,
// and that none has more than there is.
func checkPhases(spec scenarios.Spec, m report.Mode) error {
	due := map[string]int{}
	for _, p := range m.Phases {
		if err := checkQuantiles("phase "+p.Name, p.Figures); err != nil {
			return err
		}
		for name, l := range p.Loads {
			due[name] += l.Due
		}
		for _, name := range names(p.Providers) {
			if part, whole := p.Providers[name], m.Providers[name]; part.InFlightMax > whole.InFlightMax || part.Calls > whole.Calls {
				return failf("a phase is a part of the whole", "%s: provider %s: %+v of %+v", p.Name, name, part, whole)
			}
		}
	}
	for _, name := range names(spec.Loads) {
		whole := m.Loads[name].Due
		if due[name] > whole || due[name] < whole && len(spec.Phases) == 0 {
			return failf("phases sum up to the whole", "load %s: %d of %d due", name, due[name], whole)
		}
	}
	return nil
}

// checkQuantiles holds that quantiles grow with their rank.
func checkQuantiles(where string, f report.Figures) error {
	for _, name := range names(f.Loads) {
		l := f.Loads[name]
		for _, dist := range []report.Latency{l.Latency, l.OK, l.Service} {
			var last report.Millis
			for _, q := range []*report.Millis{dist.Min, dist.P50, dist.P90, dist.P95, dist.P99, dist.P999, dist.Max} {
				if q == nil {
					continue
				}
				if *q < last {
					return failf("quantiles grow with their rank", "load %s in %s: %v after %v", name, where, *q, last)
				}
				last = *q
			}
		}
	}
	return nil
}

func total(counts map[string]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}
