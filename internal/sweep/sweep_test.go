package sweep_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"checkoutlab/internal/golden"
	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/internal/sweep"
	"checkoutlab/scenarios"
)

// config is a sweep of a scenario of the library or of testdata.
func config(t *testing.T, scenario, measure string, axes ...string) sweep.Config {
	t.Helper()
	file, err := scenarios.Find(scenario)
	if strings.HasSuffix(scenario, ".yaml") {
		file, err = scenarios.ReadFile(filepath.Join("testdata", scenario))
	}
	if err != nil {
		t.Fatal(err)
	}
	c := sweep.Config{File: file, Seed: 1, Runs: 1, Measure: measure, Version: "test"}
	for _, arg := range axes {
		a, err := sweep.ParseAxis(arg)
		if err != nil {
			t.Fatal(err)
		}
		c.Axes = append(c.Axes, a)
	}
	return c
}

func do(t *testing.T, c sweep.Config) *sweep.Result {
	t.Helper()
	s, err := sweep.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var runs atomic.Int64
	r, err := s.Do(t.Context(), sim.Run, func() { runs.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	if got := int(runs.Load()); got != s.RunCount() || r.Partial || r.Done() != len(r.Cells) {
		t.Errorf("%d of %d runs, %d of %d cells, partial %t", got, s.RunCount(), r.Done(), len(r.Cells), r.Partial)
	}
	return r
}

// TestFormats has every kind of cell: figures within and beyond the limit, no
// samples, and a provider at its cap.
func TestFormats(t *testing.T) {
	for _, row := range []struct {
		name    string
		runs    int
		measure string
		axes    []string
	}{
		{"one", 6, "checkout: p50 < 60ms", []string{"services.shop.workers=1,2,3"}},
		{"two", 1, "checkout: p90 < 60ms", []string{"services.shop.workers=1..3:1", "loads.checkout.rate=1/s,20/s,40/s"}},
		{"three", 2, "checkout: share(200)", []string{"services.shop.workers=1,2", "loads.checkout.rate=20/s,40/s", "loads.checkout.give_up=50ms,500ms"}},
		{"invalid", 1, "pay: in_flight_max", []string{"providers.pay.max_in_flight=1,2", "loads.checkout.rate=40/s,80/s"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := config(t, "shop.yaml", row.measure, row.axes...)
			c.Runs = row.runs
			r := do(t, c)
			golden.Written(t, row.name+".txt", func(w io.Writer) error { return sweep.TableConfig{}.Table(w, r) })
			golden.Written(t, row.name+".csv", func(w io.Writer) error { return sweep.CSV(w, r) })
			golden.Written(t, row.name+".json", func(w io.Writer) error { return sweep.JSON(w, r) })
			if r.PictureName() != "" {
				look(t, row.name, r, 0)
			}
		})
	}
}

// TestWideGridIsListed: a grid that does not fit is written as a list.
func TestWideGridIsListed(t *testing.T) {
	r := do(t, config(t, "shop.yaml", "checkout: p50", "services.shop.workers=1,2", "loads.checkout.rate=20/s,40/s"))
	for width, want := range map[int]string{0: "across: services.shop.workers", 10: "services.shop.workers  loads.checkout.rate"} {
		var b bytes.Buffer
		if err := (sweep.TableConfig{Width: width}).Table(&b, r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("width %d:\n%s", width, &b)
		}
	}
}

// TestNewRefuses: whatever is wrong is found before anything runs, and named by
// its place.
func TestNewRefuses(t *testing.T) {
	const p50 = "checkout: p50"
	for _, row := range []struct {
		name    string
		measure string
		axes    []string
		change  func(*sweep.Config)
		want    string
	}{
		{"no axis", p50, nil, nil, "nothing is varied"},
		{"unknown field", p50, []string{"loads.checkout.rat=1/s,2/s"}, nil, "--over loads.checkout.rat=1/s: unknown field loads.checkout.rat; did you mean rate?"},
		{"unknown name", p50, []string{"loads.chekout.rate=1/s"}, nil, "there is no chekout in loads"},
		{"bad value", p50, []string{"loads.checkout.rate=1/s,2"}, nil, "--over loads.checkout.rate=2: "},
		{"one bad point", p50, []string{"services.shop.workers=1,0"}, nil, "--over services.shop.workers=0: "},
		{"absent part", p50, []string{"services.shop.dependencies.pay.breaker.open_for=1s,2s"}, nil, "(in mode bare; choose others with --mode)"},
		{"same field", p50, []string{"loads.checkout.rate=1/s", "loads.checkout.rate=2/s"}, nil, "set the same field"},
		{"field within", p50, []string{"loads.checkout.rate=1/s", "loads.checkout={}"}, nil, "set the same field"},
		{"too many", p50, []string{"loads.checkout.rate=1/s..100/s:1/s", "services.shop.workers=1..101:1"}, nil, "more than 10000 runs"},
		{"too many seeds", p50, []string{"services.shop.workers=1..11:1"}, func(c *sweep.Config) { c.Runs = 1000 }, "11 values × 2 modes × 1000 seeds is more than 10000 runs"},
		{"no runs", p50, []string{"services.shop.workers=1"}, func(c *sweep.Config) { c.Runs = 0 }, "--runs 0"},
		{"unknown mode", p50, []string{"services.shop.workers=1"}, func(c *sweep.Config) { c.Modes = []string{"bar"} }, `no mode "bar"; did you mean bare?`},
		{"bad setting", p50, []string{"services.shop.workers=1"}, func(c *sweep.Config) {
			c.Settings = []scenarios.Setting{{Path: "drain", Value: "x"}}
		}, "--set drain=x"},
		{"no measure", "", []string{"services.shop.workers=1"}, nil, "--measure"},
		{"unknown subject", "cart: p50", []string{"services.shop.workers=1"}, nil, "--measure \"cart: p50\": column 1: "},
		{"unknown figure", "checkout: p42", []string{"services.shop.workers=1"}, nil, "column 11: "},
		{"unknown phase", "checkout{phase:fast}: p50", []string{"services.shop.workers=1"}, nil, "fast"},
		{"mode of its own", "checkout{mode:careful}: p50", []string{"services.shop.workers=1"}, nil, "--mode careful"},
		{"bad limit", "checkout: p50 < 5", []string{"services.shop.workers=1"}, nil, "column 17: "},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := config(t, "shop.yaml", row.measure, row.axes...)
			if row.change != nil {
				row.change(&c)
			}
			_, err := sweep.New(t.Context(), c)
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v, want %q", err, row.want)
			}
			if err != nil && strings.Count(err.Error(), "\n") > 2 {
				t.Errorf("the same problem many times:\n%v", err)
			}
		})
	}
}

// TestInterrupted: what was done by then is there, and marked.
func TestInterrupted(t *testing.T) {
	s, err := sweep.New(t.Context(), config(t, "shop.yaml", "checkout: p50", "services.shop.workers=1..200:1"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var runs atomic.Int64
	r, err := s.Do(ctx, sim.Run, func() {
		if runs.Add(1) == 5 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if done := r.Done(); !r.Partial || done < 5 || done > 100 || done != int(runs.Load()) {
		t.Errorf("partial %t, %d of %d cells, %d runs", r.Partial, done, len(r.Cells), runs.Load())
	}
	var b bytes.Buffer
	if err := (sweep.TableConfig{}).Table(&b, r); err != nil || !strings.Contains(b.String(), "PARTIAL: the sweep was cut short, ") {
		t.Errorf("%v:\n%s", err, &b)
	}
}

// TestRunThatWasCutShortIsNotDone: its figure is of a part, though it ended without an
// error.
func TestRunThatWasCutShortIsNotDone(t *testing.T) {
	s, err := sweep.New(t.Context(), config(t, "shop.yaml", "checkout: p50", "services.shop.workers=1,2"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := func(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
		cancel()
		return sim.Run(context.WithoutCancel(ctx), r, rec)
	}
	r, err := s.Do(ctx, interrupted, func() { t.Error("a run that was cut short counts") })
	if err != nil || !r.Partial || r.Done() != 0 {
		t.Errorf("%v, partial %t, %d done", err, r.Partial, r.Done())
	}
}

// TestMostMustMeetTheLimit: half of the runs are not most of them.
func TestMostMustMeetTheLimit(t *testing.T) {
	c := config(t, "shop.yaml", "checkout: count(200) >= 1", "services.shop.workers=1")
	c.Runs = 2
	s, err := sweep.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	firstAlone := func(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
		e := record.Event{Kind: record.Request, Name: "checkout", Outcome: "504"}
		if r.Seed == 1 {
			e.Outcome = "200"
		}
		rec.Record(e)
		return nil
	}
	r, err := s.Do(t.Context(), firstAlone, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if cell := r.Cells[0]; cell.Holding == nil || *cell.Holding != 1 || cell.Samples != 2 || *cell.Holds {
		t.Errorf("got %+v", cell)
	}
}

// TestExecutorFails: its error names the run.
func TestExecutorFails(t *testing.T) {
	s, err := sweep.New(t.Context(), config(t, "shop.yaml", "checkout: p50", "services.shop.workers=1,2"))
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	_, err = s.Do(t.Context(), func(context.Context, scenarios.Run, record.Recorder) error { return broken }, func() {})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "mode bare, seed 1: ") {
		t.Error(err)
	}
}
