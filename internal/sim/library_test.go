package sim_test

import (
	"fmt"
	"slices"
	"strings"
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

// TestLibraryBreakers holds the breakers by opossum's rules to what they do, and
// when, in seconds.
func TestLibraryBreakers(t *testing.T) {
	for _, row := range []struct{ name, mode, want string }{
		{"face-match-outage", "after", "1.80 OPEN, 31.80 HALF_OPEN, 32.00 OPEN, 62.00 HALF_OPEN, 62.50 CLOSED"},
		{"check-in-slow-vendor", "after", "6.00 OPEN, 36.00 HALF_OPEN, 39.17 OPEN, 69.17 HALF_OPEN, 72.34 OPEN, 102.34 HALF_OPEN, 105.51 OPEN"},
		{"silent-provider", "breaker", "10.00 OPEN, 40.00 HALF_OPEN, 45.47 OPEN, 75.47 HALF_OPEN, 80.94 OPEN, 110.94 HALF_OPEN, 116.41 OPEN"},
		{"first-translation-back", "breaker", "8.00 OPEN, 33.00 HALF_OPEN, 34.00 OPEN, 59.00 HALF_OPEN, 60.20 CLOSED"},
		{"seat-hold", "breaker", "1.80 OPEN, 31.80 HALF_OPEN, 32.00 OPEN, 62.00 HALF_OPEN, 62.35 CLOSED"},
	} {
		modes := librarySummary(t, row.name, 1).Modes
		i := slices.IndexFunc(modes, func(m report.Mode) bool { return m.Mode == row.mode })
		if i < 0 {
			t.Errorf("%s has no mode %s", row.name, row.mode)
			continue
		}
		var changes []string
		for _, c := range modes[i].Transitions {
			changes = append(changes, fmt.Sprintf("%.2f %s", c.At/1000, c.To))
		}
		if got := strings.Join(changes, ", "); got != row.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", row.name, row.mode, got, row.want)
		}
	}
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
