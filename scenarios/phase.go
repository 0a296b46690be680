package scenarios

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Names of the stretches that have no fault to be named after.
const (
	PhaseWhole   = "whole"   // no provider ever fails
	PhaseBefore  = "before"  // up to the first fault
	PhaseBetween = "between" // after one fault and before another
	PhaseAfter   = "after"   // after the last fault
)

// PhaseList returns the phases of a run in order: those that the file names, or
// else the stretches between the starts and ends of all faults of all
// providers, cut to [0, Duration).
//
// A stretch is named after the kinds of fault in it, such as "slow" or
// "slow+status", or by one of the names above. A name that returns is numbered:
// slow, between, slow-2, after. Empty stretches are left out.
//
// A request belongs to the phase in which it was due.
func (s Spec) PhaseList() []Phase {
	if len(s.Phases) > 0 {
		return s.Phases
	}
	cuts := s.cuts()
	var phases []Phase
	faulted := false
	for i := range len(cuts) - 1 {
		p := Phase{From: cuts[i], Until: cuts[i+1]}
		switch kinds := s.kindsAt(p.From); {
		case len(kinds) > 0:
			p.Name, faulted = strings.Join(kinds, "+"), true
		case !faulted && i == len(cuts)-2:
			p.Name = PhaseWhole
		case !faulted:
			p.Name = PhaseBefore
		case i == len(cuts)-2:
			p.Name = PhaseAfter
		default:
			p.Name = PhaseBetween
		}
		phases = append(phases, p)
	}
	return numbered(phases)
}

// cuts returns the instants at which a phase starts or ends, in order, each
// once.
func (s Spec) cuts() []time.Duration {
	cuts := []time.Duration{0, s.Duration}
	for _, name := range keys(s.Providers) {
		for _, w := range s.Providers[name].Faults {
			for _, t := range []time.Duration{w.From, w.Until} {
				if t > 0 && t < s.Duration {
					cuts = append(cuts, t)
				}
			}
		}
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// kindsAt returns the kinds of fault active at an instant, in alphabetical
// order.
func (s Spec) kindsAt(t time.Duration) []string {
	var kinds []string
	for _, name := range keys(s.Providers) {
		for _, w := range s.Providers[name].Faults {
			if w.From <= t && t < w.Until {
				kinds = append(kinds, string(w.Kind))
			}
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// numbered makes names unique.
func numbered(phases []Phase) []Phase {
	seen := make(map[string]int)
	for i, p := range phases {
		seen[p.Name]++
		if n := seen[p.Name]; n > 1 {
			phases[i].Name += "-" + strconv.Itoa(n)
		}
	}
	return phases
}
