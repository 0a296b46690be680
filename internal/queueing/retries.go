package queueing

import "math"

// Amplification returns A^L, how often the bottom of so many layers is asked for one
// request when it is down and each layer makes up to so many attempts, the first
// included, at least 1 (Google: Site Reliability Engineering, chapter 22, "Addressing
// Cascading Failures").
func Amplification(layers, attempts int) float64 {
	must(layers >= 0 && attempts >= 1, "%d layers, %d attempts: out of range", layers, attempts)
	return math.Pow(float64(attempts), float64(layers))
}

// MeanAttempts returns how often a call is made, on average, when each attempt fails
// with probability p whatever became of the others, and at most so many are made:
//
//	1 + p + … + p^(A−1) = (1 − p^A)/(1 − p)
//
// the mean of a geometric distribution that is cut. It never exceeds MostAttempts.
func MeanAttempts(p float64, attempts int) float64 {
	must(p >= 0 && p <= 1 && attempts >= 1, "probability %v, %d attempts: out of range", p, attempts)
	var sum float64
	for range attempts {
		sum = 1 + p*sum
	}
	return sum
}

// MostAttempts returns 1/(1 − p), what MeanAttempts comes to without a bound on the
// attempts. With p = 1 it is +Inf.
func MostAttempts(p float64) float64 {
	must(p >= 0 && p <= 1, "probability %v: out of range", p)
	return 1 / (1 - p)
}

// BudgetedAmplification returns (1 + r)^L, the most that so many layers multiply a
// load by when each makes at most r retries for each of its calls, as a retry budget
// sees to (Google: Site Reliability Engineering, chapter 21, "Handling Overload").
func BudgetedAmplification(layers int, ratio float64) float64 {
	must(layers >= 0 && ratio >= 0, "%d layers, ratio %v: out of range", layers, ratio)
	return math.Pow(1+ratio, float64(layers))
}
