package unit

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseShare(t *testing.T) {
	for _, row := range []struct {
		text string
		want Share // -1: refused
	}{
		{"0%", 0}, {"50%", 500_000}, {"99.95%", 999_500}, {"0.0001%", 1}, {"100%", Whole}, {" 7 % ", 70_000},
		{"0.00001%", -1}, {"100.1%", -1}, {"-1%", -1}, {"50", -1}, {"0.5", -1}, {"%", -1}, {"1/2%", -1}, {"1e2%", -1}, {"NaN%", -1}, {"", -1},
	} {
		got, err := ParseShare(row.text)
		if (err != nil) != (row.want < 0) || err == nil && got != row.want {
			t.Errorf("ParseShare(%q) = %d, %v, want %d", row.text, got, err, row.want)
		}
	}
}

func TestSharesAreComparedExactly(t *testing.T) {
	for _, row := range []struct {
		limit             Share
		part, whole       int64
		reached, exceeded bool
	}{
		{Percent(57), 57, 100, true, false}, // 0.57 × 100 is below 57 in binary fractions
		{Percent(57), 58, 100, true, true},
		{Percent(57), 56, 100, false, false},
		{999_500, 9995, 10_000, true, false},
		{999_500, 999, 1000, false, false},
		{0, 0, 0, false, false}, // a share of nothing does not exist
		{0, 0, 5, true, false},
	} {
		if got := row.limit.ReachedBy(row.part, row.whole); got != row.reached {
			t.Errorf("%s reached by %d of %d: %t", row.limit, row.part, row.whole, got)
		}
		if got := row.limit.ExceededBy(row.part, row.whole); got != row.exceeded {
			t.Errorf("%s exceeded by %d of %d: %t", row.limit, row.part, row.whole, got)
		}
	}
}

func TestParseRate(t *testing.T) {
	for _, row := range []struct{ text, prints string }{
		{"20/s", "20/s"}, {"240/min", "4/s"}, {"4/250ms", "16/s"}, {"2.5/s", "150/min"}, {"1/4s", "15/min"}, {"10/h", "10/h"}, {"1/7s", "1/7s"},
		{"0/s", ""}, {"-4/s", ""}, {"4", ""}, {"x/s", ""}, {"4/fortnight", ""}, {"4/-1s", ""}, {"1e3/s", ""}, {"", ""},
	} {
		r, err := ParseRate(row.text)
		if (err != nil) != (row.prints == "") || err == nil && r.String() != row.prints {
			t.Errorf("ParseRate(%q) prints %q, %v, want %q", row.text, r, err, row.prints)
		}
	}
}

func TestRateNeverDrifts(t *testing.T) {
	r := Rate{Events: 3, Per: time.Second}
	for _, row := range []struct {
		n    int64
		want time.Duration
	}{{0, 0}, {1, 333_333_333}, {2, 666_666_666}, {3, time.Second}, {3_000_001, 1_000_000*time.Second + 333_333_333}} {
		if got := r.At(row.n); got != row.want {
			t.Errorf("event %d of 3/s is at %d ns, want %d", row.n, got, row.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := Rate{rapid.Int64Range(1, 1e6).Draw(t, "events"), time.Duration(rapid.Int64Range(1, 1e12).Draw(t, "per"))}
		n := rapid.Int64Range(0, 1e6).Draw(t, "n")
		if r.At(n) > r.At(n+1) || r.At(n+r.Events)-r.At(n) != r.Per {
			t.Errorf("%d of %d per %d: %d, %d, %d", n, r.Events, r.Per, r.At(n), r.At(n+1), r.At(n+r.Events))
		}
	})
}
