package series

import (
	"slices"
	"time"
)

// Strip is the states of one breaker.
type Strip struct {
	Name  string
	Spans []Span
}

// Span is a stretch in one state.
type Span struct {
	From, Until time.Duration
	State       string
}

// strips has every breaker of the scenario, by name, from closed at 0 on.
func strips(src Source, s Survey) []Strip {
	var names []string
	for service, s := range src.Spec.Services {
		for dependency, d := range s.Dependencies {
			if d.Breaker != nil {
				names = append(names, service+"/"+dependency)
			}
		}
	}
	for _, e := range s.transitions {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	var all []Strip
	for _, name := range slices.Compact(names) {
		now := Span{State: "CLOSED"}
		st := Strip{Name: name}
		for _, e := range s.transitions {
			if e.Name == name {
				now.Until = e.At
				st.Spans = append(st.Spans, now)
				now = Span{From: e.At, State: e.To}
			}
		}
		now.Until = s.End
		st.Spans = append(st.Spans, now)
		all = append(all, st)
	}
	return all
}

// Worst puts together, of very many spans, those that begin within the width from
// one another, and keeps the state among them that lets the fewest calls pass.
func Worst(spans []Span, width time.Duration) []Span {
	if len(spans) <= maxSpans {
		return spans
	}
	rank := func(s Span) int { return slices.Index([]string{"CLOSED", "HALF_OPEN", "OPEN", "FORCED_OPEN"}, s.State) }
	var kept []Span
	for _, s := range spans {
		k := len(kept) - 1
		if k < 0 || s.From >= kept[k].From+width {
			kept = append(kept, s)
			continue
		}
		kept[k].Until = s.Until
		if rank(s) > rank(kept[k]) {
			kept[k].State = s.State
		}
	}
	return kept
}
