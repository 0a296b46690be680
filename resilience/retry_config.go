package resilience

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// RetryConfig says how often a call is made again after it failed, and when. Zero
// means the default given with each field. Only an attempt that failed or timed out
// is retried: never a Success, an Ignored or a Neutral outcome, a call that its caller
// gave up, or one that a bulkhead refused, which is there to shed load.
type RetryConfig struct {
	// Attempts is how often a call is made in all, the first time included, 2 to 20.
	// One that a policy inside refuses counts. Default 3.
	Attempts int `yaml:"attempts,omitempty"`
	// Backoff is the wait before the first retry, before jitter. Default 100 ms; 1ns
	// is as good as none.
	Backoff time.Duration `yaml:"backoff,omitempty"`
	// Growth multiplies the wait from one retry to the next, 1 to 100. Default 2; 1 is
	// a constant backoff. Decorrelated jitter has a growth of its own.
	Growth float64 `yaml:"growth,omitempty"`
	// MaxBackoff bounds the wait. Default ten times Backoff, as in Envoy.
	MaxBackoff time.Duration `yaml:"max_backoff,omitempty"`
	// Jitter spreads the retries of calls that failed together. With d for the wait
	// that Backoff, Growth and MaxBackoff give, the wait is none: d; full: anything of
	// 0 to d; equal: anything of d/2 to d; decorrelated: anything from Backoff to three
	// times the wait before, at most MaxBackoff. The formulas are those of "Exponential
	// Backoff And Jitter", AWS Architecture Blog, 2015. Default full.
	//
	// A wait that is asked for, by a Retry-After or by an open breaker, keeps its jitter:
	// it is lengthened by as much as the drawn wait exceeds the least that could have
	// been drawn, and is never shorter than the drawn wait.
	Jitter string `yaml:"jitter,omitempty"`
	// Within bounds the whole from its beginning: no retry is made whose wait would end
	// at or after that. It does not cut an attempt short. Default 0: no bound but the
	// caller's own.
	Within time.Duration `yaml:"within,omitempty"`
	// OnOpen is what follows when the breaker refuses an attempt. stop: the call is
	// over. wait: a retry after the rest of the breaker's wait in OPEN, or after the
	// backoff if the breaker is HALF_OPEN and has no trial left; if it is FORCED_OPEN the
	// call is over. wait needs jitter: without it all that wait would come back in one
	// instant, and which of them gets the trial would be luck. Default stop.
	OnOpen string `yaml:"on_open,omitempty"`
	// IgnoreRetryAfter does not heed the Retry-After of a reply. By default a retry
	// waits at least that long, beyond MaxBackoff too, and there is none if that is
	// more than Within leaves.
	IgnoreRetryAfter bool `yaml:"ignore_retry_after,omitempty"`
	// Budget bounds the retries of all calls together. Default: no bound, which makes
	// a storm of up to Attempts times the load out of an outage.
	Budget *BudgetConfig `yaml:"budget,omitempty"`
}

// Values of RetryConfig.Jitter and RetryConfig.OnOpen.
const (
	NoJitter           = "none"
	FullJitter         = "full"
	EqualJitter        = "equal"
	DecorrelatedJitter = "decorrelated"

	StopWhenOpen = "stop"
	WaitWhenOpen = "wait"
)

var (
	jitters = []string{NoJitter, FullJitter, EqualJitter, DecorrelatedJitter}
	onOpens = []string{StopWhenOpen, WaitWhenOpen}
)

const (
	minAttempts = 2
	maxAttempts = 20
	maxGrowth   = 100
)

// WithDefaults returns the configuration in force.
func (c RetryConfig) WithDefaults() RetryConfig {
	c.Attempts = cmp.Or(c.Attempts, 3)
	c.Backoff = cmp.Or(c.Backoff, 100*time.Millisecond)
	c.Jitter = cmp.Or(c.Jitter, FullJitter)
	if c.Jitter != DecorrelatedJitter {
		c.Growth = cmp.Or(c.Growth, 2)
	}
	c.MaxBackoff = cmp.Or(c.MaxBackoff, 10*c.Backoff)
	c.OnOpen = cmp.Or(c.OnOpen, StopWhenOpen)
	if c.Budget != nil {
		b := c.Budget.WithDefaults()
		c.Budget = &b
	}
	return c
}

// Validate returns everything that is wrong with the configuration.
func (c RetryConfig) Validate() unit.Problems {
	var ps unit.Problems
	if c.Attempts != 0 && (c.Attempts < minAttempts || c.Attempts > maxAttempts) {
		ps.Addf("attempts", "must lie between %d, the first call included, and %d", minAttempts, maxAttempts)
	}
	if c.Backoff < 0 || c.Backoff > time.Hour {
		ps.Addf("backoff", "must lie between 0s and 1h")
	}
	if c.Growth != 0 && !(c.Growth >= 1 && c.Growth <= maxGrowth) {
		ps.Addf("growth", "must be a factor of 1 to %d", maxGrowth)
	}
	if c.Growth != 0 && c.Jitter == DecorrelatedJitter {
		ps.Addf("growth", "has no effect with decorrelated jitter, which grows from the wait before")
	}
	c.validateBounds(&ps)
	oneOf(&ps, "jitter", c.Jitter, jitters)
	oneOf(&ps, "on_open", c.OnOpen, onOpens)
	if c.OnOpen == WaitWhenOpen && c.Jitter == NoJitter {
		ps.Addf("on_open", "wait needs jitter, or all that wait come back in one instant; use one of %s", strings.Join(jitters[1:], ", "))
	}
	if c.Budget != nil {
		ps.Under("budget", c.Budget.Validate())
	}
	return ps
}

func (c RetryConfig) validateBounds(ps *unit.Problems) {
	switch first := cmp.Or(c.Backoff, RetryConfig{}.WithDefaults().Backoff); {
	case c.MaxBackoff < 0:
		ps.Addf("max_backoff", "must not be negative")
	case c.MaxBackoff > 24*time.Hour:
		ps.Addf("max_backoff", "at most 24h")
	case c.MaxBackoff != 0 && c.MaxBackoff < first:
		ps.Addf("max_backoff", "%v is less than backoff, %v", c.MaxBackoff, first)
	}
	if c.Within < 0 {
		ps.Addf("within", "must not be negative")
	}
}

// oneOf finds fault with a value that is set and none of those known.
func oneOf(ps *unit.Problems, field, value string, known []string) {
	if value != "" && !slices.Contains(known, value) {
		ps.Addf(field, "%q is not known; use one of %s", value, strings.Join(known, ", "))
	}
}
