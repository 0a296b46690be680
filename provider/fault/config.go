package fault

import (
	"slices"
	"strconv"
	"time"

	"checkoutlab/internal/unit"
)

// MaxWindows is the most faults that a provider may have: each request is held
// against all of them.
const MaxWindows = 1000

const (
	defaultLatency = 200 * time.Millisecond
	defaultCap     = 20_000
)

// Header names the header in which every faulted reply names its fault, such
// as "slow" or "slow+status"; services pass it on to their clients.
const Header = "X-Fault"

// Config is a provider as a scenario file describes it. It stands here and not
// in package provider (which takes it in provider.New), because the simulator
// reads it too and must not pull in net/http.
type Config struct {
	// Latency is how long a healthy answer takes. Default: 200 ms.
	Latency Latency `yaml:"latency,omitempty"`
	// OnCancel says what becomes of a request whose caller has gone. Default:
	// continue.
	OnCancel OnCancel `yaml:"on_cancel,omitempty"`
	// Faults are the windows in which it fails; several may be open at once.
	Faults []Window `yaml:"faults,omitempty"`
	// MaxInFlight is the most requests it holds at once, at most 1 000 000; one
	// more is answered 503 and makes the run invalid. Default: 20 000.
	MaxInFlight int `yaml:"max_in_flight,omitempty"`
}

// OnCancel is what a provider does with a request whose caller has gone.
type OnCancel string

const (
	// Continue works on to the end: the request stays in flight, abandoned.
	Continue OnCancel = "continue"
	// Stop honours the cancellation: the request ends at once.
	Stop OnCancel = "stop"
)

// WithDefaults returns the configuration in force.
func (c Config) WithDefaults() Config {
	if !c.Latency.Given() {
		c.Latency = Always(defaultLatency)
	}
	if c.OnCancel == "" {
		c.OnCancel = Continue
	}
	if c.MaxInFlight == 0 {
		c.MaxInFlight = defaultCap
	}
	c.Faults = slices.Clone(c.Faults)
	for i, w := range c.Faults {
		c.Faults[i] = w.WithDefaults()
	}
	return c
}

// Validate returns everything that is wrong with the configuration.
func (c Config) Validate() unit.Problems {
	var ps unit.Problems
	ps.Under("latency", c.Latency.Validate())
	if c.OnCancel != "" && c.OnCancel != Continue && c.OnCancel != Stop {
		ps.Addf("on_cancel", "%q is neither continue nor stop", c.OnCancel)
	}
	if c.MaxInFlight < 0 || c.MaxInFlight > 1_000_000 {
		ps.Addf("max_in_flight", "must lie between 1 and 1000000")
	}
	if len(c.Faults) > MaxWindows {
		ps.Addf("faults", "%d windows, at most %d", len(c.Faults), MaxWindows)
	}
	for i, w := range c.Faults {
		ps.Under("faults."+strconv.Itoa(i), w.Validate())
	}
	return ps
}
