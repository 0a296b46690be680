package resilience

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Chain is the policies of one dependency, shared by all calls to it.
type Chain struct {
	Retry    *Retry        // nil if there is none
	Breaker  *Breaker      // nil if there is none
	Bulkhead *Bulkhead     // nil if there is none
	Timeout  time.Duration // 0 if there is none

	steps         [3]step // outermost first; those that are not there are left out
	abandoned     int     // attempts whose work goes on
	holdUntilDone bool
	blindBreaker  bool    // the timeout is outside of the breaker
	full          Outcome // of a call that the bulkhead refuses, to the breaker
}

// step is entering one policy.
type step uint8

const (
	attempt step = iota // no policy is left
	askBreaker
	askBulkhead
	startTimeout
)

var stepOf = map[string]step{breakerName: askBreaker, bulkheadName: askBulkhead, timeoutName: startTimeout}

// NewChain builds the policies. The jitter of a retry is drawn from rng, which may be
// nil if there is none. It panics on a configuration that Validate refuses, and on
// jitter without rng.
func NewChain(p Policies, rng *rand.Rand) *Chain {
	if ps := p.Validate(); len(ps) > 0 {
		panic("resilience: policies: " + ps[0].String())
	}
	p = p.WithDefaults()
	c := &Chain{Timeout: p.Timeout, full: Neutral}
	// A retry is no step: it stands before them all.
	order := slices.DeleteFunc(slices.Clone(p.Order), func(name string) bool { return !p.has(name) })
	if p.Retry != nil {
		c.Retry = NewRetry(*p.Retry, rng)
	}
	for i, name := range order {
		c.steps[i] = stepOf[name]
	}
	if p.Breaker != nil {
		c.Breaker = NewBreaker(*p.Breaker)
		at := slices.Index(order, timeoutName)
		if p.Breaker.FullFails {
			c.full = Failure
		}
		c.blindBreaker = at >= 0 && at < slices.Index(order, breakerName)
	}
	if p.Bulkhead != nil {
		c.Bulkhead = NewBulkhead(*p.Bulkhead)
		c.holdUntilDone = p.Bulkhead.HoldUntilDone
	}
	return c
}

// Ended says that work has really ended which an attempt left behind when it timed out
// or was given up. A driver says so once for each, whatever has become of the call
// since: it may have gone on to its next attempt, be over, or be another request's. A
// bulkhead that holds until done frees the slot now, and the ticket that has it then is
// returned, or nil. It panics if there is no such work.
func (c *Chain) Ended(now time.Duration) *Ticket {
	if c.abandoned == 0 {
		panic("resilience: more work ended than was left behind")
	}
	c.abandoned--
	if !c.holdUntilDone {
		return nil
	}
	return c.Bulkhead.Release(now)
}

// Abandoned is the number of attempts that were left behind and whose work goes on.
func (c *Chain) Abandoned() int { return c.abandoned }
