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

// backoff is the wait after so many attempts. last is the one before, 0 if there was
// none.
func (r *Retry) backoff(attempts int, last time.Duration) time.Duration {
	switch r.cfg.Jitter {
	case FullJitter:
		return r.between(0, r.grown(attempts))
	case EqualJitter:
		d := r.grown(attempts)
		return r.between(d/2, d)
	case DecorrelatedJitter:
		return min(r.between(r.cfg.Backoff, 3*max(last, r.cfg.Backoff)), r.cfg.MaxBackoff)
	}
	return r.grown(attempts)
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
