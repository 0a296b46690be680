package resilience

import "time"

// These are the steps of a call whose chain has a Retry. One without never comes here.

func (c *Call) beginRetries(now time.Duration) {
	r := c.Chain.Retry
	c.until, c.backoff = 0, 0
	within := c.Within
	if own := r.cfg.Within; own > 0 && (within <= 0 || own < within) {
		within = own
	}
	if within > 0 {
		c.until = soon(later(now, within))
	}
	if r.Budget != nil {
		r.Budget.Begin(now)
	}
}

// retry decides whether the attempt that ended so is followed by another one. If it is
// not, the call ends with it.
func (c *Call) retry(now time.Duration, o Outcome, err error, after time.Duration, act *Action) bool {
	b := c.Chain.Retry.Budget
	if b != nil {
		b.Count(o)
	}
	again := c.try > 1
	wait, ok := c.waitFor(now, o, err, after)
	if ok && b != nil && !b.Retry(now, again) {
		ok, act.OverBudget = false, true
	}
	if !ok {
		if b != nil {
			b.End(again)
		}
		return false
	}
	c.phase = waiting
	c.try++
	act.Kind, act.Try, act.Limit = Wait, c.try, wait
	return true
}

// waitFor is how long to wait for the next attempt, if there may be one but for the
// budget.
func (c *Call) waitFor(now time.Duration, o Outcome, err error, after time.Duration) (wait time.Duration, ok bool) {
	r := c.Chain.Retry
	if int(c.try) >= r.cfg.Attempts {
		return 0, false
	}
	switch {
	case err == ErrOpen && r.cfg.OnOpen == WaitWhenOpen:
		if c.Chain.Breaker.State(now) == ForcedOpen {
			return 0, false
		}
		after = c.Chain.Breaker.admitsIn(now) // 0 while half-open: the backoff alone
	case o != Failure || after < 0:
		return 0, false
	case r.cfg.IgnoreRetryAfter:
		after = 0
	}
	wait, c.backoff = r.wait(int(c.try), c.backoff, after)
	return wait, c.until == 0 || wait < c.until-now
}

func (c *Call) nextWaiting(now time.Duration, kind EventKind, act *Action) {
	b := c.Chain.Retry.Budget
	switch kind {
	case Waited:
		if b != nil {
			b.Resume()
		}
		c.next, c.deadline = 0, 0
		c.enter(now, act)
	case GaveUp:
		if b != nil {
			b.Cancel()
		}
		c.phase = finished
		act.Kind, act.Try = Finish, c.try-1
	}
}
