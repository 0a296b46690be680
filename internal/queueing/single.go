package queueing

import "math"

// MG1Wait returns the mean time in the queue before one worker, with Poisson
// arrivals and service times of any distribution with the given mean and
// coefficient of variation (standard deviation over mean):
//
//	Wq = ρ·S·(1 + cv²) / (2·(1 − ρ))
//
// which is the Pollaczek–Khinchine formula (Kleinrock, section 5.6). The queue has
// no bound. The utilization ρ is 0 or more; from 1 on the wait is +Inf.
func MG1Wait(utilization, service, cv float64) float64 {
	must(utilization >= 0 && service > 0 && cv >= 0, "utilization %v, service time %v, variation %v: out of range", utilization, service, cv)
	if utilization >= 1 {
		return math.Inf(1)
	}
	return utilization * service * (1 + cv*cv) / (2 * (1 - utilization))
}

// MM1Wait is MG1Wait for exponential service times, whose cv is 1 (Kleinrock,
// section 3.2): ρ·S/(1 − ρ).
func MM1Wait(utilization, service float64) float64 { return MG1Wait(utilization, service, 1) }

// MD1Wait is MG1Wait for a constant service time: half of MM1Wait.
func MD1Wait(utilization, service float64) float64 { return MG1Wait(utilization, service, 0) }
