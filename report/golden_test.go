package report_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test ./report -update writes it anew):\n%s", name, got)
	}
}

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
		golden(t, row.name, b.Bytes())
	}
}
