package compare_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"checkoutlab/internal/compare"
	"checkoutlab/report"
)

// TestSetHoldsRepeatsOnly: runs that are not repeats of each other are no set, and
// several versions of the lab are told.
func TestSetHoldsRepeatsOnly(t *testing.T) {
	for _, row := range []struct {
		what          string
		change        func(sum *report.Summary)
		refused, told string
	}{
		{"nothing", func(*report.Summary) {}, "", ""},
		{"scenario", func(sum *report.Summary) { sum.Scenario = "other" }, "0 and 1 differ in scenario lottery and other", ""},
		{"executor", func(sum *report.Summary) { sum.Executor = "live" }, "0 and 1 differ in executor sim and live", ""},
		{"modes", func(sum *report.Summary) { sum.Modes = sum.Modes[:1] }, "0 and 1 differ in modes plain, breaker and plain", ""},
		{"version", func(sum *report.Summary) { sum.Version = "later" }, "", "has runs of several versions of the lab: test, later"},
	} {
		sums := simulate(t, lottery(t), 1, 2)
		row.change(sums[1])
		dir := t.TempDir()
		for i, sum := range sums {
			var text bytes.Buffer
			if err := report.JSON(&text, sum); err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, fmt.Sprint(i), report.SummaryFile), text.Bytes())
		}
		set, err := compare.Read(dir)
		switch {
		case row.refused == "" && err != nil, row.refused != "" && (err == nil || !strings.Contains(err.Error(), row.refused)):
			t.Errorf("%s: %v", row.what, err)
		case err != nil:
		case row.told == "" && len(set.Warnings) > 0, row.told != "" && (len(set.Warnings) != 1 || !strings.HasSuffix(set.Warnings[0], row.told)):
			t.Errorf("%s: warnings %q", row.what, set.Warnings)
		}
	}
}

func TestAModeStandsOnce(t *testing.T) {
	c := config
	c.Modes = []string{"plain", "plain"}
	if _, err := c.Within(store(t, "base", lottery(t), simulate(t, lottery(t), 1, 1))); err == nil || err.Error() != "mode plain stands there twice" {
		t.Errorf("got %v", err)
	}
}

// TestMovedPhasesAreTold: what a phase of the same name shows may be of another time.
func TestMovedPhasesAreTold(t *testing.T) {
	spec := lottery(t)
	moved := simulate(t, spec, 1, 1)
	p := &moved[0].Modes[0].Phases[0]
	was := fmt.Sprintf("mode plain, phase %s: %s to %s → ", p.Name, p.From.Text(), p.Until.Text())
	p.Until += 100
	r := sets(t, config, store(t, "base", spec, simulate(t, spec, 1, 1)), store(t, "new", spec, moved))
	want := was + p.From.Text() + " to " + p.Until.Text()
	if !slices.Equal(r.Differences, []string{want}) {
		t.Errorf("got %q, want %q", r.Differences, want)
	}
}

// TestAdvisoryGatesFailNothing in the table of repeats, either.
func TestAdvisoryGatesFailNothing(t *testing.T) {
	for _, advisory := range []bool{true, false} {
		sums := simulate(t, lottery(t), 1, 2)
		for _, sum := range sums {
			sum.Gates = []report.Gate{{Text: "buy: p50 < 1ms", Advisory: advisory, Unit: "ms", Operator: "<", Limit: 1}}
		}
		var text strings.Builder
		if err := (compare.TextConfig{}).Repeats(&text, sums); err != nil {
			t.Fatal(err)
		}
		said, failed := strings.Contains(text.String(), "0 of 2 advisory"), strings.Contains(text.String(), "FAILED")
		if said != advisory || failed == advisory {
			t.Errorf("advisory %t:\n%s", advisory, &text)
		}
	}
}
