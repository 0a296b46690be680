package report_test

import (
	"bytes"
	"testing"

	"checkoutlab/internal/golden"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
)

func TestGolden(t *testing.T) {
	rec, runs := incident.Recording(incident.Modes...)
	sum := report.Measure(rec, runs)
	for _, row := range []struct {
		name  string
		write func(*bytes.Buffer) error
	}{
		{"table.txt", func(b *bytes.Buffer) error { return report.Table(b, sum) }},
		{"table-120.txt", func(b *bytes.Buffer) error { return report.TextConfig{Width: 120}.Table(b, sum) }},
		{"table-color.txt", func(b *bytes.Buffer) error { return report.TextConfig{Color: true}.Table(b, sum) }},
		{"summary.json", func(b *bytes.Buffer) error { return report.JSON(b, sum) }},
		{"transitions.log", func(b *bytes.Buffer) error { return report.Transitions(b, sum) }},
	} {
		var b bytes.Buffer
		if err := row.write(&b); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, row.name, b.Bytes())
	}
}
