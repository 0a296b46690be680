// Package record is the one format that every run leaves behind: a header and a
// stream of events. The executors write it, the reports read it, and nothing
// else passes between them.
package record

import (
	"fmt"
	"time"
)

// Kind says what an Event tells of, and so which of its fields are set.
type Kind string

const (
	// Request is a load's request that ended: Name (load), Seq, Due, Sent,
	// Outcome, Reason, Fault. At is when it ended or its client gave up.
	Request Kind = "request"
	// Provider is a change of a provider's requests in flight: Name, InUse
	// (in flight, abandoned ones included), Waiting (the abandoned among them).
	// At the start of a request also Started and, if it was faulted, Fault.
	Provider Kind = "provider"
	// Service is a change of a service's pool: Name, InUse (workers busy),
	// Waiting (requests queued).
	Service Kind = "service"
	// Bulkhead is a change of a bulkhead: Name ("service/dependency"), InUse
	// (slots taken), Waiting (calls queued).
	Bulkhead Kind = "bulkhead"
	// Refused is a call that a policy turned away: Name ("service/dependency"),
	// Reason ("breaker open", "bulkhead full").
	Refused Kind = "refused"
	// Retry is a call that is to be made once more: Name ("service/dependency"),
	// InUse (the number of the attempt, from 2 on), Took (the wait before it).
	Retry Kind = "retry"
	// OverBudget is one that is not, because the retry budget is spent: Name,
	// InUse (the number of the attempt that stays the last).
	OverBudget Kind = "over budget"
	// Restart is a service that its probe would have restarted: Name, Reason;
	// Started if it really was, and is down from then on until it is Ready.
	Restart Kind = "restart"
	// Ready is a service that has started again: Name.
	Ready Kind = "ready"
	// Transition is a breaker's change of state: Name, From, To, Reason.
	Transition Kind = "transition"
	// Sender closes a load: Name, InUse (how many requests were sent), Waiting
	// (how many were due and never sent).
	Sender Kind = "sender"
	// Stall is a stretch in which the process did not run: Took. At is its end.
	Stall Kind = "stall"
	// Pause is a stop-the-world pause of the garbage collector: Took.
	Pause Kind = "pause"
	// Capped is a request that a provider turned away at a limit of its own:
	// Name. It makes a run invalid.
	Capped Kind = "capped"
	// End closes a mode: At is when it had drained; Reason is set if the run
	// was cut short.
	End Kind = "end"
)

// Event is one thing that happened. It is flat and of one type so that a
// simulated run can leave millions of them without an allocation each; which
// fields are set is said at its Kind. Instants and lengths count nanoseconds
// from the start of the run.
type Event struct {
	At   time.Duration `json:"at"`
	Kind Kind          `json:"kind"`
	Name string        `json:"name,omitempty"`

	Seq     int64         `json:"seq,omitempty"`
	Due     time.Duration `json:"due,omitempty"`
	Sent    time.Duration `json:"sent,omitempty"`
	Outcome string        `json:"outcome,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Fault   string        `json:"fault,omitempty"`
	Started bool          `json:"started,omitempty"`

	InUse   int           `json:"in_use,omitempty"`
	Waiting int           `json:"waiting,omitempty"`
	From    string        `json:"from,omitempty"`
	To      string        `json:"to,omitempty"`
	Took    time.Duration `json:"took,omitempty"`
}

// Latency is how long the client of a Request waited, counted from the instant
// the request was due.
func (e Event) Latency() time.Duration { return e.At - e.Due }

// Service is how long a Request took from its sending.
func (e Event) Service() time.Duration { return e.At - e.Sent }

// Recorder takes the events of one run in one mode. Events of one thing (a
// load, a provider, a breaker) come in the order of their instants. A live run
// calls it from many goroutines.
type Recorder interface{ Record(Event) }

// Header says what a recording is of.
type Header struct {
	SchemaVersion int       `json:"schema_version"`
	Scenario      string    `json:"scenario"`
	Executor      string    `json:"executor"` // "live" or "sim"
	Seed          uint64    `json:"seed"`
	Version       string    `json:"version"`
	Started       time.Time `json:"started"`
	Partial       bool      `json:"partial"`
	GoVersion     string    `json:"go_version"`
	CPUs          int       `json:"cpus"`
	Modes         []string  `json:"modes"`
	// Changes are what was set on top of the scenario, as "PATH=VALUE".
	Changes []string `json:"changes,omitempty"`
}

// Recording is a run in all its modes, as it is held in memory.
type Recording struct {
	Header Header
	Modes  []Mode
}

// Mode is what happened in one mode, ordered by At.
type Mode struct {
	Name   string
	Events Log
}

// Outcomes that are not a status code; a status code is its own name ("503").
const (
	ClientTimeout = "client timeout" // the client gave up waiting
	Refusal       = "refused"        // the connection was refused
	Reset         = "reset"          // the connection was reset
	Cut           = "cut"            // the answer ended before it was whole
	Failed        = "failed"         // any other fault of the transport
)

// IsStatus reports whether an outcome is a status code.
func IsStatus(outcome string) bool {
	if len(outcome) != len("200") {
		return false
	}
	for _, digit := range outcome {
		if digit < '0' || digit > '9' {
			return false
		}
	}
	return true
}

// Reasons that a service gives beside a status code, and that a Refused event
// carries.
const (
	BreakerOpen    = "breaker open"
	BulkheadFull   = "bulkhead full"
	QueueFull      = "queue full"
	Timeout        = "timeout"
	ProviderFailed = "provider failed"
	Fallback       = "fallback" // beside a 200: the answer makes do without a call
)

// Restarted is the reason of a breaker that begins anew with its service.
const Restarted = "the service is restarted"

// TransitionLine is a Transition as transitions.log has it:
//
//	t=1.52s checkout/payment CLOSED -> OPEN (failure rate 50% over 10 calls)
func (e Event) TransitionLine() string {
	return fmt.Sprintf("t=%.2fs %s %s -> %s (%s)", e.At.Seconds(), e.Name, e.From, e.To, e.Reason)
}
