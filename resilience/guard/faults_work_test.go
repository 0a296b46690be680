package guard_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

// The reported faults of slots, queues and work that hangs. TestReportedFaults names
// what each must show.

func outlivedTimeout(t *testing.T) {
	g := guard.New(oneTrial(), guard.Options{})
	start := time.Now()
	wantErr(t, g.DoDetached(ctx, hang(10*time.Second)), resilience.ErrTimeout)
	if took := time.Since(start); took != 500*time.Millisecond {
		t.Errorf("freed after %v", took)
	}
	expect(t, g, guard.Snapshot{Abandoned: 1, Counts: resilience.Counts{Calls: 1, Failures: 1}})
	time.Sleep(9501 * time.Millisecond)
	expect(t, g, guard.Snapshot{Counts: resilience.Counts{Calls: 1, Failures: 1}})
}

func heldUntilDone(t *testing.T) {
	policies := resilience.Policies{
		Timeout:  500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1, HoldUntilDone: true},
	}
	g := guard.New(policies, guard.Options{})
	wantErr(t, g.DoDetached(ctx, hang(10*time.Second)), resilience.ErrTimeout)
	expect(t, g, guard.Snapshot{Abandoned: 1, InUse: 1})
	wantErr(t, g.Do(ctx, well), resilience.ErrFull)
	time.Sleep(9501 * time.Millisecond)
	wantErr(t, g.Do(ctx, well), nil)
}

func panickingHolder(t *testing.T) {
	g := guard.New(resilience.Policies{Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1}}, guard.Options{})
	for range 3 {
		_ = panicOf(func() { _ = g.Do(ctx, func(context.Context) error { panic("bug") }) })
	}
	wantErr(t, g.Do(ctx, well), nil)
}

func shrinkingBulkhead(t *testing.T) {
	g := guard.New(resilience.Policies{Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 10}}, guard.Options{})
	var holders sync.WaitGroup
	for i := range 8 {
		holders.Go(func() { _ = g.Do(ctx, obey(time.Duration(i+1)*time.Second)) })
	}
	synctest.Wait()
	g.Resize(5)
	for inUse := 8; inUse >= 5; inUse-- {
		expect(t, g, guard.Snapshot{InUse: inUse})
		wantErr(t, g.Do(ctx, well), resilience.ErrFull)
		time.Sleep(time.Second)
		synctest.Wait()
	}
	wantErr(t, g.Do(ctx, well), nil)
	holders.Wait()
}

func releaseWithoutHold(t *testing.T) {
	p := guard.NewPool(resilience.BulkheadConfig{MaxConcurrent: 1}, nil, nil)
	if panicOf(p.Release) == nil {
		t.Error("no panic")
	}
	wantErr(t, p.Acquire(ctx), nil)
	wantErr(t, p.Acquire(ctx), resilience.ErrFull)
}

func ghostWaiters(t *testing.T) {
	p := guard.NewPool(resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 2, MaxWait: time.Second}, nil, nil)
	wantErr(t, p.Acquire(ctx), nil)
	cancelled, cancel := context.WithCancel(ctx)
	var waiters sync.WaitGroup
	waiters.Go(func() { wantErr(t, p.Acquire(ctx), resilience.ErrWaited) })
	waiters.Go(func() { wantErr(t, p.Acquire(cancelled), context.Canceled) })
	synctest.Wait()
	wantErr(t, p.Acquire(ctx), resilience.ErrFull)
	cancel()
	waiters.Wait()
	if p.Queued() != 0 {
		t.Errorf("%d queued", p.Queued())
	}
	p.Release()
	wantErr(t, p.Acquire(ctx), nil)
}

func hungCalls(t *testing.T) {
	policies := resilience.Policies{Breaker: &resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 16}, SlowCall: 2 * time.Second, CountInFlight: true, OpenFor: time.Hour,
	}}
	opened := make(chan time.Duration, 1)
	clock := virtual()
	g := guard.New(policies, guard.Options{Clock: clock, Observer: guard.Observer{
		Transition: func(resilience.Transition) { opened <- clock() },
	}})
	var hung sync.WaitGroup
	for range 16 {
		hung.Go(func() { _ = g.Do(ctx, hang(10*time.Second)) })
	}
	if at := <-opened; at != 2*time.Second+1 {
		t.Errorf("the observer heard of it at %v, though nobody asked, want just after 2s", at)
	}
	hung.Wait()
}
