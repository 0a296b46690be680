package provider

import (
	"maps"
	"time"
)

// Counts is what a provider has counted since it was made. The JSON is that of the
// control endpoint.
type Counts struct {
	// Calls is how many requests were taken on, those in flight included.
	Calls int64 `json:"calls"`
	// InFlight is how many are worked on, abandoned ones included.
	InFlight    int64 `json:"in_flight"`
	InFlightMax int64 `json:"in_flight_max"`
	// Abandoned is how many of those have no caller any more.
	Abandoned    int64 `json:"abandoned"`
	AbandonedMax int64 `json:"abandoned_max"`
	// Capped is how many requests were turned away at the provider's own limit.
	// Above 0 it makes a run invalid.
	Capped int64 `json:"capped"`
	// Faulted is how many calls were hit, by the name of the fault as the header
	// has it, such as "slow" or "slow+status".
	Faulted map[string]int64 `json:"faulted"`
}

// Sample is the counts at a change.
type Sample struct {
	At        time.Duration // since the run began
	InFlight  int           // abandoned ones included
	Abandoned int           // in flight without a caller
	Calls     int64         // taken on so far

	Started bool   // a request was taken on
	Fault   string // that hit it; "" if none
	Capped  bool   // a request was turned away at the provider's own limit
}

// Counts returns the counts as they are now.
func (p *Provider) Counts() Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.counts
	c.Faulted = maps.Clone(c.Faulted)
	return c
}

// sample is the counts at an instant. The lock is held.
func (p *Provider) sample(now time.Duration) Sample {
	return Sample{At: now, InFlight: int(p.counts.InFlight), Abandoned: int(p.counts.Abandoned), Calls: p.counts.Calls}
}

func (c *Counts) start(fault string) {
	c.Calls++
	c.InFlight++
	c.InFlightMax = max(c.InFlightMax, c.InFlight)
	if fault != "" {
		c.Faulted[fault]++
	}
}

func (c *Counts) abandon() {
	c.Abandoned++
	c.AbandonedMax = max(c.AbandonedMax, c.Abandoned)
}

func (c *Counts) stop(abandoned bool) {
	c.InFlight--
	if abandoned {
		c.Abandoned--
	}
}
