package queueing

import (
	"math"
	"time"
)

// StableBelow returns C/A. A service with the capacity C whose callers make up to A
// attempts, and which works on for those that have gone, gets A times the load once
// it is too slow for any of them. Below C/A it can do even that, and recovers from
// every outage; between C/A and C it runs well until something pushes it over, and
// stays down then until the load falls below C/A (N. Bronson, A. Aghayev, A.
// Charapko, T. Zhu: Metastable Failures in Distributed Systems, HotOS 2021).
func StableBelow(capacity float64, attempts int) float64 {
	must(capacity >= 0 && attempts >= 1, "capacity %v, %d attempts: out of range", capacity, attempts)
	return capacity / float64(attempts)
}

// UsefulPlaces returns ⌊c·T/S⌋ − c, how many places of a queue, first come first
// served, are of use before c workers that each take S for a request, if callers wait
// for T. Who joins the queue behind that many others and itself is served too late.
// It follows from the c/S requests that leave in a unit of time: the one in place j
// is done after j·S/c, until it has a worker, and S. That is exact where T is a
// multiple of S, and where workers end evenly one after the other; workers that end
// together may serve up to c places more in time. Where S exceeds T no place is of
// use.
func UsefulPlaces(workers int, timeout, service time.Duration) int {
	must(workers > 0 && timeout >= 0 && service > 0, "%d workers, timeout %v, service time %v: out of range", workers, timeout, service)
	most := math.Floor(float64(workers) * float64(timeout) / float64(service))
	return max(0, int(most)-workers)
}

// TrialBurst returns N·k, how many calls come at once from so many instances whose
// breakers opened together, for as long, and let k trials each through when they
// half-open.
func TrialBurst(instances, trials int) int {
	must(instances >= 0 && trials >= 0, "%d instances, %d trials: neither may be negative", instances, trials)
	return instances * trials
}

// SpreadTrials returns N·k·s/J, the mean number of those trials that run at once
// when the ends of the waits are spread evenly over J and a trial takes s: Little's
// law for the N·k trials that begin in J.
func SpreadTrials(instances, trials int, trial, spread time.Duration) float64 {
	must(trial >= 0 && spread > 0, "trial of %v, spread of %v: out of range", trial, spread)
	return NumberInSystem(float64(TrialBurst(instances, trials))/spread.Seconds(), trial.Seconds())
}
