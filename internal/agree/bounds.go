package agree

import (
	"math"
	"time"
)

// MaxStall is how long the process may stand still in a live run that is to be
// compared: a stall moves a transition by its whole length.
const MaxStall = transitionBound

const transitionBound = 80 * time.Millisecond

// Kind is what sort of figure a row is about.
type Kind int

const (
	Count      Kind = iota // requests with one outcome
	Reason                 // those of them with one reason, where there are several; not judged
	Median                 // p50 of a load's latency, in milliseconds
	Tail                   // p95 of it; not judged
	InFlight               // the most requests at a provider
	Transition             // the instant of a breaker's transition, in milliseconds
)

// kinds are those that are judged, with the names that tables give them.
var kinds = []struct {
	Kind
	name string
}{{Count, "outcomes"}, {Median, "p50"}, {InFlight, "in flight"}, {Transition, "transitions"}}

// bound is the difference that a figure of this kind may have, either way.
func (k Kind) bound(simulated float64) float64 {
	switch k {
	case Count, InFlight:
		return max(2, simulated/20)
	case Median:
		return max(15, simulated/20)
	case Transition:
		return float64(transitionBound / time.Millisecond)
	default:
		return math.Inf(1)
	}
}

// milliseconds reports whether figures of this kind are times.
func (k Kind) milliseconds() bool { return k == Median || k == Tail || k == Transition }
