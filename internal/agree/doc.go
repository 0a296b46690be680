// Package agree holds the two executors to each other: what the simulator
// calculates must be what real sockets show. A scenario is run both ways and the
// figures are set side by side, each with the difference that it may have:
//
//	outcomes                  2 requests, or 5 %
//	p50 of a load             15 ms, or 5 %
//	most in flight            2 requests, or 5 %
//	transitions of a breaker  the same in the same order, within 80 ms
//
// The percentage is of the simulated figure, and the larger bound counts. p95 is
// shown and not judged: of few samples it is one of the slowest, which on the
// clock is a figure of the machine too. Nor are the reasons of one outcome: of two
// policies that would both have refused a call, the one that was asked first did.
//
// Chance does not set the executors apart. Each part draws from a stream of its
// own in the order in which requests reach it, and that order is the same both
// ways unless requests race. What does set them apart is an instant on which two
// things happen, such as a request that is due when a fault starts: on the clock
// one of them comes first by luck. Scenarios for a comparison keep such instants
// apart by more than MaxSendLag; a test moves them by as much to see that they do. A
// live run that was later than that proves nothing.
package agree
