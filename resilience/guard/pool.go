package guard

import (
	"context"
	"time"

	"checkoutlab/resilience"
)

// Pool is a number of workers with a queue in front, first come first served. It is
// safe for concurrent use.
type Pool struct {
	g *Guard
}

// NewPool returns a pool whose workers are the slots of a bulkhead. clock may be nil,
// see Options. observe, if it is not nil, is told the workers in use and the callers
// that wait whenever they change, under the terms of Observer. It panics on a
// configuration that Validate refuses.
func NewPool(cfg resilience.BulkheadConfig, clock func() time.Duration, observe func(at time.Duration, inUse, queued int)) *Pool {
	return &Pool{New(
		resilience.Policies{Bulkhead: &cfg},
		Options{Clock: clock, Observer: Observer{Bulkhead: observe}},
	)}
}

// Acquire waits for a worker. It returns nil, and the caller must call Release once;
// or ErrFull, ErrWaited or the error of ctx.
func (p *Pool) Acquire(ctx context.Context) error {
	f := p.g.flights.Get().(*flight)
	defer p.g.land(f)
	_, err := p.g.admit(ctx, f)
	f.board(p.g.chain) // the slot is now the caller's and no longer that call's
	return err
}

// Release gives a worker back, to the first caller that waits. It panics if no worker
// is in use.
func (p *Pool) Release() {
	p.g.under(func(now time.Duration) resilience.Action {
		return resilience.Action{Granted: p.g.chain.Bulkhead.Release(now)}
	})
}

// Resize changes the number of workers, see Guard.Resize.
func (p *Pool) Resize(n int) { p.g.Resize(n) }

// InUse is the number of workers in use.
func (p *Pool) InUse() int { return p.g.Snapshot().InUse }

// Queued is the number of callers that wait.
func (p *Pool) Queued() int { return p.g.Snapshot().Queued }

// Flush returns when the observer has heard of everything up to now.
func (p *Pool) Flush() { p.g.Flush() }
