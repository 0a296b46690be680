package scenarios

import (
	"math"
	"math/bits"
	"time"
)

// Due returns when the n-th request (from 0) is due, and whether it is due at
// all in a run whose loads send for the given duration: requests are due in
// [Start, duration).
func (l Load) Due(n int64, duration time.Duration) (time.Duration, bool) {
	if n < 0 || n >= l.Count(duration) {
		return 0, false
	}
	return l.Start + l.Rate.At(n), true
}

// Count returns how many requests are due in a run whose loads send for the
// given duration.
func (l Load) Count(duration time.Duration) int64 {
	span := duration - l.Start
	if span <= 0 || l.Rate.Events <= 0 || l.Rate.Per <= 0 {
		return 0
	}
	// Request n is due while n·Per/Events < span, so there are span·Events/Per
	// of them, rounded up. The product needs 128 bits.
	hi, lo := bits.Mul64(uint64(span), uint64(l.Rate.Events))
	per := uint64(l.Rate.Per)
	if hi >= per {
		return math.MaxInt64
	}
	count, rest := bits.Div64(hi, lo, per)
	if rest > 0 {
		count++
	}
	return int64(min(count, math.MaxInt64))
}
