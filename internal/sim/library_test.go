package sim_test

import (
	"fmt"
	"testing"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// shortDay makes a day of night-traffic's ten minutes long. The night, the outage
// and the rates are what they are; `make library` runs the whole day.
var shortDay = []scenarios.Setting{
	{Path: "loads.starts.stages.1.at", Value: "6h10m"},
	{Path: "providers.licence.faults.1.until", Value: "6h10m"},
	{Path: "phases.3.until", Value: "6h10m"},
	{Path: "phases.4.from", Value: "6h10m"},
	{Path: "phases.4.until", Value: "6h30m"},
	{Path: "duration", Value: "6h30m"},
}

// TestLibrary runs every scenario of the library and holds all of its gates, with
// several seeds, as chance must not decide about a lesson.
func TestLibrary(t *testing.T) {
	for _, name := range scenarios.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seeds := uint64(3)
			if name == "night-traffic" {
				seeds = 1
			}
			for seed := uint64(1); seed <= seeds; seed++ {
				for _, g := range librarySummary(t, name, seed).Gates {
					if !g.Passed {
						t.Errorf("seed %d: %s: %s", seed, g.Text, actual(g))
					}
				}
			}
		})
	}
}

func actual(g report.Gate) string {
	if g.Actual == nil {
		return g.Note
	}
	return fmt.Sprintf("in mode %s it is %v %s", g.Mode, *g.Actual, g.Unit)
}

// librarySummary measures a scenario as it runs, in all its modes.
func librarySummary(t *testing.T, name string, seed uint64) *report.Summary {
	t.Helper()
	file, err := scenarios.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	if name == "night-traffic" {
		if file, err = file.Choose(nil, shortDay); err != nil {
			t.Fatal(err)
		}
	}
	var meters []*report.Meter
	for _, m := range file.Modes() {
		r, err := file.Run(m.Name, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		meter := report.NewMeter(r, "sim")
		meters = append(meters, meter)
		if err := sim.Run(t.Context(), r, meter); err != nil {
			t.Fatal(err)
		}
	}
	return report.Summarize(record.Header{Scenario: name, Executor: "sim", Seed: seed}, meters)
}
