package resilience

import "time"

// EventKind is what happened to a call.
type EventKind uint8

const (
	// Began: the caller wants the call to be made.
	Began EventKind = iota
	// Permitted: the call's queued ticket was granted.
	Permitted
	// Replied: the attempt ended with the event's Outcome.
	Replied
	// TimedOut: the attempt's limit passed.
	TimedOut
	// Waited: the limit of a Queue or of a Wait passed.
	Waited
	// GaveUp: the caller no longer wants the result.
	GaveUp
	// Expired: the caller's own deadline passed while the attempt's work goes on. That
	// counts as the event's Outcome, and nobody is left to try again.
	Expired
)

var eventNames = [...]string{"began", "permitted", "replied", "timed out", "waited", "gave up", "expired"}

func (k EventKind) String() string { return nameOf(eventNames[:], int(k)) }

// Event is what a driver tells a call.
type Event struct {
	Kind    EventKind
	Outcome Outcome // of Replied and Expired
	// Try is the number of the attempt that the event is of, as the Action had it. An
	// event of an earlier attempt changes nothing. 0: the present one, for a driver that
	// cancels its timers and forgets the work that it leaves behind.
	Try uint8
	// RetryAfter, of Replied, is how long the dependency asks to be left alone. Below 0
	// it asks for no retry at all, as in gRPC's pushback.
	RetryAfter time.Duration
}

// ActionKind is what a driver must do.
type ActionKind uint8

const (
	// Nothing: the event came too late to matter, or was the last of the call.
	Nothing ActionKind = iota
	// Attempt: make the call; tell Replied, or TimedOut once Limit has passed.
	Attempt
	// Queue: wait until Ticket is granted and tell Permitted, or Waited once Limit
	// has passed.
	Queue
	// Finish: the call is over for its caller, with Err.
	Finish
	// Wait: the call is made again; tell Waited once Limit has passed. Nothing is held
	// meanwhile.
	Wait
)

var actionNames = [...]string{"nothing", "attempt", "queue", "finish", "wait"}

func (k ActionKind) String() string { return nameOf(actionNames[:], int(k)) }

// Action is what a driver must do next.
type Action struct {
	Kind ActionKind
	// Try is the number of the attempt that is made, queues or is waited for, from 1 on;
	// of a Finish, how many there have been.
	Try uint8
	// OverBudget, of a Finish, says that there would have been a retry but for the budget.
	OverBudget bool
	// Limit is how long an Attempt or a Queue may last, 0 being no limit, and how long a
	// Wait does last, 0 being no time at all.
	Limit time.Duration
	// Ticket is the one that a Queue waits under.
	Ticket *Ticket
	// Err is why a Finish has no reply of the dependency: ErrOpen, ErrFull, ErrWaited
	// or ErrTimeout, of the last attempt if there were several. It is nil after Replied,
	// whose result is the attempt's own, and after GaveUp, whose caller knows why.
	Err error
	// Granted, in an action of any kind, is the ticket of another call that this step
	// handed a slot. Its driver must be told Permitted.
	Granted *Ticket
}
