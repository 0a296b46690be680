package agree_test

import (
	"slices"
	"strings"
	"testing"

	"checkoutlab/internal/agree"
	"checkoutlab/report"
)

// figures are one phase of a run with one load and one provider.
type figures struct {
	failed   int
	p50, p95 report.Millis
	inFlight int
}

func (f figures) summary(transitions ...report.Transition) *report.Summary {
	figures := report.Figures{
		Loads: map[string]report.LoadFigures{"checkout": {
			Outcomes: map[string]int{"200": 10, "503": f.failed},
			Latency:  report.Latency{P50: &f.p50, P95: &f.p95},
		}},
		Providers: map[string]report.ProviderFigures{"payment": {InFlightMax: f.inFlight}},
	}
	return &report.Summary{
		Scenario: "test", Validity: report.Validity{Valid: true},
		Modes: []report.Mode{{
			Mode: "protected", Figures: figures, Transitions: transitions,
			Phases: []report.Phase{{Name: "slow", Figures: figures}},
		}},
	}
}

func at(ms report.Millis, breaker, from, to string) report.Transition {
	return report.Transition{At: ms, Breaker: breaker, From: from, To: to}
}

// misses compares and tells of each miss where and what it is.
func misses(live, sim *report.Summary) []string {
	var all []string
	for _, r := range agree.Compare(live, sim).Misses() {
		place, _, _ := strings.Cut(r.String(), ": ")
		all = append(all, place)
	}
	return all
}

func TestBounds(t *testing.T) {
	few, many := figures{20, 100, 200, 10}, figures{200, 1000, 2000, 100}
	for _, row := range []struct {
		name      string
		live, sim figures
		want      []string
	}{
		{"the same", few, few, nil},
		{"two requests", figures{22, 100, 200, 10}, few, nil},
		{"two fewer", figures{18, 100, 200, 10}, few, nil},
		{"three requests", figures{23, 100, 200, 10}, few, []string{"protected slow checkout 503"}},
		{"three fewer", figures{17, 100, 200, 10}, few, []string{"protected slow checkout 503"}},
		{"five per cent of the requests", figures{210, 1000, 2000, 100}, many, nil},
		{"one more than that", figures{211, 1000, 2000, 100}, many, []string{"protected slow checkout 503"}},
		{"an outcome that nobody calculated", figures{3, 100, 200, 10}, figures{0, 100, 200, 10}, []string{"protected slow checkout 503"}},
		{"15 ms", figures{20, 115, 200, 10}, few, nil},
		{"15.1 ms", figures{20, 115.1, 200, 10}, few, []string{"protected slow checkout p50"}},
		{"15.1 ms less", figures{20, 84.9, 200, 10}, few, []string{"protected slow checkout p50"}},
		{"five per cent of p50", figures{200, 1050, 2000, 100}, many, nil},
		{"one millisecond more", figures{200, 1051, 2000, 100}, many, []string{"protected slow checkout p50"}},
		{"p95 is not judged", figures{20, 100, 900, 10}, few, nil},
		{"two more in flight", figures{20, 100, 200, 12}, few, nil},
		{"three more in flight", figures{20, 100, 200, 13}, few, []string{"protected slow payment in flight", "protected payment in flight"}},
		{"five per cent more in flight", figures{200, 1000, 2000, 105}, many, nil},
		{"one more than that in flight", figures{200, 1000, 2000, 106}, many, []string{"protected slow payment in flight", "protected payment in flight"}},
	} {
		if got := misses(row.live.summary(), row.sim.summary()); !slices.Equal(got, row.want) {
			t.Errorf("%s: out of bound are %q, want %q", row.name, got, row.want)
		}
	}
}

func TestTransitions(t *testing.T) {
	opens, half := at(1000, "a/b", "CLOSED", "OPEN"), at(2000, "a/b", "OPEN", "HALF_OPEN")
	for _, row := range []struct {
		name      string
		live, sim []report.Transition
		want      []string
	}{
		{"80 ms late and early", []report.Transition{at(1080, "a/b", "CLOSED", "OPEN"), at(1920, "a/b", "OPEN", "HALF_OPEN")},
			[]report.Transition{opens, half}, nil},
		{"80.1 ms late", []report.Transition{at(1080.1, "a/b", "CLOSED", "OPEN"), half},
			[]report.Transition{opens, half}, []string{"protected a/b CLOSED -> OPEN"}},
		{"one is missing live", []report.Transition{opens}, []report.Transition{opens, half}, []string{"protected a/b OPEN -> HALF_OPEN"}},
		{"one was not calculated", []report.Transition{opens, half}, []report.Transition{opens}, []string{"protected a/b OPEN -> HALF_OPEN"}},
		{"another order", []report.Transition{opens, at(2000, "a/b", "OPEN", "CLOSED")}, []report.Transition{opens, half},
			[]string{"protected a/b OPEN -> HALF_OPEN", "protected a/b OPEN -> CLOSED"}},
		{"of another breaker", []report.Transition{at(1000, "a/c", "CLOSED", "OPEN")}, []report.Transition{opens},
			[]string{"protected a/b CLOSED -> OPEN", "protected a/c CLOSED -> OPEN"}},
		{"two breakers in the other order", []report.Transition{at(1001, "a/c", "CLOSED", "OPEN"), at(1002, "a/b", "CLOSED", "OPEN")},
			[]report.Transition{at(1001, "a/b", "CLOSED", "OPEN"), at(1002, "a/c", "CLOSED", "OPEN")}, nil},
	} {
		f := figures{20, 100, 200, 10}
		if got := misses(f.summary(row.live...), f.summary(row.sim...)); !slices.Equal(got, row.want) {
			t.Errorf("%s: out of bound are %q, want %q", row.name, got, row.want)
		}
	}
}

// TestMissingParts: what only one of the two has is a difference, whichever it is.
func TestMissingParts(t *testing.T) {
	f := figures{20, 100, 200, 10}
	for _, row := range []struct {
		name   string
		remove func(*report.Summary)
		want   string
	}{
		{"a phase", func(s *report.Summary) { s.Modes[0].Phases = nil }, "protected slow checkout 200"},
		{"a mode", func(s *report.Summary) { s.Modes = nil }, "protected slow checkout 200"},
		{"a load", func(s *report.Summary) { s.Modes[0].Phases[0].Loads = nil }, "protected slow checkout p50"},
		{"a provider", func(s *report.Summary) { s.Modes[0].Phases[0].Providers = nil }, "protected slow payment in flight"},
		{"a provider of the whole run", func(s *report.Summary) { s.Modes[0].Providers = nil }, "protected payment in flight"},
	} {
		whole, part := f.summary(), f.summary()
		row.remove(part)
		for side, got := range map[string][]string{"live": misses(part, whole), "simulated": misses(whole, part)} {
			if !slices.Contains(got, row.want) {
				t.Errorf("%s is missing %s: out of bound are %q, want %q among them", row.name, side, got, row.want)
			}
		}
	}
}

// TestReasons are told where an outcome has several, and not judged.
func TestReasons(t *testing.T) {
	with := func(reasons map[string]int) *report.Summary {
		s := figures{20, 100, 200, 10}.summary()
		l := s.Modes[0].Phases[0].Loads["checkout"]
		l.Reasons = map[string]map[string]int{"503": reasons}
		s.Modes[0].Phases[0].Loads["checkout"] = l
		return s
	}
	for _, row := range []struct {
		live, sim map[string]int
		want      []string
	}{
		{map[string]int{"breaker open": 20}, map[string]int{"breaker open": 20}, []string{"503 breaker open"}},
		{map[string]int{"breaker open": 5, "bulkhead full": 15}, map[string]int{"breaker open": 20},
			[]string{"503", "  breaker open", "  bulkhead full"}},
	} {
		c := agree.Compare(with(row.live), with(row.sim))
		var got []string
		for _, r := range c.Rows {
			if r.Kind == agree.Reason || r.Kind == agree.Count && strings.HasPrefix(r.Measure, "503") {
				got = append(got, r.Measure)
			}
		}
		if !slices.Equal(got, row.want) || len(c.Misses()) > 0 {
			t.Errorf("%v beside %v: rows %q, want %q; misses %v", row.live, row.sim, got, row.want, c.Misses())
		}
	}
}

func TestUnfit(t *testing.T) {
	late, later := report.Millis(4), report.Millis(4.1)
	for _, row := range []struct {
		name     string
		validity report.Validity
		want     string
	}{
		{"valid", report.Validity{Valid: true, StallMax: 40}, ""},
		{"stood still for too long", report.Validity{Valid: true, StallMax: 41},
			"process stalled: 41 ms, at most 40 ms in a comparison"},
		{"sent as late as may be", report.Validity{Valid: true, SendLagP99: &late}, ""},
		{"sent later than that", report.Validity{Valid: true, SendLagP99: &later}, "sender lagged: p99 4.1 ms, at most 4 ms in a comparison"},
		{"invalid", report.Validity{Reasons: []string{"sender lagged"}, StallMax: 600}, "sender lagged"},
	} {
		f := figures{20, 100, 200, 10}
		live := f.summary()
		live.Validity = row.validity
		if got := strings.Join(agree.Compare(live, f.summary()).Unfit, "; "); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}
