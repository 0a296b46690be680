package report

import (
	"slices"
	"time"

	"checkoutlab/internal/unit"
)

// Latency is the distribution of a number of waits. What too few samples say
// nothing about is nil (null in JSON): see Quantile.
type Latency struct {
	Min  *Millis `json:"min_ms"`
	P50  *Millis `json:"p50_ms"`
	P90  *Millis `json:"p90_ms"`
	P95  *Millis `json:"p95_ms"`
	P99  *Millis `json:"p99_ms"`
	P999 *Millis `json:"p99_9_ms"`
	Max  *Millis `json:"max_ms"`
}

// newLatency sorts the samples in place.
func newLatency(samples []time.Duration) Latency {
	slices.Sort(samples)
	at := func(q unit.Share) *Millis {
		d, ok := Quantile(samples, q)
		if !ok {
			return nil
		}
		ms := millis(d)
		return &ms
	}
	l := Latency{
		P50: at(unit.Percent(50)), P90: at(unit.Percent(90)), P95: at(unit.Percent(95)),
		P99: at(unit.Percent(99)), P999: at(999_000),
	}
	if n := len(samples); n > 0 {
		least, most := millis(samples[0]), millis(samples[n-1])
		l.Min, l.Max = &least, &most
	}
	return l
}

// Quantile returns a quantile of sorted samples by the nearest rank: the least
// sample that at least the share q of all samples does not exceed. It is always
// one of the samples, never a value between two.
//
// It is only given when n·(1−q) ≥ ½, so that at least one of n samples is, to
// the nearest whole, expected beyond it: p95 from 10 samples on, p99 from 50,
// p99.9 from 500. Up to twice as many it is the maximum; see AtMaximum.
func Quantile(sorted []time.Duration, q unit.Share) (d time.Duration, ok bool) {
	n := int64(len(sorted))
	if n == 0 || 2*n*int64(unit.Whole-q) < int64(unit.Whole) {
		return 0, false
	}
	return sorted[rank(n, q)-1], true
}

// AtMaximum reports whether a quantile of n samples is their maximum, which is
// so when fewer than one sample is expected beyond it.
func AtMaximum(n int, q unit.Share) bool { return n > 0 && rank(int64(n), q) == int64(n) }

// rank is q·n rounded up, from 1.
func rank(n int64, q unit.Share) int64 {
	return max(1, (n*int64(q)+int64(unit.Whole)-1)/int64(unit.Whole))
}
