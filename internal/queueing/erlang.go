package queueing

import "math"

// ErlangB returns the share of requests that find all workers busy and are turned
// away, where nobody may wait and arrivals are Poisson. It depends on the service
// time by its mean alone. It is computed by the recursion
//
//	B(0) = 1,  B(k) = a·B(k−1) / (k + a·B(k−1))
//
// (Cooper, chapter 3; Kleinrock, section 3.6). Workers and load are 0 or more.
func ErlangB(workers int, load float64) float64 {
	must(workers >= 0 && load >= 0, "%d workers, load %v: neither may be negative", workers, load)
	b := 1.0
	for k := 1; k <= workers; k++ {
		b = load * b / (float64(k) + load*b)
	}
	return b
}

// ErlangC returns the share of requests that have to wait for a worker, where as
// many may wait as there are, arrivals are Poisson and service times exponential:
//
//	C = B / (1 − ρ·(1 − B))
//
// with B of ErlangB (Cooper, chapter 3; Kleinrock, section 3.5). From ρ = 1 on it
// is 1.
func ErlangC(workers int, load float64) float64 {
	must(workers > 0, "%d workers: must be above zero", workers)
	rho := load / float64(workers)
	if rho >= 1 {
		return 1
	}
	b := ErlangB(workers, load)
	return b / (1 - rho*(1-b))
}

// MMcWait returns the mean time in the queue before c workers, over all requests,
// those that need not wait included: Wq = C·S/(c − a) = C/(cμ − λ) (Cooper,
// chapter 3). From ρ = 1 on it is +Inf.
func MMcWait(workers int, load, service float64) float64 {
	c := ErlangC(workers, load)
	if load >= float64(workers) {
		return math.Inf(1)
	}
	return c * service / (float64(workers) - load)
}

// MMcKBlocked returns the share of requests that are turned away by c workers with
// so many places to wait, with Poisson arrivals and exponential service times. The
// recursion of ErlangB goes on beyond the c-th with all c workers busy:
//
//	B(k) = ρ·B(k−1) / (1 + ρ·B(k−1))
//
// which follows, as ErlangB does, from the equilibrium of a birth and death process
// (Kleinrock, section 3.1).
func MMcKBlocked(workers, places int, load float64) float64 {
	must(workers > 0 && places >= 0, "%d workers, %d places: out of range", workers, places)
	b, rho := ErlangB(workers, load), load/float64(workers)
	for range places {
		b = rho * b / (1 + rho*b)
	}
	return b
}
