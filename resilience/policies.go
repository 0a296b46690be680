package resilience

import (
	"errors"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// ErrTimeout is the end of a call at its time limit.
var ErrTimeout = errors.New("resilience: attempt timed out")

// Policies are what stands between a caller and one dependency. A policy that is not
// set is not there.
type Policies struct {
	// Order names the policies from the outermost to the innermost. Default: retry,
	// breaker, bulkhead, timeout. A timeout outside the bulkhead counts the wait in the
	// queue against its limit. A timeout outside the breaker is to the breaker a caller
	// that gave up, which says nothing about the dependency.
	//
	// A retry comes first or not at all, and may be left out of the list: each attempt
	// asks the others anew. Inside the breaker it would hide failures from it, inside the
	// bulkhead it would hold a slot while it waits, and for a time limit around the whole
	// it has its own Within.
	Order []string `yaml:"order,omitempty,flow"`
	// Retry makes a call again that failed.
	Retry *RetryConfig `yaml:"retry,omitempty"`
	// Timeout is how long an attempt may take from where Order has it. 0: no limit.
	Timeout  time.Duration   `yaml:"timeout,omitempty"`
	Bulkhead *BulkheadConfig `yaml:"bulkhead,omitempty"`
	Breaker  *BreakerConfig  `yaml:"breaker,omitempty"`
}

// Names of the policies, as Order has them.
const (
	retryName    = "retry"
	breakerName  = "breaker"
	bulkheadName = "bulkhead"
	timeoutName  = "timeout"
)

var (
	standardOrder = []string{retryName, breakerName, bulkheadName, timeoutName}
	innerOrder    = standardOrder[1:]
)

// WithDefaults returns the configuration in force.
func (p Policies) WithDefaults() Policies {
	if len(p.Order) == 0 {
		p.Order = slices.Clone(innerOrder)
	}
	if p.Retry != nil {
		c := p.Retry.WithDefaults()
		p.Retry = &c
		if !slices.Contains(p.Order, retryName) {
			p.Order = slices.Concat([]string{retryName}, p.Order)
		}
	}
	if p.Bulkhead != nil {
		c := p.Bulkhead.WithDefaults()
		p.Bulkhead = &c
	}
	if p.Breaker != nil {
		c := p.Breaker.WithDefaults()
		p.Breaker = &c
	}
	return p
}

// HoldsUntilDone reports whether there is a bulkhead that keeps the slot of a call that
// was given up. A driver does not take such a call's work back, and says when it ends.
func (p Policies) HoldsUntilDone() bool { return p.Bulkhead != nil && p.Bulkhead.HoldUntilDone }

// Validate returns everything that is wrong with the configuration.
func (p Policies) Validate() unit.Problems {
	var ps unit.Problems
	p.validateOrder(&ps)
	if p.Timeout < 0 {
		ps.Addf("timeout", "must not be negative")
	}
	if p.Retry != nil {
		ps.Under("retry", p.Retry.Validate())
		if p.Retry.OnOpen == WaitWhenOpen && p.Breaker == nil {
			ps.Addf("retry.on_open", "has no effect without a breaker")
		}
	}
	if p.Bulkhead != nil {
		ps.Under("bulkhead", p.Bulkhead.Validate())
	}
	if p.Breaker != nil {
		ps.Under("breaker", p.Breaker.Validate())
	}
	return ps
}

func (p Policies) validateOrder(ps *unit.Problems) {
	if len(p.Order) == 0 {
		return
	}
	for i, name := range p.Order {
		if !slices.Contains(standardOrder, name) {
			ps.Addf("order", "%q is not a policy; use %s", name, strings.Join(standardOrder, ", "))
		}
		if slices.Contains(p.Order[:i], name) {
			ps.Addf("order", "%s is named twice", name)
		}
	}
	if slices.Index(p.Order, retryName) > 0 {
		ps.Addf("order", "retry must come first: each attempt asks the other policies anew")
	}
	for _, name := range innerOrder {
		if p.has(name) && !slices.Contains(p.Order, name) {
			ps.Addf("order", "%s is configured but has no place in the order", name)
		}
	}
}

// has reports whether a policy is there.
func (p Policies) has(name string) bool {
	switch name {
	case breakerName:
		return p.Breaker != nil
	case bulkheadName:
		return p.Bulkhead != nil
	case timeoutName:
		return p.Timeout > 0
	}
	return false
}
