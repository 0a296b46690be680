package queueing_test

// control is a quantity of a batch whose mean is 0 whatever the service does, and
// that goes along with what is to be estimated. All but the length of the work only
// say how the arrivals fell, and rest on nothing but their being Poisson: that many
// came, and that they found the service, on average, as it was over all time (R. W.
// Wolff: Poisson Arrivals See Time Averages, Operations Research 30, 1982). Nothing
// is taken from how the queue or the workers behave, which is what the test is about.
type control struct {
	name  string
	value func(s station, b batch) float64
}

var (
	arrivals = control{"arrivals", func(s station, b batch) float64 { return b.arrivals - s.rate*b.elapsed }}
	lengths  = control{"work", func(s station, b batch) float64 { return b.busyTime - s.work.mean.Seconds()*(b.arrivals-b.blocked) }}
	sawBusy  = control{"busy workers seen", func(s station, b batch) float64 { return b.seenBusy - s.rate*b.busyTime }}
	sawAll   = control{"all workers seen busy", func(s station, b batch) float64 { return b.delayed - s.rate*b.allBusyTime }}
	sawQueue = control{"queue seen", func(s station, b batch) float64 { return b.seenQueued - s.rate*b.queuedTime }}
	sawFull  = control{"queue seen full", func(s station, b batch) float64 { return b.blocked - s.rate*b.fullTime }}
)

// controls are those that say different things of a station. In overload the length
// of the work is left out: all workers are busy but for rare moments, so that it
// would leave nothing to be estimated but those.
func (s station) controls() []control {
	all := []control{arrivals, sawBusy}
	if s.utilization() < 1 {
		all = append(all, lengths)
	}
	if s.workers > 1 {
		all = append(all, sawAll)
	}
	if s.places > 0 {
		all = append(all, sawQueue)
	}
	if s.places > 0 && s.places < endless {
		all = append(all, sawFull)
	}
	return all
}

// of is the control in each batch, for a second of it.
func (c control) of(s station, all []batch) []float64 {
	values := make([]float64, len(all))
	for i, b := range all {
		values[i] = c.value(s, b) / b.elapsed
	}
	return values
}
