package guard_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

var errIll = errors.New("ill")

var ctx = context.Background()

func well(context.Context) error { return nil }
func ill(context.Context) error  { return errIll }

// hang is work that does not honour its context.
func hang(d time.Duration) func(context.Context) error {
	return func(context.Context) error { time.Sleep(d); return nil }
}

// obey is work that takes d and does honour its context.
func obey(d time.Duration) func(context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-time.After(d):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// oneTrial opens at two failures of two, for 1 s, and lets one trial through.
func oneTrial() resilience.Policies {
	return resilience.Policies{
		Timeout:  500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 2, Queue: 2},
		Breaker: &resilience.BreakerConfig{
			Window: resilience.WindowConfig{Count: 2}, OpenFor: time.Second, Trials: 1, TrialLease: time.Second,
		},
	}
}

// halfOpened returns a guard whose next call is a trial.
func halfOpened(opts guard.Options) *guard.Guard {
	g := guard.New(oneTrial(), opts)
	for range 2 {
		_ = g.Do(context.Background(), ill)
	}
	time.Sleep(time.Second + 1)
	return g
}

// opening are the counts that oneTrial opens with, which it shows while it is open.
var opening = resilience.Counts{Calls: 2, Failures: 2}

// Faults that users of other libraries reported, as far as they need a goroutine, a
// clock or a context. The others, with the same numbers, are in package resilience.
func TestReportedFaults(t *testing.T) {
	for _, fault := range []struct {
		name string
		test func(*testing.T)
	}{
		{"01 a trial that panics counts as a failure and gives its permit back", panickingTrial},
		{"02 a trial that ends by Goexit gives its permit back", exitingTrial},
		{"03 a trial that hangs is followed by another, and its late end changes nothing", hangingTrial},
		{"05 a clock that steps back by an hour changes nothing", clockStepsBack},
		{"08 work that outlives its timeout frees its caller and is counted", outlivedTimeout},
		{"08 with hold until done the cap holds for real work", heldUntilDone},
		{"09 a call that its caller cancels is neutral", cancellingCaller},
		{"10 of 200 callers at the half-open instant exactly one runs", stampede},
		{"11 a holder of a slot that panics gives it back", panickingHolder},
		{"12 a live bulkhead that shrinks returns at once and refuses until less is in flight", shrinkingBulkhead},
		{"13 a release without a hold panics and admits no extra", releaseWithoutHold},
		{"14 waiters that time out or are cancelled leave no ghost", ghostWaiters},
		{"15 hung calls open the breaker while they hang", hungCalls},
	} {
		t.Run(fault.name, func(t *testing.T) { synctest.Test(t, fault.test) })
	}
}

func panickingTrial(t *testing.T) {
	for _, do := range []func(*guard.Guard) error{
		func(g *guard.Guard) error { return g.Do(ctx, func(context.Context) error { panic("bug") }) },
		func(g *guard.Guard) error { return g.DoDetached(ctx, func(context.Context) error { panic("bug") }) },
	} {
		g := halfOpened(guard.Options{})
		if got := panicOf(func() { _ = do(g) }); got != "bug" {
			t.Errorf("the panic is %v", got)
		}
		expect(t, g, guard.Snapshot{State: resilience.Open, Counts: opening})
	}
}

func exitingTrial(t *testing.T) {
	exit := func(context.Context) error { runtime.Goexit(); return nil }
	for _, do := range []func(*guard.Guard) error{
		func(g *guard.Guard) error { return g.Do(ctx, exit) },
		func(g *guard.Guard) error { return g.DoDetached(ctx, exit) },
	} {
		g := halfOpened(guard.Options{})
		var exited sync.WaitGroup
		exited.Go(func() { _ = do(g); t.Error("Goexit did not go on") })
		exited.Wait()
		expect(t, g, guard.Snapshot{State: resilience.Open, Counts: opening})
	}
}

func hangingTrial(t *testing.T) {
	policies := oneTrial()
	policies.Timeout = 0
	g := guard.New(policies, guard.Options{})
	g.Force(resilience.HalfOpen)
	var late sync.WaitGroup
	late.Go(func() { _ = g.Do(ctx, func(context.Context) error { time.Sleep(5 * time.Second); return errIll }) })
	synctest.Wait()
	wantErr(t, g.Do(ctx, well), resilience.ErrOpen)
	time.Sleep(time.Second)
	wantErr(t, g.Do(ctx, well), nil)
	late.Wait()
	expect(t, g, guard.Snapshot{State: resilience.Closed})
}

func clockStepsBack(t *testing.T) {
	now := 2 * time.Hour
	g := guard.New(oneTrial(), guard.Options{Clock: func() time.Duration { return now }})
	_, _ = g.Do(ctx, ill), g.Do(ctx, ill)
	now -= time.Hour
	wantErr(t, g.Do(ctx, well), resilience.ErrOpen)
	now += time.Hour + time.Second + 1
	wantErr(t, g.Do(ctx, well), nil)
	expect(t, g, guard.Snapshot{State: resilience.Closed})
}

func cancellingCaller(t *testing.T) {
	for _, do := range []func(*guard.Guard, context.Context) error{
		func(g *guard.Guard, ctx context.Context) error { return g.Do(ctx, obey(time.Second)) },
		func(g *guard.Guard, ctx context.Context) error { return g.DoDetached(ctx, hang(time.Second)) },
	} {
		g := halfOpened(guard.Options{})
		cancelled, cancel := context.WithCancel(ctx)
		time.AfterFunc(100*time.Millisecond, cancel)
		wantErr(t, do(g, cancelled), context.Canceled)
		time.Sleep(time.Second)
		expect(t, g, guard.Snapshot{State: resilience.HalfOpen})
		wantErr(t, g.Do(ctx, well), nil)
		expect(t, g, guard.Snapshot{State: resilience.Closed})
	}
}

func stampede(t *testing.T) {
	g := halfOpened(guard.Options{})
	var ran, refused atomic.Int32
	var callers sync.WaitGroup
	for range 200 {
		callers.Go(func() {
			err := g.Do(ctx, func(ctx context.Context) error { ran.Add(1); return obey(time.Millisecond)(ctx) })
			if errors.Is(err, resilience.ErrOpen) {
				refused.Add(1)
			}
		})
	}
	callers.Wait()
	if ran.Load() != 1 || refused.Load() != 199 {
		t.Errorf("%d ran and %d were refused", ran.Load(), refused.Load())
	}
}

func panicOf(fn func()) (value any) {
	defer func() { value = recover() }()
	fn()
	return nil
}

// virtual is the clock of a synctest bubble.
func virtual() func() time.Duration {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

func wantErr(t *testing.T, got, want error) {
	t.Helper()
	if got != want {
		t.Errorf("error %v, want %v", got, want)
	}
}

// expect compares everything but the instant.
func expect(t *testing.T, g *guard.Guard, want guard.Snapshot) {
	t.Helper()
	got := g.Snapshot()
	if got.At = 0; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
