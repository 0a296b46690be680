package compare_test

import (
	"strings"
	"testing"

	"checkoutlab/internal/compare"
	"checkoutlab/scenarios"
)

// TestFallbacksAreTold: where every answer is a fallback's the share of 200 is the
// same as where none is.
func TestFallbacksAreTold(t *testing.T) {
	file, err := scenarios.Find("check-in-slow-vendor")
	if err != nil {
		t.Fatal(err)
	}
	runs := simulate(t, file, 1, 2)
	r, err := config.Within(store(t, "both", file, runs))
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, row := range r.Rows {
		if row.Measure == "share(200 fallback)" {
			found = true
			if row.Verdict != compare.Worse {
				t.Errorf("none fell back and now all do: %s, want worse", row.Verdict)
			}
		}
	}
	if !found {
		t.Error("the share of fallbacks is not compared")
	}
	var table strings.Builder
	if err := (compare.TextConfig{}).Repeats(&table, runs); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(table.String(), "(100% fallback)") {
		t.Errorf("the table of the runs has no share of fallbacks:\n%s", table.String())
	}
}
