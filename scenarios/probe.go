package scenarios

import (
	"fmt"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/internal/unit"
)

// Probe makes a load the liveness probe of its service, as a kubelet has one: it
// decides by the answers whether the service is to be restarted. The load's rate is
// the probe's period, and give_up its timeout.
type Probe struct {
	// Failures is how many probes must fail one after the other, 1 to 1000.
	// Default: 3, as a kubelet's failureThreshold.
	Failures int `yaml:"failures,omitempty"`
	// Restart really stops the service and starts it cold: requests under way are
	// cut, calls are given up, breakers and bulkheads begin anew. Without it the
	// run only tells when that would have happened.
	Restart bool `yaml:"restart,omitempty"`
	// Startup is how long the service takes to start, and refuses connections
	// meanwhile. Default: 1 s.
	Startup time.Duration `yaml:"startup,omitempty"`
}

const (
	defaultFailures = 3
	defaultStartup  = time.Second
	maxFailures     = 1000
)

// WithDefaults returns the configuration in force.
func (p Probe) WithDefaults() Probe {
	if p.Failures == 0 {
		p.Failures = defaultFailures
	}
	if p.Restart && p.Startup == 0 {
		p.Startup = defaultStartup
	}
	return p
}

// Validate returns everything that is wrong with the configuration.
func (p Probe) Validate() unit.Problems {
	var ps unit.Problems
	if p.Failures < 0 || p.Failures > maxFailures {
		ps.Addf("failures", "%d is outside 1 to %d", p.Failures, maxFailures)
	}
	switch {
	case p.Startup < 0 || p.Startup > time.Hour:
		ps.Addf("startup", "%s is outside 0s to 1h", text(p.Startup))
	case p.Startup > 0 && !p.Restart:
		ps.Addf("startup", "has no effect without restart: true")
	}
	return ps
}

// Liveness counts the answers to a probe. The zero value with its Probe set is
// ready for use, by one goroutine.
type Liveness struct {
	Probe
	failed int
	since  time.Duration // probes that were sent before are not counted
}

// Answered takes the outcome of a probe that was sent at an instant and is over
// now, and reports whether the service is to be restarted. With Restart it then
// counts anew from the probes that are sent when the service has started; without,
// it says so once for all failures that follow each other.
func (l *Liveness) Answered(now, sent time.Duration, outcome string) (restart bool) {
	if sent < l.since {
		return false
	}
	if Passes(outcome) {
		l.failed = 0
		return false
	}
	if l.failed++; l.failed != l.Failures {
		return false
	}
	if l.Restart {
		l.failed, l.since = 0, now+l.Startup
	}
	return true
}

// Why says in words what led to a restart.
func (l *Liveness) Why() string {
	if l.Failures == 1 {
		return "a probe failed"
	}
	return fmt.Sprintf("%d probes failed in a row", l.Failures)
}

// Passes reports whether a probe with this outcome succeeded: a kubelet takes a
// status of 200 to 399 for it.
func Passes(outcome string) bool {
	return record.IsStatus(outcome) && (outcome[0] == '2' || outcome[0] == '3')
}
