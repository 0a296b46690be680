package guard

import (
	"context"
	"fmt"
	"time"

	"checkoutlab/resilience"
)

// flight is one call on its way, with the means to wake it from the queue.
type flight struct {
	call    resilience.Call
	granted chan struct{} // holds one signal
	next    resilience.Action
	stepped time.Duration // instant of the step that said so
	work    *detached     // of the attempt that is being made, if it has a goroutine of its own
}

func newFlight(c *resilience.Chain) *flight {
	f := &flight{granted: make(chan struct{}, 1)}
	f.board(c)
	return f
}

// board puts a call that has not begun on the flight.
func (f *flight) board(c *resilience.Chain) {
	f.call, f.next = resilience.Call{Chain: c}, resilience.Action{}
	f.call.Ticket().Owner = f
}

// wake tells the call that waits under t that it has a slot. It is called under the
// lock and does not block: a flight waits for one slot at a time.
func wake(t *resilience.Ticket) { t.Owner.(*flight).granted <- struct{}{} }

// pause is the wait before a retry.
func pause(ctx context.Context, d time.Duration) resilience.EventKind {
	if ctx.Err() != nil {
		return resilience.GaveUp
	}
	if d == 0 {
		return resilience.Waited
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return resilience.Waited
	case <-ctx.Done():
		return resilience.GaveUp
	}
}

// await waits in the queue for what comes first.
func (f *flight) await(ctx context.Context, limit time.Duration) resilience.EventKind {
	var late <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-f.granted:
		return resilience.Permitted
	case <-late:
		return resilience.Waited
	case <-ctx.Done():
		return resilience.GaveUp
	}
}

// admit takes a call up to its first attempt, see proceed.
func (g *Guard) admit(ctx context.Context, f *flight) (limit time.Duration, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if g.chain.Retry != nil {
		f.call.Within = 0
		if deadline, ok := ctx.Deadline(); ok {
			f.call.Within = max(time.Until(deadline), 1)
		}
	}
	g.step(f, resilience.Event{Kind: resilience.Began})
	if f.next.Kind == resilience.Attempt || f.next.Kind == resilience.Finish {
		return f.next.Limit, f.next.Err
	}
	return g.proceed(ctx, f)
}

// again takes a call to its next attempt after one that ended with an error. If that is
// not made after all, the result tells of both.
func (g *Guard) again(ctx context.Context, f *flight, before error) (limit time.Duration, err error) {
	limit, err = g.proceed(ctx, f)
	if err != nil && before != nil {
		err = fmt.Errorf("%w, after an attempt that ended with: %w", err, before)
	}
	return limit, err
}

// proceed takes a call through waits and queues up to its next attempt and returns the
// attempt's time limit. Any error is a refusal, or the context's own.
func (g *Guard) proceed(ctx context.Context, f *flight) (limit time.Duration, err error) {
	for {
		var kind resilience.EventKind
		switch f.next.Kind {
		case resilience.Queue:
			kind = f.await(ctx, f.next.Limit)
		case resilience.Wait:
			kind = pause(ctx, f.next.Limit)
		default:
			return f.next.Limit, f.next.Err
		}
		g.step(f, resilience.Event{Kind: kind})
		if kind != resilience.Permitted {
			f.forgetWake()
		}
		if kind == resilience.GaveUp {
			return 0, ctx.Err()
		}
	}
}

// forgetWake takes back the signal of a slot that was granted while the call was
// giving up. It was sent under the lock, so after the step it is here or never comes.
func (f *flight) forgetWake() {
	select {
	case <-f.granted:
	default:
	}
}
