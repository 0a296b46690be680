package report

import (
	"time"

	"checkoutlab/internal/record"
)

// gauge is the highest value of a step function in a stretch, the value that it
// comes in with included.
type gauge int

func (g *gauge) set(s *stretch, at time.Duration, value int) {
	switch {
	case at < s.from:
		*g = gauge(value)
	case at < s.until:
		*g = max(*g, gauge(value))
	}
}

type providerFold struct {
	calls, capped       int
	inFlight, abandoned gauge
	faulted             map[string]int
}

func (p *providerFold) add(s *stretch, e *record.Event) {
	p.inFlight.set(s, e.At, e.InUse)
	p.abandoned.set(s, e.At, e.Waiting)
	if !e.Started || !s.holds(e.At) {
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
	busy, waiting gauge
	restarts      int
	down          bool
	since         time.Duration // when it went down
	unready       time.Duration // time spent down before that
}

func (f *serviceFold) add(s *stretch, e *record.Event) {
	switch e.Kind {
	case record.Service:
		f.busy.set(s, e.At, e.InUse)
		f.waiting.set(s, e.At, e.Waiting)
	case record.Restart:
		if s.holds(e.At) {
			f.restarts++
		}
		if e.Started { // and was not only told of
			f.down, f.since = true, e.At
		}
	case record.Ready:
		f.unready += f.downUntil(s, e.At)
		f.down = false
	}
}

// downUntil is how long it has been down, if it is, inside a stretch.
func (f *serviceFold) downUntil(s *stretch, until time.Duration) time.Duration {
	if !f.down {
		return 0
	}
	return max(0, min(until, s.until)-max(f.since, s.from))
}

func (f *serviceFold) figures(s *stretch, workers int) ServiceFigures {
	return ServiceFigures{Workers: workers, BusyMax: int(f.busy), QueueMax: int(f.waiting),
		Restarts: f.restarts, Unready: millis(f.unready + f.downUntil(s, s.until))}
}

type retryFold struct{ retries, overBudget int }

func (r *retryFold) add(s *stretch, e *record.Event) {
	switch {
	case !s.holds(e.At):
	case e.Kind == record.Retry:
		r.retries++
	default:
		r.overBudget++
	}
}

func (r *retryFold) figures() RetryFigures {
	return RetryFigures{Retries: r.retries, OverBudget: r.overBudget}
}

type bulkheadFold struct {
	rejected       int
	inUse, waiting gauge
}

func (b *bulkheadFold) add(s *stretch, e *record.Event) {
	b.inUse.set(s, e.At, e.InUse)
	b.waiting.set(s, e.At, e.Waiting)
}

func (b *bulkheadFold) figures(slots int) BulkheadFigures {
	return BulkheadFigures{MaxConcurrent: slots, InUseMax: int(b.inUse), QueueMax: int(b.waiting), Rejected: b.rejected}
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

func (b *breakerFold) add(s *stretch, e *record.Event) {
	switch {
	case e.At >= s.until:
		return
	case e.At < s.from:
		b.states = []string{e.To} // what it comes in with
		return
	case len(b.states) == 0:
		b.states = []string{e.From}
	}
	b.opened += b.open(s, e.At)
	b.states, b.since = append(b.states, e.To), e.At
	if e.To == open {
		b.opens++
	}
}

// open is how long it has been open, if it is, up to an instant.
func (b *breakerFold) open(s *stretch, until time.Duration) time.Duration {
	if n := len(b.states); n > 0 && b.states[n-1] == open {
		return max(0, until-max(b.since, s.from))
	}
	return 0
}

func (b *breakerFold) figures(s *stretch) BreakerFigures {
	states := b.states
	if len(states) == 0 {
		states = []string{closed}
	}
	return BreakerFigures{Opens: b.opens, Rejected: b.rejected, Open: millis(b.opened + b.open(s, s.until)), States: states}
}
