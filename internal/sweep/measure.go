package sweep

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// target is what is read from each run, and where it is as it should be.
type target struct {
	gate.Measure
	unit gate.Unit
	gate *gate.Gate // nil: there is no limit
}

// parseTarget reads a measure, or a gate: a measure with a limit.
func parseTarget(text string) (t target, err error) {
	if strings.TrimSpace(text) == "" {
		return t, errors.New("nothing is measured: give --measure, such as --measure 'health{phase:slow}: p95 < 100ms'")
	}
	if strings.ContainsAny(text, "<>=!") {
		var g gate.Gate
		g, err = gate.Parse(text)
		t = target{Measure: g.Measure, unit: g.Unit, gate: &g}
	} else if t.Measure, err = gate.ParseMeasure(text); err == nil {
		t.unit = t.Definition().Unit
	}
	if err != nil {
		return t, fmt.Errorf("--measure %q: %w", text, err)
	}
	return t, nil
}

// check holds the measure to the scenario: there must be something to read in
// every mode.
func (t target) check(file *scenarios.File, text string) error {
	name := fmt.Sprintf("--measure %q", text)
	of, err := file.CheckMeasure(name, t.Measure)
	if err != nil {
		return err
	}
	var without []string
	for _, m := range file.Modes() {
		if !slices.Contains(of, m.Name) {
			without = append(without, m.Name)
		}
	}
	if len(without) > 0 {
		return fmt.Errorf("%s: there is no such figure in mode %s; choose the modes with --mode %s", name, strings.Join(without, ", "), strings.Join(of, ","))
	}
	return nil
}

// read returns the figure of a run in one mode and whether it meets the limit.
// There is none without samples, or where what is varied has taken away what it
// is of.
func (t target) read(sum *report.Summary) (figure float64, holds, exists bool) {
	if t.gate != nil {
		report.Judge(sum, []scenarios.Gate{{Text: t.gate.Text}})
		if len(sum.Gates) == 0 || sum.Gates[0].Actual == nil {
			return 0, false, false
		}
		return *sum.Gates[0].Actual, sum.Gates[0].Passed, true
	}
	values, err := report.Evaluate(sum, t.Measure)
	if err != nil || len(values) == 0 || values[0].Actual == nil {
		return 0, false, false
	}
	return *values[0].Actual, false, true
}
