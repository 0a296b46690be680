package report

import (
	"errors"
	"fmt"

	"checkoutlab/internal/gate"
	"checkoutlab/scenarios"
)

// Value is what a measure came to in one mode.
type Value struct {
	Mode string
	// Actual is the figure in Unit. Nil: there is none, and Note says why.
	Actual *float64
	Unit   gate.Unit
	// Higher says what a higher figure means, for a comparison.
	Higher gate.Direction
	Note   string

	exact exact
}

// exact is a figure of num/den of the smallest parts of its unit, so that it can
// be held to a limit without rounding; see gate.Unit.Parts.
type exact struct {
	num, den int64
	missing  string // why there is no figure; num and den mean nothing then
}

// Evaluate returns what a measure came to in each mode that it is of, in the
// order of the summary. The error names what of the measure the summary does not
// have.
func Evaluate(sum *Summary, m gate.Measure) ([]Value, error) {
	var scopes []gate.Scope
	for _, mode := range sum.Modes {
		scopes = append(scopes, scopeOf(mode))
	}
	modes, problems := gate.Check(m, scopes)
	if len(problems) > 0 {
		var errs []error
		for _, p := range problems {
			errs = append(errs, p)
		}
		return nil, errors.Join(errs...)
	}
	var values []Value
	for i, mode := range sum.Modes {
		if len(modes) == 0 || mode.Mode != modes[0] {
			continue
		}
		modes = modes[1:]
		part, err := scopes[i].Part(m)
		if err != nil {
			return nil, fmt.Errorf("mode %s: %w", mode.Mode, err)
		}
		values = append(values, newValue(mode.Mode, m, portionOf(mode, m.Phase).measure(part, m)))
	}
	return values, nil
}

func newValue(mode string, m gate.Measure, x exact) Value {
	v := Value{Mode: mode, Unit: m.Definition().Unit, Higher: m.Higher(), Note: x.missing, exact: x}
	if x.missing == "" {
		actual := float64(x.num) / float64(x.den) / float64(v.Unit.Parts())
		v.Actual = &actual
	}
	return v
}

// scopeOf is what a summary has for measures to speak of in a mode.
func scopeOf(m Mode) gate.Scope {
	s := gate.Scope{
		Mode: m.Mode, Outcomes: scenarios.OutcomeNames(), Faults: scenarios.FaultNames(),
		Parts: map[gate.Kind][]string{
			gate.Load: sortedKeys(m.Loads), gate.Provider: sortedKeys(m.Providers), gate.Service: sortedKeys(m.Services),
			gate.Bulkhead: sortedKeys(m.Bulkheads), gate.Breaker: sortedKeys(m.Breakers),
			gate.Retry: sortedKeys(m.Retries),
		},
	}
	for _, p := range m.Phases {
		s.Phases = append(s.Phases, p.Name)
	}
	return s
}

// Judge holds the figures of a run to its gates and fills in the summary's. A
// gate that names no mode is judged in each mode that it is of, a line each. One
// without a figure does not pass: it says that it was not evaluated, and why.
func Judge(sum *Summary, gates []scenarios.Gate) {
	sum.Gates = []Gate{}
	for _, g := range gates {
		sum.Gates = append(sum.Gates, judge(sum, g)...)
	}
}

const notEvaluated = "not evaluated: "

func judge(sum *Summary, g scenarios.Gate) (lines []Gate) {
	read, err := gate.Parse(g.Text)
	if err != nil {
		return []Gate{{Text: g.Text, Advisory: g.Advisory, Note: notEvaluated + err.Error()}}
	}
	line := Gate{
		Text: read.Text, Measure: read.Measure.String(), Mode: read.Mode, Operator: read.Op,
		Limit: read.Limit, Unit: string(read.Unit), Advisory: g.Advisory,
	}
	values, err := Evaluate(sum, read.Measure)
	if err != nil {
		line.Note = notEvaluated + err.Error()
		return []Gate{line}
	}
	for _, v := range values {
		line := line
		line.Mode, line.Measure = v.Mode, read.In(v.Mode).String()
		if v.Actual == nil {
			line.Note = notEvaluated + v.Note
		} else {
			margin := read.Margin(v.exact.num, v.exact.den)
			line.Actual, line.Margin = v.Actual, &margin
			line.Passed = read.Holds(v.exact.num, v.exact.den)
		}
		lines = append(lines, line)
	}
	return lines
}

// Failed returns the gates that did not pass and are not advisory: those by
// which a run fails.
func (s *Summary) Failed() (failed []Gate) {
	for _, g := range s.Gates {
		if !g.Passed && !g.Advisory {
			failed = append(failed, g)
		}
	}
	return failed
}
