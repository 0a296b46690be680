package compare_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"checkoutlab/internal/compare"
	"checkoutlab/report"
)

// TestHostileNames: a folder may be called anything, and is no more than a name in
// what people read.
func TestHostileNames(t *testing.T) {
	const name = "a\n## b\r\x1b[31m<script>[c](http://d)|`&"
	spec := lottery(t)
	base := simulate(t, spec, 1, 1)
	r := sets(t, config, store(t, "base", spec, base), store(t, "new", spec, base))
	r.Base.Name, r.New.Name = name, name
	r.Warnings, r.Differences = []string{name}, []string{name}
	var table, markdown strings.Builder
	if err := (compare.TextConfig{}).Table(&table, r); err != nil {
		t.Fatal(err)
	}
	if err := compare.Markdown(&markdown, r); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\n## b", "\r", "\x1b"} {
		if strings.Contains(table.String(), bad) {
			t.Errorf("the table has %q:\n%s", bad, table.String())
		}
	}
	for _, bad := range []string{"\n## b", "\r", "\x1b", "<script>", "[c](", ")|"} {
		if strings.Contains(markdown.String(), bad) {
			t.Errorf("the Markdown has %q:\n%s", bad, markdown.String())
		}
	}
}

// TestForgedSummaryIsRefused: nothing that a summary names reaches a terminal when it
// would tell it what to do. What a scenario asks, in lines of its own, is never shown.
func TestForgedSummaryIsRefused(t *testing.T) {
	const code = "x\x1b[2J"
	for _, row := range []struct {
		what  string
		forge func(sum *report.Summary)
		good  bool
	}{
		{"scenario", func(sum *report.Summary) { sum.Scenario = code }, false},
		{"executor", func(sum *report.Summary) { sum.Executor = code }, false},
		{"change", func(sum *report.Summary) { sum.Changes = []string{code} }, false},
		{"reason", func(sum *report.Summary) { sum.Validity.Reasons = []string{"a\nb"} }, false},
		{"mode", func(sum *report.Summary) { sum.Modes[0].Mode = code }, false},
		{"phase", func(sum *report.Summary) { sum.Modes[0].Phases = []report.Phase{{Name: code}} }, false},
		{"load", func(sum *report.Summary) { sum.Modes[0].Loads[code] = report.LoadFigures{} }, false},
		{"outcome", func(sum *report.Summary) { sum.Modes[0].Loads["buy"].Outcomes["200\u009b2J"] = 1 }, false},
		{"gate", func(sum *report.Summary) { sum.Gates = []report.Gate{{Text: code}} }, false},
		{"question", func(sum *report.Summary) { sum.Question = "a\nb" }, true},
		{"about", func(sum *report.Summary) { sum.Modes[0].About = "a\nb" }, true},
	} {
		sum := simulate(t, lottery(t), 1, 1)[0]
		row.forge(sum)
		var text bytes.Buffer
		if err := report.JSON(&text, sum); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		put(t, filepath.Join(dir, report.SummaryFile), text.Bytes())
		_, err := compare.Read(dir)
		refused := err != nil && strings.Contains(err.Error(), "summary.json is damaged: it holds a control character: ")
		if refused == row.good || refused && strings.ContainsAny(err.Error(), "\x1b\u009b\n") {
			t.Errorf("%s: %v", row.what, err)
		}
	}
}
