package compare

import (
	"maps"
	"slices"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/report"
)

// usual are the measures of each kind of part that are compared when none are
// asked for. Each more makes it harder for all others to stand out from chance.
var usual = map[gate.Kind][]string{
	gate.Load:     {"p50", "p95", "p99", "share", "time_to_recover"},
	gate.Provider: {"in_flight_max", "abandoned_max"},
	gate.Service:  {"busy_max", "queue_max", "restarts", "unready"},
	gate.Bulkhead: {"queue_max", "rejected"},
	gate.Breaker:  {"opens", "rejected", "open_time"},
	gate.Retry:    {"retries", "over_budget"},
}

var kinds = []gate.Kind{gate.Load, gate.Provider, gate.Service, gate.Bulkhead, gate.Breaker, gate.Retry}

// suffix is what a measure's subject has behind the name of the part.
var suffix = map[gate.Kind]string{gate.Bulkhead: ".bulkhead", gate.Breaker: ".breaker", gate.Retry: ".retry"}

// parts are the names of one kind in a mode.
func parts(f report.Figures, k gate.Kind) []string {
	switch k {
	case gate.Load:
		return slices.Sorted(maps.Keys(f.Loads))
	case gate.Provider:
		return slices.Sorted(maps.Keys(f.Providers))
	case gate.Service:
		return slices.Sorted(maps.Keys(f.Services))
	case gate.Bulkhead:
		return slices.Sorted(maps.Keys(f.Bulkheads))
	case gate.Breaker:
		return slices.Sorted(maps.Keys(f.Breakers))
	default:
		return slices.Sorted(maps.Keys(f.Retries))
	}
}

// view is the runs of a side in one mode: summaries that have it alone.
func (s *Set) view(mode string) (all []*report.Summary) {
	for _, r := range s.Runs {
		i := slices.IndexFunc(r.Summary.Modes, func(m report.Mode) bool { return m.Mode == mode })
		if i >= 0 {
			all = append(all, &report.Summary{Executor: r.Summary.Executor, Modes: r.Summary.Modes[i : i+1]})
		}
	}
	return all
}

// modes of the set; all runs have the same.
func (s *Set) modes() []string { return modesOf(s.Runs[0].Summary) }

// asked is one figure to compare, and the kind of part it is of.
type asked struct {
	gate.Measure
	kind gate.Kind
}

// figures lists the usual figures of two views of one mode: of each part, in each
// phase, or over the whole run where that is all there is.
func figures(base, new []*report.Summary) (list []asked) {
	a, b := base[0].Modes[0], new[0].Modes[0]
	for _, k := range kinds {
		for _, part := range both(parts(a.Figures, k), parts(b.Figures, k)) {
			for _, phase := range phases(a, b) {
				for _, m := range measures(k, part, phase, slices.Concat(base, new)) {
					list = append(list, asked{m, k})
				}
			}
		}
	}
	return list
}

// phases of both, and "" at the end for the whole run.
func phases(a, b report.Mode) []string { return append(both(phasesOf(a), phasesOf(b)), "") }

func phasesOf(m report.Mode) (names []string) {
	for _, p := range m.Phases {
		names = append(names, p.Name)
	}
	return names
}

// measures of one part in one phase. What can be had by phase is not compared
// over the whole run as well.
func measures(k gate.Kind, part, phase string, runs []*report.Summary) (list []gate.Measure) {
	phased := len(runs[0].Modes[0].Phases) > 0
	for _, name := range usual[k] {
		m := gate.Measure{Subject: part + suffix[k], Phase: phase, Name: name}
		d := m.Definition()
		if wanted := d.Whole && phase == "" || !d.Whole && (phase != "" || !phased); !wanted {
			continue
		}
		if d.Takes != gate.Outcome {
			list = append(list, m)
			continue
		}
		for _, outcome := range outcomes(part, phase, runs) {
			m.Outcome = outcome
			list = append(list, m)
		}
	}
	return list
}

// outcomes are those with which a request ended in any of the runs, and beside a
// success its reasons: a fallback's 200 is not that of the real thing.
func outcomes(load, phase string, runs []*report.Summary) []string {
	seen := map[string]bool{}
	for _, sum := range runs {
		figures := sum.Modes[0].Figures
		for _, p := range sum.Modes[0].Phases {
			if p.Name == phase {
				figures = p.Figures
			}
		}
		for outcome := range figures.Loads[load].Outcomes {
			seen[outcome] = true
			if !strings.HasPrefix(outcome, "2") {
				continue
			}
			for reason := range figures.Loads[load].Reasons[outcome] {
				seen[outcome+" "+reason] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// both are the names that stand in both lists, in the order of the first.
func both(a, b []string) (names []string) {
	for _, n := range a {
		if slices.Contains(b, n) {
			names = append(names, n)
		}
	}
	return names
}

// lacking are the names of one list that the other does not have.
func lacking(a, b []string) (names []string) {
	for _, n := range a {
		if !slices.Contains(b, n) {
			names = append(names, n)
		}
	}
	return names
}

// figureName is the measure without its subject and labels: "share(503)".
func figureName(m gate.Measure) string {
	return strings.TrimPrefix(gate.Measure{Subject: "x", Name: m.Name, Outcome: m.Outcome}.String(), "x: ")
}
