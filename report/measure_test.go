package report_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
	"checkoutlab/scenarios"
)

const ms = time.Millisecond

// oneRun has a single mode with the given events and phases a and b, of 1 s.
func oneRun(events ...record.Event) (*record.Recording, []scenarios.Run) {
	rec := &record.Recording{Modes: []record.Mode{{Name: "none", Events: record.NewLog(events...)}}}
	return rec, []scenarios.Run{{Mode: "none", Spec: scenarios.Spec{Duration: 2 * time.Second, Phases: []scenarios.Phase{
		{Name: "a", Until: time.Second}, {Name: "b", From: time.Second, Until: 2 * time.Second},
	}}}}
}

func measure(events ...record.Event) report.Mode { return report.Measure(oneRun(events...)).Modes[0] }

func TestRequestsBelongToThePhaseOfTheirDue(t *testing.T) {
	m := measure(
		record.Event{Kind: record.Request, Name: "x", Due: 999 * ms, Sent: 1001 * ms, At: 1500 * ms, Outcome: "200"},
		record.Event{Kind: record.Request, Name: "x", Due: 1000 * ms, Sent: 1000 * ms, At: 4000 * ms, Outcome: record.ClientTimeout},
	)
	a, b := m.Phases[0].Loads["x"], m.Phases[1].Loads["x"]
	if a.Due != 1 || b.Due != 1 || m.Loads["x"].Due != 2 {
		t.Errorf("due %d, %d, in all %d", a.Due, b.Due, m.Loads["x"].Due)
	}
	if *a.P50 != 501 || *a.ServiceP50 != 499 || *b.Max != 3000 {
		t.Errorf("latency %v, service %v, timeout %v", *a.P50, *a.ServiceP50, *b.Max)
	}
	if b.OK.Max != nil || *a.OK.Max != 501 {
		t.Error("a timeout is among the successes")
	}
}

func TestNoSamples(t *testing.T) {
	rec, runs := incident.Recording("none")
	rec.Modes[0].Events = record.Log{}
	var b bytes.Buffer
	if err := report.JSON(&b, report.Measure(rec, runs)); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{`"p50_ms": null`, `"max_ms": null`, `"outcomes": {}`, `"partial": true`, `"gates": []`, `"send_lag_p99_ms": null`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "NaN") || !strings.HasSuffix(text, "}\n") {
		t.Error("not a line of plain JSON at the end, or NaN in it")
	}
}

func TestOneSample(t *testing.T) {
	l := measure(record.Event{Kind: record.Request, Name: "x", At: 7 * ms, Outcome: "200"}).Loads["x"]
	if *l.P50 != 7 || *l.Max != 7 || *l.Min != 7 || l.P95 != nil || l.P99 != nil {
		t.Errorf("got %+v", l.Latency)
	}
}

func TestGaugesCarryIntoAPhase(t *testing.T) {
	m := measure(
		record.Event{Kind: record.Service, Name: "s", At: -50 * ms, InUse: 9},
		record.Event{Kind: record.Service, Name: "s", At: 100 * ms, InUse: 3, Waiting: 1},
		record.Event{Kind: record.Service, Name: "s", At: 2500 * ms, InUse: 12},
		record.Event{Kind: record.Bulkhead, Name: "s/p", At: 100 * ms, InUse: 2, Waiting: 5},
		record.Event{Kind: record.Refused, Name: "s/p", At: 1200 * ms, Reason: record.BulkheadFull},
	)
	a, b := m.Phases[0], m.Phases[1]
	if a.Services["s"].BusyMax != 9 || b.Services["s"].BusyMax != 3 || b.Services["s"].QueueMax != 1 || m.Services["s"].BusyMax != 12 {
		t.Errorf("a %+v, b %+v, whole %+v", a.Services, b.Services, m.Services)
	}
	if b.Bulkheads["s/p"].InUseMax != 2 || b.Bulkheads["s/p"].Rejected != 1 || a.Bulkheads["s/p"].Rejected != 0 {
		t.Errorf("a %+v, b %+v", a.Bulkheads, b.Bulkheads)
	}
}

func TestProviders(t *testing.T) {
	m := measure(
		record.Event{Kind: record.Provider, Name: "p", At: 10 * ms, InUse: 1, Started: true, Fault: "slow"},
		record.Event{Kind: record.Provider, Name: "p", At: 20 * ms, InUse: 2, Waiting: 1, Started: true},
		record.Event{Kind: record.Provider, Name: "p", At: 30 * ms, InUse: 1, Waiting: 1},
		record.Event{Kind: record.Capped, Name: "p", At: 40 * ms},
	)
	want := report.ProviderFigures{Calls: 2, InFlightMax: 2, AbandonedMax: 1, Faulted: map[string]int{"slow": 1}, Capped: 1}
	if got := m.Providers["p"]; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestBreakers(t *testing.T) {
	to := func(at time.Duration, from, to string) record.Event {
		return record.Event{Kind: record.Transition, Name: "s/p", At: at, From: from, To: to, Reason: "why"}
	}
	m := measure(
		to(500*ms, "CLOSED", "OPEN"),
		record.Event{Kind: record.Refused, Name: "s/p", At: 700 * ms, Reason: record.BreakerOpen},
		to(1500*ms, "OPEN", "HALF_OPEN"),
		to(1600*ms, "HALF_OPEN", "OPEN"),
		record.Event{Kind: record.End, At: 2600 * ms},
	)
	for _, row := range []struct {
		name      string
		got, want report.BreakerFigures
	}{
		{"a", m.Phases[0].Breakers["s/p"], report.BreakerFigures{Opens: 1, Rejected: 1, Open: 500, States: []string{"CLOSED", "OPEN"}}},
		{"b", m.Phases[1].Breakers["s/p"], report.BreakerFigures{Opens: 1, Open: 900, States: []string{"OPEN", "HALF_OPEN", "OPEN"}}},
		{"whole", m.Breakers["s/p"], report.BreakerFigures{Opens: 2, Rejected: 1, Open: 2000, States: []string{"CLOSED", "OPEN", "HALF_OPEN", "OPEN"}}},
	} {
		if !reflect.DeepEqual(row.got, row.want) {
			t.Errorf("%s: got %+v, want %+v", row.name, row.got, row.want)
		}
	}
	if got, want := m.Transitions[0].String(), "t=0.50s s/p CLOSED -> OPEN (why)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestUntilTheEnd: what is open, or down, when the last event comes stays so until the
// run is over. A run that was cut short is over then.
func TestUntilTheEnd(t *testing.T) {
	events := []record.Event{
		{Kind: record.Transition, Name: "s/p", At: 500 * ms, From: "CLOSED", To: "OPEN"},
		{Kind: record.Restart, Name: "s", At: 700 * ms, Started: true},
		{Kind: record.Restart, Name: "s", At: 750 * ms}, // told of only: it stays down
	}
	for _, row := range []struct {
		end                                             record.Event
		open, openA, openB, unready, unreadyA, unreadyB report.Millis
	}{
		{record.Event{Kind: record.End, At: 800 * ms}, 1500, 500, 1000, 1300, 300, 1000},
		{record.Event{Kind: record.End, At: 2500 * ms}, 2000, 500, 1000, 1800, 300, 1000},
		{record.Event{Kind: record.End, At: 800 * ms, Reason: "interrupted"}, 300, 300, 0, 100, 100, 0},
		{record.Event{Kind: record.Bulkhead, Name: "s/p", At: 1100 * ms}, 600, 500, 100, 400, 300, 100}, // no end at all
	} {
		m := measure(append(slices.Clone(events), row.end)...)
		a, b := m.Phases[0], m.Phases[1]
		if x, y, z := m.Breakers["s/p"].Open, a.Breakers["s/p"].Open, b.Breakers["s/p"].Open; x != row.open || y != row.openA || z != row.openB {
			t.Errorf("%v: open for %v, in a %v, in b %v", row.end, x, y, z)
		}
		if x, y, z := m.Services["s"].Unready, a.Services["s"].Unready, b.Services["s"].Unready; x != row.unready || y != row.unreadyA || z != row.unreadyB {
			t.Errorf("%v: unready for %v, in a %v, in b %v", row.end, x, y, z)
		}
	}
}

func TestReasonsAreBounded(t *testing.T) {
	var events []record.Event
	for i := range 100 {
		events = append(events, record.Event{Kind: record.Request, Name: "x", Outcome: record.Failed, Reason: strings.Repeat("x", i+1)})
	}
	reasons := measure(events...).Loads["x"].Reasons[record.Failed]
	if len(reasons) != 17 || reasons["other"] != 84 {
		t.Errorf("%d reasons, other %d", len(reasons), reasons["other"])
	}
}

// TestSummaryReadsBack: a summary is read by those who compare stored runs.
func TestSummaryReadsBack(t *testing.T) {
	sum := report.Measure(incident.Recording(incident.Modes...))
	var first, second bytes.Buffer
	if err := report.JSON(&first, sum); err != nil {
		t.Fatal(err)
	}
	var back report.Summary
	if err := json.Unmarshal(first.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if err := report.JSON(&second, &back); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("reads back as another summary (%v)", err)
	}
	if a, b := sum.Modes[3].Transitions, back.Modes[3].Transitions; !slices.Equal(a, b) {
		t.Errorf("%v\n%v", a, b)
	}
}

func TestDigestOfSimulatedRunsOnly(t *testing.T) {
	rec, runs := incident.Recording("none")
	if d := report.Measure(rec, runs).Digest; d != "" {
		t.Errorf("a live run has the digest %s", d)
	}
	rec.Header.Executor = "sim"
	if d := report.Measure(rec, runs).Digest; d != record.Digest(rec) {
		t.Errorf("digest %q", d)
	}
}

func TestTableFitsItsWidth(t *testing.T) {
	for _, n := range []int{1, 3, 10} {
		rec, runs := incident.Wide(n)
		for _, width := range []int{80, 120, 160} {
			var b strings.Builder
			if err := (report.TextConfig{Width: width}).Table(&b, report.Measure(rec, runs)); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if got := len([]rune(line)) - 1; got > width {
					t.Fatalf("%d parts: a line of %d columns, at most %d: %s", n, got, width, line)
				}
			}
			if strings.Contains(b.String(), "\x1b") {
				t.Error("control codes that nobody asked for")
			}
		}
	}
}
