package guard

import (
	"context"
	"errors"
	"time"

	"checkoutlab/resilience"
)

// Do makes a call through the policies: fn runs in the caller's goroutine, with a
// context that ends at the time limit, and must honour it. The result is fn's own error,
// or one of ErrOpen, ErrFull, ErrWaited and ErrTimeout, or the error of a context
// that ended before fn was run.
//
// If fn fails after the caller has cancelled ctx, the call says nothing about the
// dependency. If fn fails after the deadline of ctx, Classify decides as for any error.
// A panic or runtime.Goexit of fn, or of Classify, goes on through Do, counts as a
// failure and is not retried.
//
// With a retry in the policies, fn runs once for each attempt, and an error marked with
// resilience.RetryAfter says when the next one may begin. If a later attempt is not made
// after all, the result wraps both the reason and the error of the attempt before.
func (g *Guard) Do(ctx context.Context, fn func(context.Context) error) error {
	f := g.flights.Get().(*flight)
	defer g.land(f)
	limit, err := g.admit(ctx, f)
	for err == nil {
		err = g.attempt(ctx, f, limit, fn)
		if f.next.Kind != resilience.Wait {
			break
		}
		limit, err = g.again(ctx, f, err)
	}
	return err
}

func (g *Guard) attempt(ctx context.Context, f *flight, limit time.Duration, fn func(context.Context) error) error {
	bounded, cancel := g.bound(ctx, f, limit)
	defer cancel()
	ev, err := g.verdict(ctx, bounded, fn(bounded))
	g.end(f, ev)
	return err
}

// broken is an attempt that did not return: a failure, after which nobody is left to
// try again.
var broken = resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure, RetryAfter: -1}

// land ends the journey of a flight, deferred by both entries. Between two steps code of
// the user runs: fn, Classify, the methods of an error or of a context. If it panics or
// leaves the goroutine, the call has not been told its end, and is told it here.
func (g *Guard) land(f *flight) {
	switch f.next.Kind {
	case resilience.Attempt:
		if f.work == nil || !g.part(f, resilience.Event{Kind: resilience.Expired, Outcome: resilience.Failure}) {
			g.step(f, broken)
		}
	case resilience.Queue, resilience.Wait:
		g.step(f, resilience.Event{Kind: resilience.GaveUp})
	default:
		f.next = resilience.Action{}
		g.flights.Put(f)
	}
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
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
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
