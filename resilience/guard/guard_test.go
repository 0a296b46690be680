package guard_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDo(t *testing.T) {
	expired := func(d time.Duration) context.Context {
		ctx, cancel := context.WithTimeout(ctx, d)
		time.AfterFunc(2*d, cancel) // it has ended by then
		return ctx
	}
	for _, c := range []struct {
		name   string
		do     func(*guard.Guard) error
		err    error
		counts resilience.Counts
	}{
		{"a success", func(g *guard.Guard) error { return g.Do(ctx, well) }, nil, resilience.Counts{Calls: 1}},
		{"an error comes back as it is and is a failure", func(g *guard.Guard) error { return g.Do(ctx, ill) },
			errIll, resilience.Counts{Calls: 1, Failures: 1}},
		{"an ignored error is not counted", func(g *guard.Guard) error {
			return errors.Unwrap(g.Do(ctx, func(context.Context) error { return resilience.Ignore(errIll) }))
		}, errIll, resilience.Counts{}},
		{"the time limit", func(g *guard.Guard) error { return g.Do(ctx, obey(time.Second)) },
			resilience.ErrTimeout, resilience.Counts{Calls: 1, Failures: 1}},
		{"a late success is a success", func(g *guard.Guard) error { return g.Do(ctx, hang(time.Second)) },
			nil, resilience.Counts{Calls: 1}},
		{"a deadline of the caller's is a failure", func(g *guard.Guard) error {
			return g.Do(expired(100*time.Millisecond), obey(time.Second))
		}, context.DeadlineExceeded, resilience.Counts{Calls: 1, Failures: 1}},
		{"a deadline of the caller's, detached", func(g *guard.Guard) error {
			return g.DoDetached(expired(100*time.Millisecond), hang(time.Second))
		}, context.DeadlineExceeded, resilience.Counts{Calls: 1, Failures: 1}},
		{"a context that has ended asks nobody", func(g *guard.Guard) error {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return g.Do(ctx, ill)
		}, context.Canceled, resilience.Counts{}},
		{"the time limit of a guard inside is not the one outside", func(g *guard.Guard) error {
			inner := guard.New(resilience.Policies{Timeout: 100 * time.Millisecond}, guard.Options{})
			err := g.Do(ctx, func(ctx context.Context) error {
				return resilience.Ignore(inner.Do(ctx, obey(time.Second)))
			})
			return errors.Unwrap(err)
		}, resilience.ErrTimeout, resilience.Counts{}},
		{"detached success", func(g *guard.Guard) error { return g.DoDetached(ctx, obey(time.Millisecond)) },
			nil, resilience.Counts{Calls: 1}},
		{"detached error", func(g *guard.Guard) error { return g.DoDetached(ctx, ill) },
			errIll, resilience.Counts{Calls: 1, Failures: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for _, clock := range []func() time.Duration{nil, virtual()} {
					g := guard.New(oneTrial(), guard.Options{Clock: clock})
					if err := c.do(g); err != c.err {
						t.Errorf("error %v, want %v", err, c.err)
					}
					time.Sleep(2 * time.Second)
					expect(t, g, guard.Snapshot{Counts: c.counts})
				}
			})
		})
	}
}

func TestClassifyHasTheSay(t *testing.T) {
	g := guard.New(oneTrial(), guard.Options{Classify: func(error) resilience.Outcome { return resilience.Neutral }})
	for range 10 {
		wantErr(t, g.Do(context.Background(), ill), errIll)
	}
}

func TestGuardWithoutPoliciesOnlyCalls(t *testing.T) {
	g := guard.New(resilience.Policies{}, guard.Options{})
	g.Force(resilience.Open)
	g.Resize(1)
	wantErr(t, g.Do(context.Background(), ill), errIll)
	if g.State() != resilience.Closed || g.RetryAfter() != 0 || g.Abandoned() != 0 {
		t.Errorf("%+v", g.Snapshot())
	}
}

func TestRetryAfterTellsTheTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guard.New(oneTrial(), guard.Options{})
		_, _ = g.Do(context.Background(), ill), g.Do(context.Background(), ill)
		time.Sleep(300 * time.Millisecond)
		if got := g.RetryAfter(); got != 700*time.Millisecond {
			t.Errorf("retry after %v", got)
		}
	})
}

func TestPoolIsFirstComeFirstServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		p := guard.NewPool(resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 100}, virtual(),
			func(at time.Duration, inUse, queued int) {
				seen = append(seen, fmt.Sprintf("%v %d+%d", at, inUse, queued))
			})
		var order []int
		var callers sync.WaitGroup
		for i := range 3 {
			callers.Go(func() {
				wantErr(t, p.Acquire(context.Background()), nil)
				order = append(order, i)
				time.Sleep(time.Second)
				p.Release()
			})
			synctest.Wait()
		}
		callers.Wait()
		p.Flush()
		if !slices.Equal(order, []int{0, 1, 2}) {
			t.Errorf("served in order %v", order)
		}
		want := []string{"0s 1+0", "0s 1+1", "0s 1+2", "1s 1+1", "2s 1+0", "3s 0+0"}
		if !slices.Equal(seen, want) {
			t.Errorf("seen %q, want %q", seen, want)
		}
	})
}

// Many callers, cancelling and hanging, leave nothing behind.
func TestManyCallersGiveEverythingBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policies := oneTrial()
		policies.Bulkhead = &resilience.BulkheadConfig{MaxConcurrent: 3, Queue: 10, MaxWait: 300 * time.Millisecond, HoldUntilDone: true}
		g := guard.New(policies, guard.Options{Observer: guard.Observer{Bulkhead: func(_ time.Duration, inUse, queued int) {
			if inUse > 3 || queued > 10 {
				t.Errorf("%d in use and %d queued", inUse, queued)
			}
		}}})
		var callers sync.WaitGroup
		for i := range 500 {
			callers.Go(func() {
				time.Sleep(time.Duration(i%97) * 10 * time.Millisecond)
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i%7)*100*time.Millisecond+1)
				defer cancel()
				work := time.Duration(i%13) * 70 * time.Millisecond
				if i%2 == 0 {
					_ = g.Do(ctx, obey(work))
				} else {
					_ = g.DoDetached(ctx, hang(work))
				}
			})
		}
		callers.Wait()
		time.Sleep(2 * time.Second)
		g.Flush()
		if s := g.Snapshot(); s.InUse != 0 || s.Queued != 0 || s.Abandoned != 0 {
			t.Errorf("left behind: %+v", s)
		}
	})
}

func TestDoDoesNotAllocate(t *testing.T) {
	policies := oneTrial()
	policies.Timeout = 0
	g, ctx := guard.New(policies, guard.Options{}), context.Background()
	if n := testing.AllocsPerRun(1000, func() { _ = g.Do(ctx, well) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleGuard() {
	g := guard.New(resilience.Policies{
		Timeout:  500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 4, Queue: 4, MaxWait: 300 * time.Millisecond},
		Breaker:  &resilience.BreakerConfig{Window: resilience.WindowConfig{Count: 10}, OpenFor: time.Second, Trials: 3},
	}, guard.Options{})

	pay := func(ctx context.Context) error { return errors.New("502 bad gateway") }
	for range 11 {
		if err := g.Do(context.Background(), pay); errors.Is(err, resilience.ErrOpen) {
			fmt.Println(g.State(), err)
		}
	}
	// Output: OPEN resilience: circuit open
}
