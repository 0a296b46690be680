package report_test

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/internal/unit"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
	"checkoutlab/scenarios"
)

// requests draws what the clients of two loads saw, ordered by their end.
func requests(t *rapid.T) []record.Event {
	span := func(name string, most int) time.Duration {
		return time.Duration(rapid.IntRange(0, most).Draw(t, name)) * ms / 10
	}
	events := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) record.Event {
		e := record.Event{Kind: record.Request, Name: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "load")}
		e.Due = span("due", 22_000)
		e.Sent = e.Due + span("lag", rapid.SampledFrom([]int{0, 0, 0, 400}).Draw(t, "most lag"))
		e.At = e.Sent + span("wait", 300)
		e.Outcome = rapid.SampledFrom([]string{"200", "503", record.ClientTimeout}).Draw(t, "outcome")
		if e.Outcome == "503" {
			e.Reason = strconv.Itoa(rapid.IntRange(1, 3).Draw(t, "reason"))
		}
		return e
	}), 0, 300).Draw(t, "requests")
	slices.SortStableFunc(events, func(a, b record.Event) int { return cmp.Compare(a.At, b.At) })
	return events
}

// recount takes the figures of a load from a list of its requests, by the words
// of their definitions.
func recount(t *rapid.T, got report.LoadFigures, all []record.Event) {
	if len(all) == 0 && got.Due == 0 {
		return
	}
	outcomes, reasons := map[string]int{}, map[string]map[string]int(nil)
	var latency, ok, service []time.Duration
	for _, e := range all {
		outcomes[e.Outcome]++
		latency, service = append(latency, e.At-e.Due), append(service, e.At-e.Sent)
		if e.Outcome == "200" {
			ok = append(ok, e.At-e.Due)
		}
		if e.Reason == "" {
			continue
		}
		if reasons == nil {
			reasons = map[string]map[string]int{e.Outcome: {}}
		}
		reasons[e.Outcome][e.Reason]++
	}
	if got.Due != len(all) || !reflect.DeepEqual(got.Outcomes, outcomes) || !reflect.DeepEqual(got.Reasons, reasons) {
		t.Fatalf("%d due, %v, %v; want %d, %v, %v", got.Due, got.Outcomes, got.Reasons, len(all), outcomes, reasons)
	}
	for _, row := range []struct {
		name    string
		got     report.Latency
		samples []time.Duration
	}{{"latency", got.Latency, latency}, {"ok", got.OK, ok}, {"service", got.Service, service}} {
		slices.Sort(row.samples)
		n := int64(len(row.samples))
		for _, q := range []struct {
			got   *report.Millis
			parts int64 // in a thousand
		}{{row.got.P50, 500}, {row.got.P90, 900}, {row.got.P95, 950}, {row.got.P99, 990}, {row.got.P999, 999}} {
			if 2*n*(1000-q.parts) < 1000 {
				if q.got != nil {
					t.Fatalf("%s: a quantile of %d samples is given", row.name, n)
				}
				continue
			}
			if want := row.samples[(n*q.parts+999)/1000-1]; q.got == nil || q.got.Duration() != want {
				t.Fatalf("%s: quantile %d is %v, want %s of %v", row.name, q.parts, q.got, want, row.samples)
			}
		}
		if n > 0 && (row.got.Min.Duration() != row.samples[0] || row.got.Max.Duration() != row.samples[n-1]) {
			t.Fatalf("%s: from %v to %v, want %v", row.name, *row.got.Min, *row.got.Max, row.samples)
		}
	}
}

func TestMeasureAgainstRecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := requests(t)
		m := measure(events...)
		count := func(from, until time.Duration, name string) (all []record.Event) {
			for _, e := range events {
				if e.Name == name && e.Due >= from && e.Due < until {
					all = append(all, e)
				}
			}
			return all
		}
		for _, name := range []string{"a", "b"} {
			recount(t, m.Loads[name], count(0, time.Hour, name))
			recount(t, m.Phases[0].Loads[name], count(0, time.Second, name))
			recount(t, m.Phases[1].Loads[name], count(time.Second, 2*time.Second, name))
		}
	})
}

// TestBurstAgainstRecount: what is let go on the way is missed by nobody.
func TestBurstAgainstRecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := scenarios.Run{Mode: "none", Spec: scenarios.Spec{Loads: map[string]scenarios.Load{"x": {GiveUp: time.Second}}}}
		meter := report.NewMeter(r, "live")
		gaps := rapid.SliceOfN(rapid.IntRange(0, 60), 5, 40).Draw(t, "gaps in ms")
		var events []record.Event
		at := time.Duration(0)
		for i := range 2500 { // enough for some to be let go
			at += time.Duration(gaps[i*i%len(gaps)]+i%7) * ms
			events = append(events, record.Event{Kind: record.Request, Name: "x", Due: at, Sent: at, At: at + time.Duration(i*7919%1000)*ms, Outcome: "200"})
		}
		want, first := 0, 0
		for i := range events {
			for events[first].Sent <= events[i].Sent-100*ms {
				first++
			}
			want = max(want, i-first+1)
		}
		slices.SortStableFunc(events, func(a, b record.Event) int { return cmp.Compare(a.At, b.At) })
		for _, e := range events {
			meter.Record(e)
		}
		if got := report.Summarize(record.Header{}, []*report.Meter{meter}).Validity.BurstMax; got != want {
			t.Fatalf("got %d, want %d", got, want)
		}
	})
}

// TestMeterNeedsNoRecording: what is measured while a run goes on is what is
// measured from its recording, and asking twice changes nothing.
func TestMeterNeedsNoRecording(t *testing.T) {
	for _, executor := range []string{"live", "sim"} {
		rec, runs := incident.Recording(incident.Modes...)
		rec.Header.Executor = executor
		var meters []*report.Meter
		for i, r := range runs {
			meters = append(meters, report.NewMeter(r, executor))
			for e := range rec.Modes[i].Events.All() {
				meters[i].Record(e)
			}
		}
		want := report.Measure(rec, runs)
		for range 2 {
			if got := report.Summarize(rec.Header, meters); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %+v, want %+v", executor, got, want)
			}
		}
	}
}

// BenchmarkCheckouts simulates, records or measures protected checkouts.
func BenchmarkCheckouts(b *testing.B) {
	file, err := scenarios.Find("checkout-incident")
	if err != nil {
		b.Fatal(err)
	}
	r, err := file.Run("protected", 1, nil)
	if err != nil {
		b.Fatal(err)
	}
	load := r.Spec.Loads["checkout"]
	load.Rate = unit.PerSecond(10)
	r.Spec.Loads["checkout"], r.Spec.Duration = load, time.Hour
	for _, row := range []struct {
		name string
		rec  func() record.Recorder
	}{
		{"recorded", func() record.Recorder { return new(record.Memory) }},
		{"measured", func() record.Recorder { return report.NewMeter(r, "sim") }},
		{"dropped", func() record.Recorder { return nowhere{} }},
	} {
		b.Run(row.name, func(b *testing.B) {
			for b.Loop() {
				if err := sim.Run(b.Context(), r, row.rec()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(36_000*b.N)/b.Elapsed().Seconds(), "checkouts/s")
		})
	}
}

type nowhere struct{}

func (nowhere) Record(record.Event) {}
