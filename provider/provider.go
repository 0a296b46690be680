package provider

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"checkoutlab/provider/fault"
)

// Options is what a provider needs from its surroundings.
type Options struct {
	// Clock gives the time since the run began, from a monotonic clock. Required.
	Clock func() time.Duration
	// Rand is the provider's own stream of chance. It may be nil if the faults
	// and the latency draw nothing; see fault.Plan.Decide.
	Rand *rand.Rand
	// Observe is called on each change of the counts, in their order, while the
	// provider is locked: it must be quick and must not call the provider. It may
	// be nil, and is not called after Close has returned.
	Observe func(Sample)
}

// Provider is an http.Handler that answers every path and method as its plan of
// faults says.
type Provider struct {
	clock    func() time.Duration
	observe  func(Sample)
	onCancel fault.OnCancel
	healthy  fault.Latency
	max      int

	mu     sync.Mutex // guards all that follows
	rand   *rand.Rand
	faults []fault.Window
	plan   *fault.Plan
	works  map[*work]struct{}
	counts Counts
	closed bool
}

// New makes a provider. Zero fields of cfg have their defaults; it panics on a
// configuration that Validate refuses.
func New(cfg fault.Config, opts Options) *Provider {
	if ps := cfg.Validate(); len(ps) > 0 {
		panic("provider: " + ps[0].String())
	}
	cfg = cfg.WithDefaults()
	p := &Provider{
		clock:    opts.Clock,
		observe:  opts.Observe,
		onCancel: cfg.OnCancel,
		healthy:  cfg.Latency,
		max:      cfg.MaxInFlight,
		rand:     opts.Rand,
		works:    make(map[*work]struct{}),
		counts:   Counts{Faulted: make(map[string]int64)},
	}
	if p.observe == nil {
		p.observe = func(Sample) {}
	}
	p.SetFaults(cfg.Faults)
	return p
}

// Faults returns the windows in force, those that have ended included.
func (p *Provider) Faults() []fault.Window {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.faults)
}

// SetFaults replaces the windows. It returns at once and acts on the next request,
// whatever the age of its connection. What is in flight keeps the latency that was
// decided when it arrived, but a request that hangs is cut, unless there is still
// an open hang window with the same end. SetFaults panics on a window that
// Validate refuses.
func (p *Provider) SetFaults(windows []fault.Window) {
	plan := fault.NewPlan(p.healthy, windows)
	faults := fault.Config{Faults: windows}.WithDefaults().Faults
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plan, p.faults = plan, faults
	now := p.clock()
	for w := range p.works { // in any order: they end at the same instant
		if w.Hang && !plan.Holds(w.Until, now) {
			p.end(w, cut)
		}
	}
}

// Close ends everything in flight at once: waiting callers have their connections
// cut, abandoned work is dropped, timers are stopped. A request that comes later is
// cut too. Close may be called again.
func (p *Provider) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for w := range p.works { // in any order: they end at the same instant
		p.end(w, cut)
	}
}
