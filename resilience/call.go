package resilience

import "time"

// Call is one request's way through the policies of a Chain, as a step function. A
// value with the exported fields set is a call that has not begun; it must not be copied
// once it has. A call that is over may begin anew, as another request, if no timer of
// the last one can still tell it anything.
type Call struct {
	Chain *Chain
	// Within is how long the caller waits at most from the beginning, set before it: a
	// retry that could not begin in that time is not made. 0: not known.
	Within time.Duration

	phase    phase
	try      uint8 // number of the attempt, from 1 on
	next     uint8 // index of the policy to enter next
	holds    bool  // a slot of the bulkhead
	asked    bool  // the breaker, which gave permit
	permit   Permit
	ticket   Ticket
	deadline time.Duration // of the attempt; 0: none
	until    time.Duration // no retry begins then or later; 0: no bound
	backoff  time.Duration // last one drawn; 0: none
}

// phase is how far a call has come.
type phase uint8

const (
	fresh phase = iota
	queued
	underway
	waiting // for the next attempt
	finished
)

// Next takes what just happened and says what the driver must do now. Events that
// come too late, such as the timer of a wait that is over, are answered with
// Nothing, so that a driver need not cancel its timers. It panics if a call begins
// that is not over.
func (c *Call) Next(now time.Duration, ev Event) (act Action) {
	switch {
	case ev.Kind == Began:
		if c.phase != fresh && c.phase != finished {
			panic("resilience: a call begins that is not over")
		}
		c.try, c.next, c.deadline = 1, 0, 0
		if c.Chain.Retry != nil {
			c.beginRetries(now)
		}
		c.enter(now, &act)
	case ev.Try != 0 && ev.Try != c.try:
	case c.phase == queued:
		c.nextQueued(now, ev.Kind, &act)
	case c.phase == underway:
		c.nextUnderway(now, &ev, &act)
	case c.phase == waiting:
		c.nextWaiting(now, ev.Kind, &act)
	}
	return act
}

// Ticket is the one that the call waits under, for its driver to set the Owner of.
func (c *Call) Ticket() *Ticket { return &c.ticket }

// enter goes from policy to policy inwards until one holds the call up. Like all
// steps below it fills in the action where it will be returned: five words that
// are handed on from function to function cost more than the decisions.
func (c *Call) enter(now time.Duration, act *Action) {
	for ; int(c.next) < len(c.Chain.steps); c.next++ {
		switch c.Chain.steps[c.next] {
		case askBreaker:
			permit, err := c.Chain.Breaker.Acquire(now)
			if err != nil {
				c.finish(now, Neutral, err, act)
				return
			}
			c.permit, c.asked = permit, true
		case askBulkhead:
			switch c.Chain.Bulkhead.Acquire(now, &c.ticket) {
			case Refused:
				c.overflow(now, ErrFull, act)
				return
			case Queued:
				c.wait(now, act)
				return
			}
			c.holds = true
		case startTimeout:
			c.deadline = soon(later(now, c.Chain.Timeout))
		}
	}
	c.attempt(now, act)
}

func (c *Call) wait(now time.Duration, act *Action) {
	c.phase = queued
	if c.asked {
		c.Chain.Breaker.Suspend(now, c.permit)
	}
	limit := c.Chain.Bulkhead.MaxWait()
	if later(now, limit) == never {
		limit = 0
	}
	if left := c.deadline - now; c.deadline > 0 && (limit == 0 || left < limit) {
		limit = left
	}
	act.Kind, act.Try, act.Limit, act.Ticket = Queue, c.try, limit, &c.ticket
}

func (c *Call) attempt(now time.Duration, act *Action) {
	c.phase, act.Kind, act.Try = underway, Attempt, c.try
	if c.deadline == 0 {
		return
	}
	act.Limit = c.deadline - now
	if act.Limit <= 0 { // the wait in the queue took all of it
		act.Limit = 0
		c.finish(now, Neutral, ErrTimeout, act)
	}
}

func (c *Call) nextQueued(now time.Duration, kind EventKind, act *Action) {
	switch kind {
	case Permitted:
		c.resume(now, act)
	case Waited:
		switch left := c.Chain.Bulkhead.Leave(now, &c.ticket); {
		case !left: // granted in the same instant
			c.resume(now, act)
		case c.deadline > 0 && now >= c.deadline:
			c.finish(now, Neutral, ErrTimeout, act)
		default:
			c.overflow(now, ErrWaited, act)
		}
	case GaveUp:
		c.holds = !c.Chain.Bulkhead.Leave(now, &c.ticket)
		c.finish(now, Neutral, nil, act)
	}
}

// resume goes on after the wait with the slot that the bulkhead granted.
func (c *Call) resume(now time.Duration, act *Action) {
	c.holds = true
	c.next++
	if c.asked {
		c.permit = c.Chain.Breaker.Resume(now, c.permit)
	}
	c.enter(now, act)
}

func (c *Call) nextUnderway(now time.Duration, ev *Event, act *Action) {
	switch ev.Kind {
	case Replied:
		c.leaveBreaker(now, ev.Outcome)
		c.leaveBulkhead(now, act)
		c.conclude(now, ev.Outcome, nil, ev.RetryAfter, act)
	case TimedOut:
		o := Failure
		if c.Chain.blindBreaker {
			o = Neutral
		}
		c.leaveWork(now, o, act)
		c.conclude(now, Failure, ErrTimeout, 0, act)
	case GaveUp:
		c.leaveWork(now, Neutral, act)
		c.conclude(now, Neutral, nil, 0, act)
	case Expired:
		c.leaveWork(now, ev.Outcome, act)
		c.conclude(now, ev.Outcome, nil, -1, act)
	}
}

// finish ends an attempt that was not made.
func (c *Call) finish(now time.Duration, o Outcome, err error, act *Action) {
	c.leaveBreaker(now, o)
	c.leaveBulkhead(now, act)
	c.conclude(now, o, err, 0, act)
}

// overflow ends an attempt that the bulkhead refused. That is never tried again.
func (c *Call) overflow(now time.Duration, err error, act *Action) {
	c.leaveBreaker(now, c.Chain.full)
	c.conclude(now, Neutral, err, 0, act)
}

// conclude follows an attempt, of which nothing is held any more: by another one, or by
// the end of the call.
func (c *Call) conclude(now time.Duration, o Outcome, err error, after time.Duration, act *Action) {
	if c.Chain.Retry != nil && c.retry(now, o, err, after, act) {
		return
	}
	c.phase = finished
	act.Kind, act.Try, act.Err = Finish, c.try, err
}

// leaveWork goes away from work that may go on, of whose end the chain will be told.
func (c *Call) leaveWork(now time.Duration, o Outcome, act *Action) {
	c.Chain.abandoned++
	c.leaveBreaker(now, o)
	if c.Chain.holdUntilDone {
		c.holds = false // the slot is the work's now
	} else {
		c.leaveBulkhead(now, act)
	}
}

func (c *Call) leaveBreaker(now time.Duration, o Outcome) {
	if c.asked {
		c.asked = false
		c.Chain.Breaker.Release(now, c.permit, o, now-c.permit.start)
	}
}

func (c *Call) leaveBulkhead(now time.Duration, act *Action) {
	if c.holds {
		c.holds = false
		act.Granted = c.Chain.Bulkhead.Release(now)
	}
}
