package resilience

import "time"

// Call is one request's way through the policies of a Chain, as a step function. A
// value with only the Chain set is a call that has not begun; it must not be copied
// once it has. A call that is over may begin anew, as another request, if no timer of
// the last one can still tell it anything.
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
func (c *Call) Next(now time.Duration, ev Event) (act Action) {
	switch {
	case ev.Kind == Began:
		if c.phase != fresh && c.phase != finished {
			panic("resilience: a call begins that is not over")
		}
		c.next, c.deadline = 0, 0
		c.enter(now, &act)
	case c.phase == queued:
		c.nextQueued(now, ev.Kind, &act)
	case c.phase == underway:
		c.nextUnderway(now, ev, &act)
	case c.phase == outlived && (ev.Kind == Ended || ev.Kind == Replied):
		c.phase = finished
		c.leaveBulkhead(now, &act)
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
				c.finish(now, Neutral, ErrFull, act)
				return
			case Queued:
				c.wait(now, act)
				return
			}
			c.holds = true
		case startTimeout:
			c.deadline = now + c.Chain.Timeout
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
	if left := c.deadline - now; c.deadline > 0 && (limit == 0 || left < limit) {
		limit = left
	}
	act.Kind, act.Limit, act.Ticket = Queue, limit, &c.ticket
}

func (c *Call) attempt(now time.Duration, act *Action) {
	c.phase, act.Kind = underway, Attempt
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
			c.finish(now, Neutral, ErrWaited, act)
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

func (c *Call) nextUnderway(now time.Duration, ev Event, act *Action) {
	switch ev.Kind {
	case Replied:
		c.finish(now, ev.Outcome, nil, act)
	case TimedOut:
		o := Failure
		if c.Chain.blindBreaker {
			o = Neutral
		}
		c.outlive(now, o, ErrTimeout, act)
	case GaveUp:
		c.outlive(now, Neutral, nil, act)
	}
}

// outlive finishes the call for its caller while its work may go on.
func (c *Call) outlive(now time.Duration, o Outcome, err error, act *Action) {
	if c.Chain.holdUntilDone {
		c.leaveBreaker(now, o)
		act.Kind, act.Err = Finish, err
	} else {
		c.finish(now, o, err, act)
	}
	c.phase = outlived
}

// finish gives back everything that the call holds.
func (c *Call) finish(now time.Duration, o Outcome, err error, act *Action) {
	c.phase = finished
	c.leaveBreaker(now, o)
	c.leaveBulkhead(now, act)
	act.Kind, act.Err = Finish, err
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
