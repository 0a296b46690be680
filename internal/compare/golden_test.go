package compare_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"checkoutlab/internal/compare"
	"checkoutlab/internal/golden"
	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// lottery is testdata/lottery.yaml, a scenario in which luck shows, with settings.
func lottery(t *testing.T, sets ...string) *scenarios.File {
	t.Helper()
	file, err := scenarios.ReadFile("testdata/lottery.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var settings []scenarios.Setting
	for _, text := range sets {
		s, err := scenarios.ParseSetting(text)
		if err != nil {
			t.Fatal(err)
		}
		settings = append(settings, s)
	}
	if file, err = file.Choose(nil, settings); err != nil {
		t.Fatal(err)
	}
	return file
}

// simulate makes runs with the seeds from first on.
func simulate(t *testing.T, file *scenarios.File, first, n int) (all []*report.Summary) {
	t.Helper()
	for seed := first; seed < first+n; seed++ {
		var meters []*report.Meter
		for _, m := range file.Modes() {
			r, err := file.Run(m.Name, uint64(seed), nil)
			if err != nil {
				t.Fatal(err)
			}
			meter := report.NewMeter(r, "") // without a digest, which takes most of the time
			if err := sim.Run(t.Context(), r, meter); err != nil {
				t.Fatal(err)
			}
			meters = append(meters, meter)
		}
		all = append(all, report.Summarize(record.Header{Scenario: file.Spec().Name, Executor: "sim", Seed: uint64(seed), Version: "test"}, meters))
	}
	return all
}

// store lays runs down as `lab run --runs N --out DIR` does, as far as they are
// read here, and reads them.
func store(t *testing.T, name string, file *scenarios.File, sums []*report.Summary) *compare.Set {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	scenario := scenarios.Marshal(file.AsRun())
	for i, sum := range sums {
		var text bytes.Buffer
		if err := report.JSON(&text, sum); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, fmt.Sprint(i), report.SummaryFile), text.Bytes())
		put(t, filepath.Join(dir, fmt.Sprint(i), report.ScenarioFile), scenario)
	}
	set, err := compare.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	set.Name = name // not where the test happens to be
	for i, warning := range set.Warnings {
		set.Warnings[i] = strings.ReplaceAll(warning, dir, name)
	}
	return set
}

func put(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

var config = compare.Config{Alpha: compare.DefaultAlpha, MinEffect: compare.DefaultEffect}

func sets(t *testing.T, c compare.Config, base, new *compare.Set) *compare.Result {
	t.Helper()
	r, err := c.Sets(base, new)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	before, after := lottery(t), lottery(t, "services.shop.dependencies.pay.timeout=100ms")
	base := simulate(t, before, 1, 12)
	base[11].Validity.Valid, base[11].Validity.Reasons = false, []string{"process stalled in mode plain: 700 ms, at most 500 ms"}
	r := sets(t, config, store(t, "base", before, base), store(t, "new", after, simulate(t, after, 21, 10)))
	within, err := config.Within(store(t, "few", before, base[:3]))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"table.txt", func(w io.Writer) error { return compare.TextConfig{Width: 160}.Table(w, r) }},
		{"table-100.txt", func(w io.Writer) error { return compare.TextConfig{Width: 100, All: true}.Table(w, r) }},
		{"table-color.txt", func(w io.Writer) error { return compare.TextConfig{Color: true}.Table(w, r) }},
		{"modes.txt", func(w io.Writer) error { return compare.TextConfig{Width: 100}.Table(w, within) }},
		{"compare.md", func(w io.Writer) error { return compare.Markdown(w, r) }},
		{"compare.json", func(w io.Writer) error { return compare.JSON(w, r) }},
		{"compare.csv", func(w io.Writer) error { return compare.CSV(w, r) }},
		{"repeats.txt", func(w io.Writer) error { return compare.TextConfig{Width: 160}.Repeats(w, base) }},
		{"repeats-80.txt", func(w io.Writer) error { return compare.TextConfig{Width: 80}.Repeats(w, base[:3]) }},
	} {
		golden.Written(t, line.name, line.write)
	}
	for _, width := range []int{80, 100, 160} {
		var text strings.Builder
		if err := (compare.TextConfig{Width: width}).Table(&text, r); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text.String()) {
			if n := len([]rune(line)) - 1; n > max(width, 92) {
				t.Errorf("at %d columns a line has %d: %s", width, n, line)
			}
		}
	}
}
