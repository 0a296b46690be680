package guard

import (
	"context"
	"runtime"
	"time"

	"checkoutlab/resilience"
)

// detached is an attempt whose work runs in a goroutine of its own.
type detached struct {
	*flight             // the caller's; not the work's once it is left
	done    chan result // holds one
	left    bool        // the caller has; under the guard's lock
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
	limit, err := g.admit(ctx, f)
	for err == nil {
		err = g.attemptDetached(ctx, f, limit, fn)
		if f.next.Kind != resilience.Wait {
			break
		}
		limit, err = g.proceed(ctx, f)
	}
	g.flights.Put(f) // work that is left behind knows nothing of it
	return err
}

func (g *Guard) attemptDetached(ctx context.Context, f *flight, limit time.Duration, fn func(context.Context) error) error {
	d := &detached{flight: f, done: make(chan result, 1)}
	bounded, cancel := g.bound(ctx, f, limit)
	defer cancel()
	go g.work(bounded, d, fn)
	select {
	case r := <-d.done:
		return g.collect(ctx, bounded, d, r)
	case <-bounded.Done():
		return g.leave(ctx, bounded, d)
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
func (g *Guard) leave(ctx, bounded context.Context, d *detached) error {
	ev, err := resilience.Event{Kind: resilience.TimedOut}, resilience.ErrTimeout
	if context.Cause(bounded) != g.late {
		err = ctx.Err()
		if err == context.Canceled {
			ev.Kind = resilience.GaveUp
		}
	}
	g.under(func(now time.Duration) (act resilience.Action) {
		if len(d.done) == 0 {
			d.left = true
			g.abandoned++
			act = d.call.Next(now, ev)
			d.next, d.stepped = act, now
		}
		return act
	})
	if !d.left {
		return g.collect(ctx, bounded, d, <-d.done)
	}
	return err
}

// collect settles a call whose work ended before its caller left.
func (g *Guard) collect(ctx, bounded context.Context, d *detached, r result) error {
	if r.exited {
		g.end(d.flight, broken)
		if r.panicked != nil {
			panic(r.panicked)
		}
		runtime.Goexit()
	}
	ev, err := g.verdict(ctx, bounded, r.err)
	g.end(d.flight, ev)
	return err
}
