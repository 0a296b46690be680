package guard

import (
	"context"
	"time"

	"checkoutlab/resilience"
)

// Do makes a call through the policies: fn runs in the caller's goroutine, with a
// context that ends at the time limit, and must honour it. The result is fn's own,
// or one of ErrOpen, ErrFull, ErrWaited and ErrTimeout, or the error of a context
// that ended before fn was run.
//
// If fn fails after the caller has cancelled ctx, the call says nothing about the
// dependency; a deadline of ctx that passes is a failure like any other. A panic or
// runtime.Goexit of fn goes on through Do, counts as a failure and is not retried.
//
// With a retry in the policies fn is run once for each attempt, and an error marked with
// resilience.RetryAfter says when the next one may begin.
func (g *Guard) Do(ctx context.Context, fn func(context.Context) error) error {
	f := g.flights.Get().(*flight)
	limit, err := g.admit(ctx, f)
	for err == nil {
		err = g.attempt(ctx, f, limit, fn)
		if f.next.Kind != resilience.Wait {
			break
		}
		limit, err = g.proceed(ctx, f)
	}
	g.flights.Put(f) // not if fn panicked: then it is garbage
	return err
}

// broken is an attempt that did not return: a failure, after which nobody is left to
// try again.
var broken = resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure, RetryAfter: -1}

func (g *Guard) attempt(ctx context.Context, f *flight, limit time.Duration, fn func(context.Context) error) error {
	bounded, cancel := g.bound(ctx, f, limit)
	settled := false
	defer func() {
		cancel()
		if !settled { // fn did not return
			g.step(f, broken)
		}
	}()
	ev, err := g.verdict(ctx, bounded, fn(bounded))
	settled = true
	g.end(f, ev)
	return err
}

// bound gives the attempt its time limit, counted from the step that allowed it. With
// a clock of our own that instant is known as a time.Time and need not be read again,
// which is a tenth of what the context costs.
func (g *Guard) bound(ctx context.Context, f *flight, limit time.Duration) (context.Context, context.CancelFunc) {
	switch {
	case limit == 0:
		return ctx, func() {}
	case g.start.IsZero():
		return context.WithTimeoutCause(ctx, limit, g.late)
	}
	return context.WithDeadlineCause(ctx, g.start.Add(f.stepped+limit), g.late)
}

// verdict reads how an attempt ended from its error and from the contexts of the
// caller and of the attempt.
func (g *Guard) verdict(ctx, bounded context.Context, err error) (resilience.Event, error) {
	if err != nil && context.Cause(bounded) == g.late {
		return resilience.Event{Kind: resilience.TimedOut}, resilience.ErrTimeout
	}
	if err != nil && ctx.Err() == context.Canceled {
		return resilience.Event{Kind: resilience.GaveUp}, err
	}
	ev := resilience.Event{Kind: resilience.Replied, Outcome: g.classify(err)}
	if err != nil && g.chain.Retry != nil {
		ev.RetryAfter = resilience.RetryAfterOf(err)
	}
	return ev, err
}

// end settles a call whose work is over.
func (g *Guard) end(f *flight, ev resilience.Event) {
	g.step(f, ev)
	if ev.Kind != resilience.Replied {
		g.under(g.ended)
	}
}

// ended says that work which its caller has left is over.
func (g *Guard) ended(now time.Duration) resilience.Action {
	return resilience.Action{Granted: g.chain.Ended(now)}
}
