package provider

import (
	"time"

	"checkoutlab/provider/fault"
)

// work is what the provider does for one request, from its arrival until its
// latency has passed. It outlives the handler when the caller goes.
type work struct {
	fault.Decision
	timer     *time.Timer
	abandoned bool          // the caller has gone
	end       ending        // of done
	done      chan struct{} // closed at the end
}

// ending is how a work ended.
type ending uint8

const (
	answered ending = iota // its latency has passed
	cut                    // there is no answer: the connection is to be cut
	stopped                // the caller went, and the work with it
)

// begin decides what happens to a request that arrives now, and starts the work.
// It returns nil if the provider is at its own limit.
func (p *Provider) begin() *work {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return closedWork
	}
	now := p.clock()
	if len(p.works) >= p.max {
		p.counts.Capped++
		s := p.sample(now)
		s.Capped = true
		p.observe(s)
		return nil
	}
	// The coin is tossed here, under the lock, so that requests draw in the order
	// of their arrival.
	w := &work{Decision: p.plan.Decide(now, p.rand), done: make(chan struct{})}
	p.works[w] = struct{}{}
	p.counts.start(w.Fault)
	s := p.sample(now)
	s.Started, s.Fault = true, w.Fault
	p.observe(s)
	p.schedule(w, now)
	return w
}

// closedWork is what a request gets after Close.
var closedWork = func() *work {
	w := &work{end: cut, done: make(chan struct{})}
	close(w.done)
	return w
}()

// schedule ends the work when its time has come.
func (p *Provider) schedule(w *work, now time.Duration) {
	wait, how := w.Latency, answered
	if w.Hang {
		wait, how = w.Until-now, cut
	}
	w.timer = time.AfterFunc(wait, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.end(w, how)
	})
}

// end takes a work out of flight. One that has ended stays as it is. The lock is
// held.
func (p *Provider) end(w *work, how ending) {
	if _, inFlight := p.works[w]; !inFlight {
		return
	}
	delete(p.works, w)
	w.timer.Stop()
	w.end = how
	p.counts.stop(w.abandoned)
	p.observe(p.sample(p.clock()))
	close(w.done)
}

// leave notes that the caller of a work has gone, as its context has told.
func (p *Provider) leave(w *work) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, inFlight := p.works[w]; !inFlight {
		return
	}
	if p.onCancel == fault.Stop {
		p.end(w, stopped)
		return
	}
	w.abandoned = true
	p.counts.abandon()
	p.observe(p.sample(p.clock()))
}
