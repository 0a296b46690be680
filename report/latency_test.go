package report_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/unit"
	"checkoutlab/report"
)

func of(waits []time.Duration) *report.Samples {
	var s report.Samples
	for _, d := range waits {
		s.Add(d)
	}
	return &s
}

// TestQuantileAgainstDefinition counts, for the quantile that is returned, the
// samples that do not exceed it, by the words of its definition.
func TestQuantileAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 40), func(n int) time.Duration { return time.Duration(n) }), 0, 300).Draw(t, "samples")
		q := unit.Share(rapid.Int64Range(1, int64(unit.Whole)-1).Draw(t, "q"))
		slices.Sort(samples)
		got, ok := of(samples).Quantile(q)
		n := int64(len(samples))
		if want := n > 0 && 2*n*(int64(unit.Whole)-int64(q)) >= int64(unit.Whole); ok != want {
			t.Fatalf("given: %v, want %v", ok, want)
		}
		if !ok {
			return
		}
		if !slices.Contains(samples, got) {
			t.Fatalf("%v is not a sample", got)
		}
		notAbove := func(d time.Duration) (k int64) {
			for _, s := range samples {
				if s <= d {
					k++
				}
			}
			return k
		}
		if !q.ReachedBy(notAbove(got), n) {
			t.Fatalf("fewer than %v of the samples do not exceed %v", q, got)
		}
		if q.ReachedBy(notAbove(got-1), n) {
			t.Fatalf("%v is not the least such sample", got)
		}
	})
}

func TestQuantilesAreOrdered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 1e6), func(n int) time.Duration { return time.Duration(n) }), 1, 2000).Draw(t, "samples")
		slices.Sort(samples)
		last := samples[0]
		for _, q := range []unit.Share{unit.Percent(50), unit.Percent(90), unit.Percent(95), unit.Percent(99), 999_000} {
			d, ok := of(samples).Quantile(q)
			if ok && (d < last || d > samples[len(samples)-1]) {
				t.Fatalf("%v is %v, before it %v", q, d, last)
			}
			if ok {
				last = d
			}
		}
	})
}

func TestQuantileNeedsSamples(t *testing.T) {
	for _, row := range []struct {
		q     unit.Share
		n     int // the least number of samples
		above int // the first number of samples at which it is not the maximum
	}{
		{unit.Percent(50), 1, 2}, {unit.Percent(90), 5, 10}, {unit.Percent(95), 10, 20}, {unit.Percent(99), 50, 100}, {999_000, 500, 1000},
	} {
		samples := make([]time.Duration, row.n)
		if _, ok := of(samples).Quantile(row.q); !ok {
			t.Errorf("%v of %d samples is not given", row.q, row.n)
		}
		if _, ok := of(samples[1:]).Quantile(row.q); ok {
			t.Errorf("%v of %d samples is given", row.q, row.n-1)
		}
		if !report.AtMaximum(row.above-1, row.q) || report.AtMaximum(row.above, row.q) {
			t.Errorf("%v is the maximum of fewer than %d samples: %v, %v", row.q, row.above,
				report.AtMaximum(row.above-1, row.q), report.AtMaximum(row.above, row.q))
		}
	}
}
