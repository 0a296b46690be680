package report

import (
	"time"

	"checkoutlab/internal/record"
)

// gauge is the highest value of a step function in a stretch, the value that it
// comes in with included.
type gauge int

func (g *gauge) set(f *fold, at time.Duration, value int) {
	switch {
	case at < f.from:
		*g = gauge(value)
	case at < f.until:
		*g = max(*g, gauge(value))
	}
}

type providerFold struct {
	calls, capped       int
	inFlight, abandoned gauge
	faulted             map[string]int
}

func (p *providerFold) add(f *fold, e record.Event) {
	p.inFlight.set(f, e.At, e.InUse)
	p.abandoned.set(f, e.At, e.Waiting)
	if !e.Started || !f.holds(e.At) {
		return
	}
	p.calls++
	if e.Fault == "" {
		return
	}
	if p.faulted == nil {
		p.faulted = map[string]int{}
	}
	p.faulted[e.Fault]++
}

func (p *providerFold) figures() ProviderFigures {
	out := ProviderFigures{Calls: p.calls, InFlightMax: int(p.inFlight), AbandonedMax: int(p.abandoned), Faulted: p.faulted, Capped: p.capped}
	if out.Faulted == nil {
		out.Faulted = map[string]int{}
	}
	return out
}

type serviceFold struct {
	workers       int
	busy, waiting gauge
}

func (s *serviceFold) add(f *fold, e record.Event) {
	s.busy.set(f, e.At, e.InUse)
	s.waiting.set(f, e.At, e.Waiting)
}

func (s *serviceFold) figures() ServiceFigures {
	return ServiceFigures{Workers: s.workers, BusyMax: int(s.busy), QueueMax: int(s.waiting)}
}

type bulkheadFold struct {
	slots, rejected int
	inUse, waiting  gauge
}

func (b *bulkheadFold) add(f *fold, e record.Event) {
	b.inUse.set(f, e.At, e.InUse)
	b.waiting.set(f, e.At, e.Waiting)
}

func (b *bulkheadFold) figures() BulkheadFigures {
	return BulkheadFigures{MaxConcurrent: b.slots, InUseMax: int(b.inUse), QueueMax: int(b.waiting), Rejected: b.rejected}
}

// States of a breaker, as a Transition has them.
const (
	closed = "CLOSED"
	open   = "OPEN"
)

type breakerFold struct {
	opens, rejected int
	states          []string
	since           time.Duration // when it entered the last of states
	opened          time.Duration // time spent open before that
}

func (b *breakerFold) add(f *fold, e record.Event) {
	switch {
	case e.At >= f.until:
		return
	case e.At < f.from:
		b.states = []string{e.To} // what it comes in with
		return
	case len(b.states) == 0:
		b.states = []string{e.From}
	}
	b.leave(f, e.At)
	b.states, b.since = append(b.states, e.To), e.At
	if e.To == open {
		b.opens++
	}
}

// leave counts the time in the last state up to an instant.
func (b *breakerFold) leave(f *fold, until time.Duration) {
	if n := len(b.states); n > 0 && b.states[n-1] == open {
		b.opened += until - max(b.since, f.from)
	}
}

func (b *breakerFold) figures(f *fold) BreakerFigures {
	b.leave(f, f.end)
	if len(b.states) == 0 {
		b.states = []string{closed}
	}
	return BreakerFigures{Opens: b.opens, Rejected: b.rejected, Open: millis(b.opened), States: b.states}
}
