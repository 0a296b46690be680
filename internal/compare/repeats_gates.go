package compare

import (
	"fmt"
	"io"

	"checkoutlab/internal/console"
	"checkoutlab/internal/gate"
	"checkoutlab/report"
)

// held is what became of one gate over the runs.
type held struct {
	report.Gate
	runs, passed int
	actual       sample
	margin       *float64 // the worst
}

// gatesOf has each gate, in each mode that it is of, in the order of the runs.
func (s *Set) gatesOf() (all []*held) {
	type key struct{ text, measure string }
	index := map[key]*held{}
	for _, r := range s.Runs {
		for _, g := range r.Summary.Gates {
			k := key{g.Text, g.Measure}
			h := index[k]
			if h == nil {
				h = &held{Gate: g, actual: sample{runs: len(s.Runs), exists: true}}
				index[k] = h
				all = append(all, h)
			}
			h.runs++
			if g.Passed {
				h.passed++
			}
			if g.Actual != nil {
				h.actual.figures = append(h.actual.figures, *g.Actual)
			}
			if g.Margin != nil && (h.margin == nil || *g.Margin < *h.margin) {
				h.margin = g.Margin
			}
		}
	}
	return all
}

// gates writes in how many runs each gate held.
func (c TextConfig) gates(w io.Writer, s *Set) error {
	gates := s.gatesOf()
	if len(gates) == 0 {
		return nil
	}
	verdict, measure, limit := console.Column{Head: "held"}, console.Column{Head: "measure"}, console.Column{Head: "limit"}
	actual, margin := numbers("actual"), numbers("worst margin")
	always, failed := 0, 0
	for _, g := range gates {
		u := gate.Unit(g.Unit)
		text := fmt.Sprintf("%d of %d", g.passed, g.runs)
		switch {
		case g.passed == g.runs:
			always++
			text = c.color(text, console.Green)
		case g.Advisory:
			text = c.color(text, console.Yellow) + " advisory"
		default:
			failed++
			text = c.color(text, console.Red)
		}
		verdict.Add(text)
		measure.Add(g.named())
		actual.Add(g.actual.figure(Confidence).inline(u))
		limit.Add(g.Operator + " " + figureText(g.Limit, u))
		if g.margin == nil {
			margin.Add(dash)
		} else {
			margin.Add(signed(*g.margin, u))
		}
	}
	title := fmt.Sprintf("gates: %d of %d held in every run", always, len(gates))
	if failed > 0 {
		title = c.color(fmt.Sprintf("%s, %d FAILED in some", title, failed), console.Red)
	}
	fmt.Fprintf(w, "\n%s\n", title)
	return console.Ruled(w, []console.Column{verdict, measure, actual, limit, margin})
}

// named is what was judged, or the text of a gate that could not be.
func (h *held) named() string {
	if h.Measure == "" {
		return h.Text
	}
	return h.Measure
}
