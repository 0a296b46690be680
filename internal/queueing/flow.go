package queueing

// NumberInSystem returns L = λW, the mean number of requests in a system that they
// enter at a rate and spend a mean time in. It holds for every system that does not
// fill up for ever, and for its parts: the queue alone, the workers alone
// (J. D. C. Little: A Proof for the Queuing Formula L = λW, Operations Research 9,
// 1961).
func NumberInSystem(rate, time float64) float64 { return rate * time }

// Throughput returns c/S, the most that so many workers get done in a unit of time
// when each request holds one of them for the mean service time, above zero.
func Throughput(workers int, service float64) float64 {
	must(workers > 0 && service > 0, "%d workers, service time %v: both must be above zero", workers, service)
	return float64(workers) / service
}

// FillTime returns c/λ, the mean time in which so many idle workers are all taken
// once requests no longer end: that of the c-th arrival. For Poisson arrivals,
// counted from any instant, it is exact (Kleinrock, section 2.4); for even ones it
// is up to one gap more than is needed.
func FillTime(workers int, rate float64) float64 {
	must(workers > 0 && rate > 0, "%d workers, rate %v: both must be above zero", workers, rate)
	return float64(workers) / rate
}
