package report

import (
	"math/bits"
	"slices"
	"time"

	"checkoutlab/internal/unit"
)

// MaxDistinct is how many different values of Samples are told apart before
// near ones are put together.
const MaxDistinct = 1 << 20

// Samples counts how often each wait occurred. The zero value has none.
//
// Their quantiles are exact as long as no more than MaxDistinct different waits
// came in, each of which takes 12 bytes. From then on, so that a run of any
// length fits in memory, waits whose first 15 binary digits are the same are put
// together and stand for the longest of them: a quantile is then still a wait
// that occurred, and at most 1/16384 (0.006 %) above the exact one. Binned says
// so. The least and the greatest are always exact.
type Samples struct {
	values []time.Duration // each once, sorted
	counts []uint32
	fresh  []time.Duration // not sorted in yet
	n      int64
	least  time.Duration
	binned bool

	seconds, rest time.Duration // whose sum is that of all waits, without an overflow
}

// leastFresh is how many new values are sorted in at once, at the least.
const leastFresh = 4096

// Add counts a wait.
func (s *Samples) Add(d time.Duration) {
	if s.n == 0 || d < s.least {
		s.least = d
	}
	s.n++
	s.seconds += d / time.Second
	s.rest += d % time.Second
	s.fresh = append(s.fresh, d)
	if len(s.fresh) >= max(leastFresh, len(s.values)/4) {
		s.settle()
	}
}

// Len is how many waits were counted.
func (s *Samples) Len() int { return int(s.n) }

// Binned reports whether there were so many different waits that quantiles are
// not exact.
func (s *Samples) Binned() bool { return s.binned }

// Min and Max are the least and the greatest wait, 0 if there are none.
func (s *Samples) Min() time.Duration { return s.least }

// Max returns the greatest.
func (s *Samples) Max() time.Duration {
	if s.n == 0 {
		return 0
	}
	s.settle()
	return s.values[len(s.values)-1]
}

// Mean returns the arithmetic mean, cut to the nanosecond, 0 if there are no
// waits. It is exact also when quantiles are not.
func (s *Samples) Mean() time.Duration {
	if s.n == 0 {
		return 0
	}
	n := time.Duration(s.n)
	return s.seconds/n*time.Second + (s.seconds%n*time.Second+s.rest)/n
}

// Quantile returns a quantile by the nearest rank: the least sample that at
// least the share q of all samples does not exceed. It is always one of the
// samples, never a value between two.
//
// It is only given when n·(1−q) ≥ ½, so that at least one of n samples is, to
// the nearest whole, expected beyond it: p95 from 10 samples on, p99 from 50,
// p99.9 from 500. Up to twice as many it is the maximum; see AtMaximum.
func (s *Samples) Quantile(q unit.Share) (d time.Duration, ok bool) {
	if s.n == 0 || 2*s.n*int64(unit.Whole-q) < int64(unit.Whole) {
		return 0, false
	}
	return s.ranked(q), true
}

// ranked is Quantile of however few samples, but not of none.
func (s *Samples) ranked(q unit.Share) time.Duration {
	s.settle()
	left := rank(s.n, q)
	for i, count := range s.counts {
		if left -= int64(count); left <= 0 {
			return s.values[i]
		}
	}
	return s.Max()
}

// AtMaximum reports whether a quantile of n samples is their maximum, which is
// so when fewer than one sample is expected beyond it.
func AtMaximum(n int, q unit.Share) bool { return n > 0 && rank(int64(n), q) == int64(n) }

// rank is q·n rounded up, from 1.
func rank(n int64, q unit.Share) int64 {
	return max(1, (n*int64(q)+int64(unit.Whole)-1)/int64(unit.Whole))
}

// settle sorts in what is new.
func (s *Samples) settle() {
	if len(s.fresh) == 0 {
		return
	}
	slices.Sort(s.fresh)
	ones := make([]uint32, len(s.fresh))
	for i := range ones {
		ones[i] = 1
	}
	s.merge(s.fresh, ones)
	s.fresh = s.fresh[:0]
}

// joined returns the samples of both.
func joined(a, b *Samples) *Samples {
	a.settle()
	b.settle()
	both := &Samples{
		n: a.n + b.n, least: min(a.least, b.least), binned: a.binned || b.binned,
		seconds: a.seconds + b.seconds, rest: a.rest + b.rest,
	}
	switch {
	case a.n == 0:
		both.least = b.least
	case b.n == 0:
		both.least = a.least
	}
	both.merge(a.values, a.counts)
	both.merge(b.values, b.counts)
	return both
}

// merge takes in sorted values with their counts.
func (s *Samples) merge(values []time.Duration, counts []uint32) {
	merged := Samples{
		values: make([]time.Duration, 0, len(s.values)+len(values)),
		counts: make([]uint32, 0, len(s.values)+len(values)),
		binned: s.binned,
	}
	i, k := 0, 0
	for i < len(s.values) || k < len(values) {
		if k == len(values) || i < len(s.values) && s.values[i] <= values[k] {
			merged.push(s.values[i], s.counts[i])
			i++
			continue
		}
		merged.push(values[k], counts[k])
		k++
	}
	s.values, s.counts = merged.values, merged.counts
	if len(s.values) > MaxDistinct && !s.binned {
		s.binned = true
		s.merge(nil, nil)
	}
}

// push adds a value that is not below the last.
func (s *Samples) push(d time.Duration, count uint32) {
	if k := len(s.values) - 1; k >= 0 && (s.values[k] == d || s.binned && bin(s.values[k]) == bin(d)) {
		s.values[k] = d
		s.counts[k] += count
		return
	}
	s.values = append(s.values, d)
	s.counts = append(s.counts, count)
}

// bin is the first 15 binary digits of a length, with its magnitude. Lengths of
// up to 32 µs have a bin each.
func bin(d time.Duration) int64 {
	if d < 0 {
		return -bin(-max(d, -1<<62))
	}
	const digits = 15
	shift := max(0, bits.Len64(uint64(d))-digits)
	return int64(shift)<<digits | int64(d)>>shift
}
