package resilience

import "time"

// Call is one request's way through the policies of a Chain, as a step function. A
// value with only the Chain set is a call that has not begun; it must not be copied
// once it has. A call that is over may begin anew, as another request.
type Call struct {
	Chain *Chain

	phase    phase
	next     uint8 // index of the policy to enter next
	holds    bool  // a slot of the bulkhead
	asked    bool  // the breaker, which gave permit
	permit   Permit
	ticket   Ticket
	deadline time.Duration // 0: none
}

// phase is how far a call has come.
type phase uint8

const (
	fresh phase = iota
	queued
	underway
	outlived // finished for the caller while its work goes on
	finished
)

// Next takes what just happened and says what the driver must do now. Events that
// come too late, such as the timer of a wait that is over, are answered with
// Nothing, so that a driver need not cancel its timers. It panics if a call begins
// that is not over.
func (c *Call) Next(now time.Duration, ev Event) Action {
	if ev.Kind == Began {
		if c.phase != fresh && c.phase != finished {
			panic("resilience: a call begins that is not over")
		}
		c.next, c.deadline = 0, 0
		return c.enter(now)
	}
	switch c.phase {
	case queued:
		return c.nextQueued(now, ev.Kind)
	case underway:
		return c.nextUnderway(now, ev)
	case outlived:
		if ev.Kind == Ended || ev.Kind == Replied {
			c.phase = finished
			return Action{Granted: c.leaveBulkhead(now)}
		}
	}
	return Action{}
}

// Ticket is the one that the call waits under, for its driver to set the Owner of.
func (c *Call) Ticket() *Ticket { return &c.ticket }

// enter goes from policy to policy inwards until one holds the call up.
func (c *Call) enter(now time.Duration) Action {
	for ; int(c.next) < len(c.Chain.steps); c.next++ {
		switch c.Chain.steps[c.next] {
		case askBreaker:
			permit, err := c.Chain.Breaker.Acquire(now)
			if err != nil {
				return c.finish(now, Neutral, err)
			}
			c.permit, c.asked = permit, true
		case askBulkhead:
			switch c.Chain.Bulkhead.Acquire(now, &c.ticket) {
			case Refused:
				return c.finish(now, Neutral, ErrFull)
			case Queued:
				return c.wait(now)
			}
			c.holds = true
		case startTimeout:
			c.deadline = now + c.Chain.Timeout
		}
	}
	return c.attempt(now)
}

func (c *Call) wait(now time.Duration) Action {
	c.phase = queued
	if c.asked {
		c.Chain.Breaker.Suspend(now, c.permit)
	}
	limit := c.Chain.Bulkhead.MaxWait()
	if left := c.deadline - now; c.deadline > 0 && (limit == 0 || left < limit) {
		limit = left
	}
	return Action{Kind: Queue, Limit: limit, Ticket: &c.ticket}
}

func (c *Call) attempt(now time.Duration) Action {
	c.phase = underway
	if c.deadline == 0 {
		return Action{Kind: Attempt}
	}
	left := c.deadline - now
	if left <= 0 { // the wait in the queue took all of it
		return c.finish(now, Neutral, ErrTimeout)
	}
	return Action{Kind: Attempt, Limit: left}
}

func (c *Call) nextQueued(now time.Duration, kind EventKind) Action {
	switch kind {
	case Permitted:
		return c.resume(now)
	case Waited:
		if !c.Chain.Bulkhead.Leave(now, &c.ticket) {
			return c.resume(now) // granted in the same instant
		}
		if c.deadline > 0 && now >= c.deadline {
			return c.finish(now, Neutral, ErrTimeout)
		}
		return c.finish(now, Neutral, ErrWaited)
	case GaveUp:
		c.holds = !c.Chain.Bulkhead.Leave(now, &c.ticket)
		return c.finish(now, Neutral, nil)
	}
	return Action{}
}

// resume goes on after the wait with the slot that the bulkhead granted.
func (c *Call) resume(now time.Duration) Action {
	c.holds = true
	c.next++
	if c.asked {
		c.permit = c.Chain.Breaker.Resume(now, c.permit)
	}
	return c.enter(now)
}

func (c *Call) nextUnderway(now time.Duration, ev Event) Action {
	switch ev.Kind {
	case Replied:
		return c.finish(now, ev.Outcome, nil)
	case TimedOut:
		if c.Chain.blindBreaker {
			return c.outlive(now, Neutral, ErrTimeout)
		}
		return c.outlive(now, Failure, ErrTimeout)
	case GaveUp:
		return c.outlive(now, Neutral, nil)
	}
	return Action{}
}

// outlive finishes the call for its caller while its work may go on.
func (c *Call) outlive(now time.Duration, o Outcome, err error) Action {
	if !c.Chain.holdUntilDone {
		act := c.finish(now, o, err)
		c.phase = outlived
		return act
	}
	c.leaveBreaker(now, o)
	c.phase = outlived
	return Action{Kind: Finish, Err: err}
}

// finish gives back everything that the call holds.
func (c *Call) finish(now time.Duration, o Outcome, err error) Action {
	c.phase = finished
	c.leaveBreaker(now, o)
	return Action{Kind: Finish, Err: err, Granted: c.leaveBulkhead(now)}
}

func (c *Call) leaveBreaker(now time.Duration, o Outcome) {
	if c.asked {
		c.Chain.Breaker.Release(now, c.permit, o, now-c.permit.Start())
		c.asked = false
	}
}

func (c *Call) leaveBulkhead(now time.Duration) *Ticket {
	if !c.holds {
		return nil
	}
	c.holds = false
	return c.Chain.Bulkhead.Release(now)
}
