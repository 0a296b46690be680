package queueing

import "math"

// MDcWait returns the mean time in the queue before c workers with Poisson arrivals
// and a constant service time S:
//
//	Wq = S · Σ_{i≥1} ( P(X_i ≥ i·c) − P(X_i > i·c)/ρ )
//
// where X_i has a Poisson distribution of mean i·a (C. D. Crommelin: Delay
// Probability Formulae When the Holding Times Are Constant, Post Office Electrical
// Engineers' Journal 25, 1932). A load of 0 has no wait; from ρ = 1 on it is +Inf.
// The sum is taken until its terms are below one part in 10¹⁴, which needs the more
// of them the nearer ρ is to 1: about 30/(c·(1−ρ)²).
func MDcWait(workers int, load, service float64) float64 {
	must(workers > 0 && load >= 0 && service > 0, "%d workers, load %v, service time %v: out of range", workers, load, service)
	c := float64(workers)
	switch {
	case load == 0:
		return 0
	case load >= c:
		return math.Inf(1)
	}
	var sum float64
	for i := 1.0; ; i++ {
		term := service * crommelin(i*c, load/c)
		sum += term
		if term <= sum*1e-14 {
			return sum
		}
	}
}

// crommelin is P(X ≥ n) − P(X > n)/ρ for X Poisson of mean n·ρ, without taking one
// from the other: with p_j = P(X = j) = p_{j−1}·nρ/j, and so p_{j+1}/ρ = p_j·n/(j+1),
// it is Σ_{j≥n} p_j·(1 − n/(j+1)).
func crommelin(n, rho float64) float64 {
	logGamma, _ := math.Lgamma(n + 1)
	p := math.Exp(n*math.Log(n*rho) - n*rho - logGamma)
	var sum float64
	for j := n; ; j++ {
		term := p * (1 - n/(j+1))
		sum += term
		// The largest terms lie within a few standard deviations of n.
		if p <= sum*1e-16 {
			return sum
		}
		p *= n * rho / (j + 1)
	}
}
