package resilience

import "time"

// State is where a breaker stands. The names are those of Resilience4j, which
// dashboards already read.
type State uint8

const (
	// Closed lets every call through and judges the calls in its window.
	Closed State = iota
	// Open refuses every call until its wait is over.
	Open
	// HalfOpen lets a few trial calls through and judges them alone.
	HalfOpen
	// ForcedOpen refuses every call until it is forced into another state.
	ForcedOpen
	// Disabled lets every call through and counts none.
	Disabled
	// MetricsOnly lets every call through, counts them, and says once that it would
	// have opened.
	MetricsOnly
)

var stateNames = [...]string{"CLOSED", "OPEN", "HALF_OPEN", "FORCED_OPEN", "DISABLED", "METRICS_ONLY"}

func (s State) String() string { return nameOf(stateNames[:], int(s)) }

// Transition is one change of a breaker's state. At is the instant of the change
// itself, which may lie before the step that brought it to light: a breaker that
// half-opens by timer does so on time even when nobody asks.
//
// From and To are equal in one case: METRICS_ONLY saying that it would open.
type Transition struct {
	At       time.Duration // since the run began
	From, To State
	Reason   string // such as "failure rate 50% over 10 calls"
}

// Counts are the calls of a window, or of the trials while half-open.
type Counts struct {
	Calls    int64 // counted calls
	Failures int64 // those of them that failed
	Slow     int64 // those of them that took longer than the slow threshold
}

func (c *Counts) add(d Counts) {
	c.Calls += d.Calls
	c.Failures += d.Failures
	c.Slow += d.Slow
}

func (c *Counts) sub(d Counts) {
	c.Calls -= d.Calls
	c.Failures -= d.Failures
	c.Slow -= d.Slow
}
