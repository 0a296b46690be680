package agree

import (
	"math"
	"time"
)

// What a live run may not exceed if it is to be compared. It is less than makes a
// run invalid: what is late by more than the distance of two instants happens in
// another order, and a stall moves a transition by its whole length.
const (
	MaxSendLag = 4 * time.Millisecond // p99 of how late requests were sent
	MaxStall   = transitionBound / 2  // the process did not run
)

const (
	transitionBound = 80 * time.Millisecond
	medianBound     = 15 * time.Millisecond
)

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
		return max(inMillis(medianBound), simulated/20)
	case Transition:
		return inMillis(transitionBound)
	default:
		return math.Inf(1)
	}
}

// milliseconds reports whether figures of this kind are times.
func (k Kind) milliseconds() bool { return k == Median || k == Tail || k == Transition }

func inMillis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
