package report

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/scenarios"
)

// recoverySpec has a fault that ends at 2 s, after an earlier one.
var recoverySpec = scenarios.Spec{Providers: map[string]fault.Config{
	"a": {Faults: []fault.Window{{Kind: fault.Slow, Until: time.Second}, {Kind: fault.Hang, From: time.Second, Until: 2 * time.Second}}},
	"b": {},
}}

func TestTimeToRecover(t *testing.T) {
	const ms = time.Millisecond
	type asked struct {
		due, took int // ms
		outcome   string
	}
	for _, row := range []struct {
		name     string
		requests []asked // in the order in which they ended
		want     string
	}{
		{"nothing was due", nil, "nothing"},
		{"nothing was due since", []asked{{1900, 300, "503"}}, "nothing"},
		{"no failure since", []asked{{1900, 300, "503"}, {2100, 5, "200"}}, "0 ms"},
		{"at the end of the fault", []asked{{2000, 5, "503"}, {2050, 5, "200"}}, "50 ms"},
		{"a relapse", []asked{{2000, 5, "503"}, {2100, 5, "200"}, {2200, 5, "503"}, {2300, 5, "200"}}, "300 ms"},
		{"a failure that ends late", []asked{{2200, 5, "200"}, {2300, 5, "200"}, {2100, 900, "client timeout"}}, "200 ms"},
		{"a failure between successes that ends late", []asked{{2200, 5, "200"}, {2400, 5, "204"}, {2300, 900, "504"}}, "400 ms"},
		{"a redirect is no success", []asked{{2200, 5, "302"}, {2400, 5, "200"}}, "400 ms"},
		{"until the end", []asked{{2200, 5, "200"}, {2300, 5, "503"}}, "never"},
	} {
		r := newRecovery(recoverySpec, scenarios.Load{GiveUp: time.Second})
		for _, a := range row.requests {
			due := time.Duration(a.due) * ms
			r.add(&record.Event{Due: due, At: due + time.Duration(a.took)*ms, Outcome: a.outcome})
		}
		if got := recoveryText(r); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
	if r := newRecovery(scenarios.Spec{Providers: map[string]fault.Config{"b": {}}}, scenarios.Load{}); r != nil {
		t.Error("a run without a fault has nothing to recover from")
	}
}

func recoveryText(r *recovery) string {
	took, recovered := r.figures()
	switch {
	case recovered == nil:
		return "nothing"
	case !*recovered:
		return "never"
	default:
		return strconv.FormatInt(took.Duration().Milliseconds(), 10) + " ms"
	}
}

// TestTimeToRecoverAgainstDefinition works out, from all requests at once and in
// the order in which they were due, what is found as they end, over so many
// requests that most are forgotten.
func TestTimeToRecoverAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const giveUp = 500 * time.Millisecond
		n := rapid.IntRange(1, 3*keptDues).Draw(t, "requests")
		failures := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 5).Draw(t, "failures")
		var events []record.Event
		want := "0 ms"
		last := -1
		for i := range n {
			due := 2*time.Second + time.Duration(i)*time.Millisecond
			e := record.Event{Due: due, At: due + time.Millisecond, Outcome: "200"}
			if slices.Contains(failures, i) {
				e.At, e.Outcome, last = due+giveUp, record.ClientTimeout, i
			}
			events = append(events, e)
		}
		if last >= 0 {
			want = strconv.Itoa(last+1) + " ms"
		}
		if last == n-1 {
			want = "never"
		}
		slices.SortStableFunc(events, func(a, b record.Event) int { return int(a.At - b.At) })
		r := newRecovery(recoverySpec, scenarios.Load{GiveUp: giveUp})
		for i := range events {
			r.add(&events[i])
			if len(r.good) > 2*keptDues {
				t.Fatalf("keeps %d instants", len(r.good))
			}
		}
		if got := recoveryText(r); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}
