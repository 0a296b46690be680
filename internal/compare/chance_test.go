package compare_test

import (
	"testing"

	"checkoutlab/internal/compare"
	"checkoutlab/report"
)

// TestFalseAlarms compares runs with other runs of the very same scenario: all
// that differs is luck. A comparison may call anything better, worse or changed in
// at most the share alpha of all cases, over all its figures together.
func TestFalseAlarms(t *testing.T) {
	const pairs, each = 20, 10
	file := lottery(t)
	all := simulate(t, file, 1, 2*pairs*each)
	c := config
	c.Alpha, c.MinEffect = 0.1, compare.Effect{} // nothing but the test stands between luck and a verdict
	alarmed, raw, tested := 0, 0, 0
	for i := range pairs {
		part := all[2*i*each:]
		r := sets(t, c, store(t, "base", file, part[:each]), store(t, "new", file, part[each:2*each]))
		if r.Count(compare.Better)+r.Count(compare.Worse)+r.Count(compare.Changed) > 0 {
			alarmed++
		}
		tested += r.Tested
		for _, row := range r.Rows {
			if row.P != nil && *row.P <= c.Alpha {
				raw++
			}
		}
	}
	t.Logf("%d of %d comparisons raised an alarm; %d of %d tests had p at most %g", alarmed, pairs, raw, tested, c.Alpha)
	// Of 20 with one in ten, more than five are had by luck in one of a hundred times,
	// and these seeds are always the same.
	if alarmed > 5 {
		t.Errorf("%d of %d comparisons raised an alarm with alpha %g", alarmed, pairs, c.Alpha)
	}
	// Unadjusted p are as many as alpha says, and no fewer than half of it: the tests
	// do tell, and their number is why they must be adjusted.
	if share := float64(raw) / float64(tested); share > 1.2*c.Alpha || share < 0.4*c.Alpha {
		t.Errorf("%d of %d p are at most %g", raw, tested, c.Alpha)
	}
}

// TestItself: against itself nothing differs, simulated or not.
func TestItself(t *testing.T) {
	file := lottery(t)
	sums := simulate(t, file, 1, 10)
	for _, executor := range []string{"sim", "live"} {
		for _, sum := range sums {
			sum.Executor = executor
		}
		set := store(t, "one", file, sums)
		r := sets(t, config, set, set)
		for _, row := range r.Rows {
			switch v := row.Verdict; {
			case v == compare.Same:
			case executor == "live" && (v == compare.Noise || v == compare.TooFew): // p99 of few requests
			default:
				t.Errorf("%s: %s is %s", executor, row, v)
			}
		}
		if len(r.Rows) < 40 || executor == "live" && r.Count(compare.Noise) < 20 || len(r.Differences) > 0 {
			t.Errorf("%s: %s; differences %q", executor, r.Tally(), r.Differences)
		}
	}
}

// TestTellsAChangeFromLuck: what was changed is found, for the better or the worse,
// and what it cannot reach is left alone.
func TestTellsAChangeFromLuck(t *testing.T) {
	before, after := lottery(t), lottery(t, "providers.pay.latency={distribution: exponential, mean: 60ms}")
	base, new := store(t, "base", before, simulate(t, before, 1, 10)), store(t, "new", after, simulate(t, after, 11, 10))
	for verdict, r := range map[compare.Verdict]*compare.Result{
		compare.Worse: sets(t, config, base, new), compare.Better: sets(t, config, new, base),
	} {
		found := 0
		for _, row := range r.Rows {
			if row.Phase == "before" && row.Subject == "buy" && row.Measure == "p50" && row.Verdict == verdict {
				found++
			}
			if row.Phase == "before" && row.Subject == "health" && row.Measure == "share(200)" && row.Verdict != compare.Same {
				t.Errorf("%s: %s", row, row.Verdict)
			}
		}
		if found != 2 {
			t.Errorf("%s in %d modes, want 2: %s", verdict, found, r.Tally())
		}
	}
}

// TestRecovery: of a load that no longer recovers nothing is left out.
func TestRecovery(t *testing.T) {
	file := lottery(t)
	base, new := simulate(t, file, 1, 10), simulate(t, file, 11, 10)
	for _, sum := range new[:9] {
		for i := range sum.Modes {
			load, not := sum.Modes[i].Loads["buy"], false
			load.TimeToRecover, load.Recovered = nil, &not
			sum.Modes[i].Loads = map[string]report.LoadFigures{"buy": load}
		}
	}
	r := sets(t, config, store(t, "base", file, base), store(t, "new", file, new))
	seen := 0
	for _, row := range r.Rows {
		if row.Measure != "time_to_recover" {
			continue
		}
		seen++
		if row.Verdict != compare.Worse || row.New.Never != 9 || row.New.Median != nil || row.New.Samples != 10 {
			t.Errorf("%s: %s, %+v", row, row.Verdict, row.New)
		}
	}
	if seen != 2 {
		t.Errorf("%d rows, want one in each mode", seen)
	}
}
