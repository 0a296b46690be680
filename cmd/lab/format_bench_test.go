package main

import (
	"context"
	"io"
	"testing"

	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/report/hdr"
	"checkoutlab/scenarios"
)

// tenMinutes is a recording of ten minutes at 200/s, two modes of 120 000 requests
// each, as a run of that length leaves it.
func tenMinutes(b *testing.B) (*record.Recording, []scenarios.Run) {
	b.Helper()
	file, err := scenarios.Find(defaultScenario)
	if err != nil {
		b.Fatal(err)
	}
	var set []scenarios.Setting
	for _, text := range []string{"duration=10m", "loads.checkout.rate=180/s", "loads.health.rate=20/s"} {
		s, err := scenarios.ParseSetting(text)
		if err != nil {
			b.Fatal(err)
		}
		set = append(set, s)
	}
	if file, err = file.WithoutGates().Choose([]string{"none", "protected"}, set); err != nil {
		b.Fatal(err)
	}
	runs, err := modeRuns(file, 1)
	if err != nil {
		b.Fatal(err)
	}
	rec, err := run.Plan{Executor: sim.Run, Name: "sim"}.Do(context.Background(), runs)
	if err != nil {
		b.Fatal(err)
	}
	return rec, runs
}

// BenchmarkFormats renders ten minutes at 200/s in each format. Measuring, which all
// of them but the last two share, is apart.
func BenchmarkFormats(b *testing.B) {
	rec, runs := tenMinutes(b)
	sum := report.Measure(rec, runs)
	if due := sum.Validity.Due; due < 239_000 {
		b.Fatalf("%d requests were due", due)
	}
	each := func(name string, write func() error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := write(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	each("measure", func() error { report.Measure(rec, runs); return nil })
	for _, name := range formatNames() {
		each(name, func() error { return formats[name](io.Discard, finished{rec: rec, runs: runs, sum: sum}) })
	}
	each("requests.csv", func() error {
		for i, m := range rec.Modes {
			if err := report.Requests(io.Discard, m, runs[i].Spec, rec.Header.Started); err != nil {
				return err
			}
		}
		return nil
	})
	each("hdr", func() error {
		files, err := hdr.Files(rec)
		for _, f := range files {
			if err := f.Write(io.Discard); err != nil {
				return err
			}
		}
		return err
	})
}
