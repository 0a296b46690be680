package resilience

import (
	"math/rand/v2"
	"time"
)

// Retry is when the calls to one dependency are made again. Like every policy here it
// is not safe for concurrent use.
type Retry struct {
	// Budget bounds the retries of all calls; nil is no bound.
	Budget *Budget

	cfg  RetryConfig
	rand *rand.Rand
}

// NewRetry returns the policy. Its jitter is drawn from rng, once for each retry that
// is considered; rng may be nil if there is no jitter. It panics on a configuration
// that Validate refuses, and on jitter without rng.
func NewRetry(c RetryConfig, rng *rand.Rand) *Retry {
	if ps := c.Validate(); len(ps) > 0 {
		panic("resilience: retry: " + ps[0].String())
	}
	r := &Retry{cfg: c.WithDefaults(), rand: rng}
	if rng == nil && r.cfg.Jitter != NoJitter {
		panic("resilience: retry: " + r.cfg.Jitter + " jitter needs a stream of chance")
	}
	if c.Budget != nil {
		r.Budget = NewBudget(*c.Budget)
	}
	return r
}

// wait is how long to wait after so many attempts, and the backoff that was drawn for
// it. last is the backoff before, 0 if there was none. after is a wait that was asked
// for: what jitter adds to the least backoff then comes on top of it, so that callers
// who were asked in one instant do not come back in one.
func (r *Retry) wait(attempts int, last, after time.Duration) (wait, backoff time.Duration) {
	least, most := r.bounds(attempts, last)
	backoff = least
	if r.cfg.Jitter != NoJitter {
		backoff = r.between(least, most)
	}
	if r.cfg.Jitter == DecorrelatedJitter {
		backoff = min(backoff, r.cfg.MaxBackoff)
	}
	return max(backoff, later(after, backoff-least)), backoff
}

// bounds are the least and the largest backoff that jitter chooses from.
func (r *Retry) bounds(attempts int, last time.Duration) (least, most time.Duration) {
	d := r.grown(attempts)
	switch r.cfg.Jitter {
	case FullJitter:
		return 0, d
	case EqualJitter:
		return d / 2, d
	case DecorrelatedJitter:
		return r.cfg.Backoff, 3 * max(last, r.cfg.Backoff)
	}
	return d, d
}

// grown is the wait before jitter: Backoff × Growth^(attempts−1), at most MaxBackoff.
// It is a loop and not math.Pow, whose last bit differs from machine to machine.
func (r *Retry) grown(attempts int) time.Duration {
	d, limit := float64(r.cfg.Backoff), float64(r.cfg.MaxBackoff)
	for i := 1; i < attempts && d < limit; i++ {
		d *= r.cfg.Growth
	}
	return min(time.Duration(min(d, limit)), r.cfg.MaxBackoff)
}

// between draws a duration evenly, both ends included.
func (r *Retry) between(from, to time.Duration) time.Duration {
	return from + time.Duration(r.rand.Int64N(int64(to-from)+1))
}
