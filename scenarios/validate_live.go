package scenarios

import (
	"time"

	"checkoutlab/internal/unit"
)

// Bounds of a run over real sockets, all loads together. They keep a slip in a
// file from occupying the machine for a day; in virtual time only the bounds of
// Validate hold.
const (
	MaxLiveDuration = 30 * time.Minute
	MaxLiveRate     = 5_000 // requests a second
	MaxLiveRequests = 200_000
)

// ValidateLive returns what keeps a valid scenario from being run over real
// sockets.
func (s Spec) ValidateLive() unit.Problems {
	var ps unit.Problems
	if total := s.Duration + s.Drain; total > MaxLiveDuration {
		ps.Addf("duration", "%s with drain is longer than a live run may be (%s); shorten it, or run in virtual time with --sim", text(total), text(MaxLiveDuration))
	}
	var rate float64
	var requests int64
	for _, name := range keys(s.Loads) {
		l := s.Loads[name]
		if l.Clients > 0 {
			ps.Addf("loads."+name+".clients", "clients that wait for their answers are there in virtual time only; run with --sim, or write a rate")
		}
		rate += l.Peak().PerSecond()
		requests += min(MaxRequests, l.Count(s.Duration))
	}
	if rate > MaxLiveRate {
		ps.Addf("loads", "%.0f/s in all is more than a live run may send (%d/s); lower the rates, or run in virtual time with --sim", rate, MaxLiveRate)
	}
	if requests > MaxLiveRequests {
		ps.Addf("loads", "%d requests in all are more than a live run may send (%d); lower the rates or shorten duration, or run in virtual time with --sim", requests, MaxLiveRequests)
	}
	return ps
}
