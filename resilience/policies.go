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
	// Order names the policies from the outermost to the innermost. Default: breaker,
	// bulkhead, timeout. A timeout outside the bulkhead counts the wait in the queue
	// against its limit. A timeout outside the breaker is to the breaker a caller that
	// gave up, which says nothing about the dependency.
	Order []string `yaml:"order,omitempty,flow"`
	// Timeout is how long a call may take from where Order has it. 0: no limit.
	Timeout  time.Duration   `yaml:"timeout,omitempty"`
	Bulkhead *BulkheadConfig `yaml:"bulkhead,omitempty"`
	Breaker  *BreakerConfig  `yaml:"breaker,omitempty"`
}

// Names of the policies, as Order has them.
const (
	breakerName  = "breaker"
	bulkheadName = "bulkhead"
	timeoutName  = "timeout"
)

var standardOrder = []string{breakerName, bulkheadName, timeoutName}

// WithDefaults returns the configuration in force.
func (p Policies) WithDefaults() Policies {
	if len(p.Order) == 0 {
		p.Order = slices.Clone(standardOrder)
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

// Validate returns everything that is wrong with the configuration.
func (p Policies) Validate() unit.Problems {
	var ps unit.Problems
	p.validateOrder(&ps)
	if p.Timeout < 0 {
		ps.Addf("timeout", "must not be negative")
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
	for _, name := range standardOrder {
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

// Chain is the policies of one dependency, shared by all calls to it.
type Chain struct {
	Breaker  *Breaker      // nil if there is none
	Bulkhead *Bulkhead     // nil if there is none
	Timeout  time.Duration // 0 if there is none

	steps         [3]step // outermost first; those that are not there are left out
	holdUntilDone bool
	blindBreaker  bool // the timeout is outside of the breaker
}

// step is entering one policy.
type step uint8

const (
	attempt step = iota // no policy is left
	askBreaker
	askBulkhead
	startTimeout
)

var stepOf = map[string]step{breakerName: askBreaker, bulkheadName: askBulkhead, timeoutName: startTimeout}

// NewChain builds the policies. It panics on a configuration that Validate refuses.
func NewChain(p Policies) *Chain {
	if ps := p.Validate(); len(ps) > 0 {
		panic("resilience: policies: " + ps[0].String())
	}
	p = p.WithDefaults()
	c := &Chain{Timeout: p.Timeout}
	order := slices.DeleteFunc(slices.Clone(p.Order), func(name string) bool { return !p.has(name) })
	for i, name := range order {
		c.steps[i] = stepOf[name]
	}
	if p.Breaker != nil {
		c.Breaker = NewBreaker(*p.Breaker)
		at := slices.Index(order, timeoutName)
		c.blindBreaker = at >= 0 && at < slices.Index(order, breakerName)
	}
	if p.Bulkhead != nil {
		c.Bulkhead = NewBulkhead(*p.Bulkhead)
		c.holdUntilDone = p.Bulkhead.HoldUntilDone
	}
	return c
}
