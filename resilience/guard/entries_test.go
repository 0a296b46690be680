package guard_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

// trap is an error whose own methods panic.
type trap struct{}

func (trap) Error() string          { return "trap" }
func (trap) Is(error) bool          { panic("Is") }
func (trap) As(any) bool            { panic("As") }
func (trap) Unwrap() error          { panic("Unwrap") }
func trapped(context.Context) error { return trap{} }

// custom is a context of somebody else's making, which ends with err when done is closed.
type custom struct {
	context.Context
	done chan struct{}
	err  error
}

func (c custom) Done() <-chan struct{} { return c.done }

func (c custom) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}

// endsAfter returns a context that ends with err after d.
func endsAfter(d time.Duration, err error) context.Context {
	c := custom{ctx, make(chan struct{}), err}
	time.AfterFunc(d, func() { close(c.done) })
	return c
}

// broken is a context whose end nobody can wait for.
type broken struct{ context.Context }

func (broken) Done() <-chan struct{} { panic("Done") }

// byHalf has what can be kept for ever: a slot, a trial, a place in the retry budget.
func byHalf() resilience.Policies {
	p := oneTrial()
	p.Retry = &resilience.RetryConfig{Attempts: 2, Backoff: time.Millisecond, Jitter: resilience.NoJitter,
		Budget: &resilience.BudgetConfig{Kind: resilience.EnvoyBudget}}
	return p
}

func failed(n int64) resilience.Counts { return resilience.Counts{Calls: n, Failures: n} }

// Do and DoDetached agree, whatever code of the user does between two steps of a call.
func TestBothEntries(t *testing.T) {
	exit := func(error) resilience.Outcome { runtime.Goexit(); return 0 }
	panics := func(error) resilience.Outcome { panic("Classify") }
	neutral := func(error) resilience.Outcome { return resilience.Neutral }
	late := fmt.Errorf("late: %w", context.DeadlineExceeded)
	gone := fmt.Errorf("gone: %w", context.Canceled)
	hour := 1 * time.Hour
	for _, c := range []struct {
		name     string
		classify func(error) resilience.Outcome
		ctx      func() context.Context
		fn       func(context.Context) error
		err      error // nil: the call panics or leaves the goroutine
		counts   resilience.Counts
	}{
		{name: "fn panics", fn: func(context.Context) error { panic("fn") }, counts: failed(1)},
		{name: "fn leaves the goroutine", fn: func(context.Context) error { runtime.Goexit(); return nil }, counts: failed(1)},
		{name: "Classify panics", classify: panics, fn: ill, counts: failed(1)},
		{name: "Classify panics at a success", classify: panics, fn: well, counts: failed(1)},
		{name: "Classify leaves the goroutine", classify: exit, fn: ill, counts: failed(1)},
		{name: "an error panics when it is looked into", fn: trapped, counts: failed(1)},
		{name: "the context panics", ctx: func() context.Context { return broken{ctx} }, fn: well, counts: failed(1)},
		{name: "the deadline passes and Classify is asked", classify: neutral, fn: obey(hour), err: late,
			ctx: func() context.Context { return endsAfter(100*time.Millisecond, late) }},
		{name: "the deadline passes and Classify panics", classify: panics, fn: obey(hour), counts: failed(1),
			ctx: func() context.Context { return endsAfter(100*time.Millisecond, late) }},
		{name: "the caller cancels, as its context words it", fn: obey(hour), err: gone,
			ctx: func() context.Context { return endsAfter(100*time.Millisecond, gone) }},
		{name: "the caller cancels during the wait for a retry", fn: ill, err: errIll, counts: failed(1),
			ctx: func() context.Context { return endsAfter(500*time.Microsecond, gone) }},
	} {
		for name, call := range entries {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					g := guard.New(byHalf(), guard.Options{Classify: c.classify})
					given := ctx
					if c.ctx != nil {
						given = c.ctx()
					}
					if err, returned := outcome(func() error { return call(g, given, c.fn) }); returned != (c.err != nil) || !errors.Is(err, c.err) {
						t.Errorf("returned %t with %v, want %v", returned, err, c.err)
					}
					time.Sleep(2 * hour)
					expect(t, g, guard.Snapshot{Counts: c.counts})
				})
			})
		}
	}
}

var entries = map[string]func(*guard.Guard, context.Context, func(context.Context) error) error{
	"Do": (*guard.Guard).Do, "DoDetached": (*guard.Guard).DoDetached,
}

// outcome runs a call and tells whether it returned.
func outcome(call func() error) (err error, returned bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		err = call()
		returned = true
	}()
	<-done
	return err, returned
}

// An attempt that is not made does not hide the error of the one that was.
func TestErrorsOfBothAttempts(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*resilience.Policies)
		ctx    func() context.Context
		err    error
	}{
		{"the breaker refuses the second", func(p *resilience.Policies) { p.Breaker.Window.Count = 1 }, nil, resilience.ErrOpen},
		{"the caller cancels before it", func(p *resilience.Policies) { p.Retry.Backoff = time.Second },
			func() context.Context { return endsAfter(time.Millisecond, context.Canceled) }, context.Canceled},
	} {
		for name, call := range entries {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := byHalf()
					c.change(&p)
					given := ctx
					if c.ctx != nil {
						given = c.ctx()
					}
					err := call(guard.New(p, guard.Options{}), given, ill)
					if !errors.Is(err, c.err) || !errors.Is(err, errIll) {
						t.Errorf("%v, want %v and %v", err, c.err, errIll)
					}
					time.Sleep(time.Second)
				})
			})
		}
	}
}

// A duration near the largest one is for ever, and no less than nothing.
func TestForEver(t *testing.T) {
	for name, call := range entries {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := guard.New(resilience.Policies{
					Timeout:  math.MaxInt64,
					Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 1, MaxWait: math.MaxInt64},
					Retry:    &resilience.RetryConfig{Within: math.MaxInt64},
					Breaker: &resilience.BreakerConfig{Window: resilience.WindowConfig{Count: 1}, SlowCall: math.MaxInt64,
						CountInFlight: true, OpenFor: math.MaxInt64, AutomaticHalfOpen: true, TrialLease: math.MaxInt64},
				}, guard.Options{Observer: guard.Observer{Transition: func(resilience.Transition) {}}})
				time.Sleep(time.Hour)
				first := make(chan error)
				go func() { first <- call(g, ctx, obey(time.Hour)) }()
				synctest.Wait()
				wantErr(t, call(g, ctx, well), nil) // waits for an hour
				wantErr(t, <-first, nil)
				_ = call(g, ctx, func(context.Context) error { return resilience.RetryAfter(errIll, -1) })
				time.Sleep(1000 * time.Hour)
				wantErr(t, call(g, ctx, well), resilience.ErrOpen)
			})
		})
	}
}
