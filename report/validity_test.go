package report_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/report"
)

func TestValidity(t *testing.T) {
	request := func(due, sent time.Duration) record.Event {
		return record.Event{Kind: record.Request, Name: "x", Due: due, Sent: sent, At: sent + ms, Outcome: "200"}
	}
	sender := func(sent, missed int) record.Event {
		return record.Event{Kind: record.Sender, Name: "x", InUse: sent, Waiting: missed}
	}
	for _, row := range []struct {
		name   string
		events []record.Event
		want   []string
	}{
		{"nothing happened", nil, nil},
		{"at its limits", []record.Event{request(0, 25*ms), sender(1, 0), {Kind: record.Stall, Took: 500 * ms}}, nil},
		{"stall", []record.Event{{Kind: record.Stall, Took: 501 * ms}}, []string{"process stalled in mode none: 501 ms, at most 500 ms"}},
		{"lag", []record.Event{request(0, 31*ms)}, []string{"sender lagged in mode none: p99 31 ms, at most 25 ms"}},
		{"missed", []record.Event{request(0, 0), sender(1, 2)}, []string{"sender missed requests in mode none: 2 of 3 due were never sent"}},
		{"lost", []record.Event{request(0, 0), sender(3, 0)}, []string{"requests without an outcome in mode none: 2 of 3 sent"}},
		{"capped", []record.Event{{Kind: record.Capped, Name: "pay"}, {Kind: record.Capped, Name: "pay"}},
			[]string{"provider pay hit its own limit in mode none: 2 requests turned away"}},
		{"several", []record.Event{{Kind: record.Stall, Took: time.Second}, {Kind: record.Capped, Name: "pay"}},
			[]string{"process stalled in mode none: 1.00 s, at most 500 ms", "provider pay hit its own limit in mode none: 1 requests turned away"}},
	} {
		rec, runs := oneRun(row.events...)
		sum := report.Measure(rec, runs)
		v := sum.Validity
		if !slices.Equal(v.Reasons, row.want) || v.Valid != (len(row.want) == 0) {
			t.Errorf("%s: valid %v, %q, want %q", row.name, v.Valid, v.Reasons, row.want)
		}
		var b strings.Builder
		if err := report.Table(&b, sum); err != nil {
			t.Fatal(err)
		}
		for _, reason := range row.want {
			if !strings.Contains(b.String(), reason) || !strings.Contains(b.String(), "INVALID") {
				t.Errorf("%s: not in the table: %s", row.name, reason)
			}
		}
		if !strings.Contains(b.String(), "PARTIAL") {
			t.Errorf("%s: a run without an end is not marked in the table", row.name)
		}
	}
}

func TestBurst(t *testing.T) {
	var events []record.Event
	for _, sent := range []time.Duration{0, 50 * ms, 100 * ms, 149 * ms, 149 * ms, 300 * ms} {
		events = append(events, record.Event{Kind: record.Request, Name: "x", Due: sent, Sent: sent, At: sent, Outcome: "200"})
	}
	rec, runs := oneRun(events...)
	if got := report.Measure(rec, runs).Validity.BurstMax; got != 4 { // at 50, 100 and twice at 149 ms
		t.Errorf("got %d, want 4", got)
	}
}
