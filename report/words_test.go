package report

import (
	"strings"
	"testing"
	"time"

	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

func TestLengthsForPeople(t *testing.T) {
	for _, row := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0.0 ms"}, {-3 * time.Millisecond, "-3.0 ms"}, {12 * time.Millisecond, "12 ms"}, {1500 * time.Millisecond, "1.50 s"},
		{9 * time.Minute, "540.0 s"}, {90 * time.Minute, "90.0 min"}, {24 * time.Hour, "24.0 h"},
	} {
		if got := figure(row.d); got != row.want {
			t.Errorf("%v: got %s, want %s", row.d, got, row.want)
		}
	}
	for _, row := range []struct {
		at   time.Duration
		want string
	}{
		{0, "0 s"}, {500 * time.Millisecond, "0.5 s"}, {299 * time.Second, "299 s"}, {5 * time.Minute, "5 min"},
		{8 * time.Hour, "8 h"}, {12*time.Hour + 10*time.Minute + 1500*time.Millisecond, "12 h 10 min 1.5 s"},
	} {
		if got := instant(millis(row.at)); got != row.want {
			t.Errorf("%v: got %s, want %s", row.at, got, row.want)
		}
	}
}

// TestAboutNamesThePolicies: a mode that has no words of its own is told by its
// policies.
func TestAboutNamesThePolicies(t *testing.T) {
	guarded := scenarios.Dependency{Policies: resilience.Policies{
		Timeout: 400 * time.Millisecond, Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 4},
		Breaker: &resilience.BreakerConfig{}, Retry: &resilience.RetryConfig{Attempts: 2},
	}}
	timed := scenarios.Dependency{Policies: resilience.Policies{Timeout: time.Second}}
	one := map[string]scenarios.Dependency{"payment": guarded}
	free := map[string]scenarios.Dependency{"payment": guarded, "mail": {}}
	two := map[string]scenarios.Dependency{"payment": guarded, "mail": timed}
	for _, row := range []struct {
		dependencies map[string]scenarios.Dependency
		words, want  string
	}{
		{one, "the old way", "the old way"},
		{one, "", "2 attempts, breaker, bulkhead 4, timeout 400ms"},
		{free, "", "shop/payment: 2 attempts, breaker, bulkhead 4, timeout 400ms"},
		{two, "", "shop/mail: timeout 1s; shop/payment: 2 attempts, breaker, bulkhead 4, timeout 400ms"},
		{nil, "", ""},
	} {
		spec := scenarios.Spec{
			Services: map[string]scenarios.Service{"shop": {Dependencies: row.dependencies}},
			Modes:    []scenarios.Mode{{Name: "m", About: row.words}},
		}
		if got := about("m", spec); got != row.want {
			t.Errorf("%q, want %q", got, row.want)
		}
	}
}

// TestTableSaysWhatIsNotExact: a load with more different latencies than are
// told apart is named.
func TestTableSaysWhatIsNotExact(t *testing.T) {
	for _, inexact := range []bool{false, true} {
		loads := map[string]LoadFigures{"checkout": {Latency: Latency{Binned: inexact}}, "health": {}}
		var table strings.Builder
		if err := Table(&table, &Summary{Modes: []Mode{{Mode: "none", Figures: Figures{Loads: loads}}}}); err != nil {
			t.Fatal(err)
		}
		const want = "More than 1048576 different latencies (checkout): percentiles may be up to 0.006 % too high.\n"
		if got := strings.Contains(table.String(), want); got != inexact {
			t.Errorf("binned %v, said %v:\n%s", inexact, got, table.String())
		}
	}
}

// TestTableShowsTheFirstTransitions and the last: a breaker that never rests
// would leave thousands.
func TestTableShowsTheFirstTransitions(t *testing.T) {
	m := Mode{Mode: "none"}
	for i := range 50 {
		m.Transitions = append(m.Transitions, Transition{At: millis(time.Duration(i) * time.Hour), Breaker: "a/b", From: "CLOSED", To: "OPEN"})
	}
	var table, log strings.Builder
	sum := &Summary{Modes: []Mode{m}}
	if err := Table(&table, sum); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(table.String(), "CLOSED -> OPEN"); n != 21 {
		t.Errorf("%d transitions in the table, want 21", n)
	}
	for _, want := range []string{"  … and 30 more, the last:\n  t=176400.00s a/b CLOSED -> OPEN", "  t=3600.00s a/b"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("not in the table: %s", want)
		}
	}
	if err := Transitions(&log, sum); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "\n"); n != 50 {
		t.Errorf("%d lines in the log, want 50", n)
	}
}

// TestReasons are told where they say more than the outcome does, and always of
// an answer that a fallback gave.
func TestReasons(t *testing.T) {
	for _, row := range []struct {
		outcome string
		of      int
		reasons map[string]int
		want    string
	}{
		{"200", 10, nil, ""},
		{"200", 10, map[string]int{"fallback": 3}, "(3 fallback)"},
		{"200", 10, map[string]int{"fallback": 10}, "(10 fallback)"},
		{"504", 10, map[string]int{"timeout": 10}, ""},
		{"503", 10, map[string]int{"breaker open": 4}, "(4 breaker open)"},
		{"503", 10, map[string]int{"breaker open": 4, "bulkhead full": 6}, "(6 bulkhead full, 4 breaker open)"},
	} {
		l := LoadFigures{Outcomes: map[string]int{row.outcome: row.of}, Reasons: map[string]map[string]int{row.outcome: row.reasons}}
		if got := l.ReasonsText(row.outcome); got != row.want {
			t.Errorf("%d × %s %v: got %q, want %q", row.of, row.outcome, row.reasons, got, row.want)
		}
	}
}
