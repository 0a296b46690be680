// Package queueing holds the exact results that a simulated run is held to, and
// that a report may quote: waiting times, blocking, retry amplification, the
// bounds of a metastable failure. They are pure functions of numbers.
//
// Rates and service times are in one unit of time of the caller's choice: with
// arrivals per second and a service time in seconds, waiting times are seconds.
// Load is the offered load a = λ·S, the mean number of workers that the work
// needs; utilization is ρ = a/c. Each formula is named with its source:
//
//	Kleinrock   L. Kleinrock: Queueing Systems, vol. 1: Theory, Wiley 1975
//	Cooper      R. B. Cooper: Introduction to Queueing Theory, 2nd ed., North Holland 1981
//
// A function panics on an argument outside the range it documents: these are
// written by programmers, not read from files. A queue that grows without bound
// has a waiting time of +Inf.
package queueing

import "fmt"

// must panics unless an argument is in its range.
func must(ok bool, format string, args ...any) {
	if !ok {
		panic("queueing: " + fmt.Sprintf(format, args...))
	}
}
