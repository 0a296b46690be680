package bench

import (
	"context"
	"runtime"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/internal/unit"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// steady is a checkout behind all three policies, for as long as it takes.
const steady = `
name: steady
question: How fast is a checkout?
duration: 100s
providers:
  payment: {latency: 200ms}
services:
  checkout:
    workers: 500
    routes: {POST /checkout: {calls: [payment]}}
    dependencies:
      payment:
        timeout: 500ms
        bulkhead: {max_concurrent: 300, queue: 100, max_wait: 300ms}
        breaker: {window: {count: 100}, slow_call: 400ms, slow_rate: 50%, open_for: 1s, trials: 10}
loads:
  checkout: {route: POST /checkout, rate: 1000/s, give_up: 3s}
modes:
  healthy: {about: nothing fails}
  faulty:
    about: the provider is slow for half of the time
    set: {providers.payment.faults: [{kind: slow, from: 25s, until: 75s, latency: 10s}]}
`

// runs returns a scenario's runs, one for each mode.
func runs(b *testing.B, file *scenarios.File, err error) []scenarios.Run {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	var all []scenarios.Run
	for _, m := range file.Modes() {
		r, err := file.Run(m.Name, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// simulate carries a run out.
func simulate(b *testing.B, r scenarios.Run, rec record.Recorder) {
	b.Helper()
	if err := sim.Run(context.Background(), r, rec); err != nil {
		b.Fatal(err)
	}
}

// due is how many requests a run sends.
func due(r scenarios.Run) (n int64) {
	for _, l := range r.Spec.Loads {
		n += l.Count(r.Spec.Duration)
	}
	return n
}

// BenchmarkCheckouts is how many protected checkouts are simulated in a second: with
// every event recorded, measured without a recording, and with neither.
func BenchmarkCheckouts(b *testing.B) {
	file, err := scenarios.Read("steady.yaml", []byte(steady))
	for _, r := range runs(b, file, err) {
		for _, to := range []struct {
			name string
			rec  func() record.Recorder
		}{
			{"recorded", func() record.Recorder { return new(record.Memory) }},
			{"measured", func() record.Recorder { return report.NewMeter(r, "sim") }},
			{"unheard", func() record.Recorder { return unheard{} }},
		} {
			b.Run(r.Mode+"/"+to.name, func(b *testing.B) {
				b.ReportAllocs()
				start := processor()
				for b.Loop() {
					simulate(b, r, to.rec())
				}
				perSecond(b, start, due(r), "checkouts")
			})
		}
	}
}

type unheard struct{}

func (unheard) Record(record.Event) {}

// BenchmarkIncident is the six-second incident in all its modes: run, recorded and
// measured.
func BenchmarkIncident(b *testing.B) {
	file, err := scenarios.Find("checkout-incident")
	modes := runs(b, file, err)
	start := processor()
	for b.Loop() {
		rec := &record.Recording{Header: record.Header{Executor: "sim"}}
		for _, r := range modes {
			var memory record.Memory
			simulate(b, r, &memory)
			rec.Modes = append(rec.Modes, record.Mode{Name: r.Mode, Events: memory.Log()})
		}
		if s := report.Measure(rec, modes); len(s.Modes) != len(modes) {
			b.Fatal("not every mode was measured")
		}
	}
	b.ReportMetric(float64((processor()-start).Milliseconds())/float64(b.N), "cpu-ms")
}

// BenchmarkNight is a day of night-traffic, in one mode.
func BenchmarkNight(b *testing.B) {
	file, err := scenarios.Find("night-traffic")
	r := runs(b, file, err)[0]
	for _, to := range []struct {
		name string
		rec  func() record.Recorder
	}{
		{"recorded", func() record.Recorder { return new(record.Memory) }},
		{"measured", func() record.Recorder { return report.NewMeter(r, "sim") }},
	} {
		b.Run(to.name, func(b *testing.B) {
			b.ReportAllocs()
			start := processor()
			for b.Loop() {
				simulate(b, r, to.rec())
			}
			perSecond(b, start, due(r), "starts")
		})
	}
}

// BenchmarkSummaryMemory is what is held when a run is over of which only the summary
// was asked for: it must not grow with the length of the run.
func BenchmarkSummaryMemory(b *testing.B) {
	file, err := scenarios.Read("steady.yaml", []byte(steady))
	r := runs(b, file, err)[1]
	l := r.Spec.Loads["checkout"]
	l.Rate = unit.PerSecond(20)
	r.Spec.Loads = map[string]scenarios.Load{"checkout": l}
	for _, length := range []time.Duration{time.Hour, 24 * time.Hour} {
		b.Run(length.String(), func(b *testing.B) {
			b.ReportAllocs()
			r.Spec.Duration = length
			var most uint64
			for b.Loop() {
				before := held()
				meter := report.NewMeter(r, "sim")
				simulate(b, r, meter)
				most = max(most, held()-before)
				runtime.KeepAlive(meter)
			}
			b.ReportMetric(float64(most), "held-B")
		})
	}
}

// held is the memory that is in use.
func held() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
