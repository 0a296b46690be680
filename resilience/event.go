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
	// Waited: the limit of the wait in the queue passed.
	Waited
	// GaveUp: the caller no longer wants the result.
	GaveUp
	// Ended: the work of an attempt that timed out or was given up really ended.
	Ended
)

var eventNames = [...]string{"began", "permitted", "replied", "timed out", "waited", "gave up", "ended"}

func (k EventKind) String() string { return nameOf(eventNames[:], int(k)) }

// Event is what a driver tells a call.
type Event struct {
	Kind    EventKind
	Outcome Outcome // of Replied
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
)

var actionNames = [...]string{"nothing", "attempt", "queue", "finish"}

func (k ActionKind) String() string { return nameOf(actionNames[:], int(k)) }

// Action is what a driver must do next.
type Action struct {
	Kind ActionKind
	// Limit is how long an Attempt or a Queue may last; 0 is no limit.
	Limit time.Duration
	// Ticket is the one that a Queue waits under.
	Ticket *Ticket
	// Err is why a Finish has no reply of the dependency: ErrOpen, ErrFull, ErrWaited
	// or ErrTimeout. It is nil after Replied, whose result is the attempt's own, and
	// after GaveUp, whose caller knows why.
	Err error
	// Granted, in an action of any kind, is the ticket of another call that this step
	// handed a slot. Its driver must be told Permitted.
	Granted *Ticket
}
