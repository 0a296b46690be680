package guard

import (
	"context"
	"errors"
	"runtime"
	"time"

	"checkoutlab/resilience"
)

// detached is the work of an attempt that runs in a goroutine of its own.
type detached struct {
	done chan result // holds one
	left bool        // the caller has left it; under the guard's lock
}

// result is how work ended.
type result struct {
	err      error
	panicked any
	exited   bool // without returning: by a panic or runtime.Goexit
}

// DoDetached is Do for work that may not honour its context: fn runs in a goroutine
// of its own, and the caller is freed at the time limit, or when ctx ends, whether
// fn has returned or not. What is left behind is counted by Abandoned until it ends;
// a bulkhead with HoldUntilDone keeps its slot until then.
//
// A panic or runtime.Goexit of fn is repeated in the caller. If the caller has left,
// it goes to the observer.
func (g *Guard) DoDetached(ctx context.Context, fn func(context.Context) error) error {
	f := g.flights.Get().(*flight)
	defer g.land(f)
	limit, err := g.admit(ctx, f)
	for err == nil {
		err = g.attemptDetached(ctx, f, limit, fn)
		if f.next.Kind != resilience.Wait {
			break
		}
		limit, err = g.again(ctx, f, err)
	}
	return err
}

func (g *Guard) attemptDetached(ctx context.Context, f *flight, limit time.Duration, fn func(context.Context) error) error {
	bounded, cancel := g.bound(ctx, f, limit)
	defer cancel()
	d := &detached{done: make(chan result, 1)}
	f.work = d
	go g.work(bounded, d, fn)
	select {
	case r := <-d.done:
		return g.collect(ctx, bounded, f, r)
	case <-bounded.Done():
		return g.leave(ctx, bounded, f)
	}
}

// work runs fn and hands over how it ended, whichever way.
func (g *Guard) work(ctx context.Context, d *detached, fn func(context.Context) error) {
	r := result{exited: true}
	defer func() {
		if r.exited {
			r.panicked = recover() // nil after Goexit
		}
		g.under(func(now time.Duration) resilience.Action { return g.hand(now, d, r) })
	}()
	r.err = fn(ctx)
	r.exited = false
}

// hand gives the result to the caller, or, if that has left, ends the call.
func (g *Guard) hand(now time.Duration, d *detached, r result) resilience.Action {
	if !d.left {
		d.done <- r
		return resilience.Action{}
	}
	if r.panicked != nil {
		g.bulletin.panicked(r.panicked)
	}
	g.abandoned--
	return g.ended(now)
}

// leave frees the caller from work that is still going on, or takes its result if it
// came in the same instant.
func (g *Guard) leave(ctx, bounded context.Context, f *flight) error {
	ev, err := g.parting(ctx, bounded)
	done := f.work.done
	if g.part(f, ev) {
		return err
	}
	return g.collect(ctx, bounded, f, <-done)
}

// parting is what ends an attempt before its work does: the time limit, the caller's
// deadline, about which Classify is asked as Do does, or the caller itself.
func (g *Guard) parting(ctx, bounded context.Context) (resilience.Event, error) {
	if context.Cause(bounded) == g.late {
		return resilience.Event{Kind: resilience.TimedOut}, resilience.ErrTimeout
	}
	err := ctx.Err()
	if errors.Is(err, context.Canceled) {
		return resilience.Event{Kind: resilience.GaveUp}, err
	}
	return resilience.Event{Kind: resilience.Expired, Outcome: g.classify(err)}, err
}

// part leaves the work to itself and tells the call so. It reports false if the work
// has ended meanwhile.
func (g *Guard) part(f *flight, ev resilience.Event) (left bool) {
	g.under(func(now time.Duration) (act resilience.Action) {
		if left = len(f.work.done) == 0; left {
			f.work.left = true
			f.work = nil
			g.abandoned++
			act = f.call.Next(now, ev)
			f.next, f.stepped = act, now
		}
		return act
	})
	return left
}

// collect settles a call whose work ended before its caller left.
func (g *Guard) collect(ctx, bounded context.Context, f *flight, r result) error {
	f.work = nil
	if r.exited {
		g.end(f, broken)
		if r.panicked != nil {
			panic(r.panicked)
		}
		runtime.Goexit()
	}
	ev, err := g.verdict(ctx, bounded, r.err)
	g.end(f, ev)
	return err
}
