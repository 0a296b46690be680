package guard_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

// thrice makes a call up to three times, 100 ms and 200 ms apart.
func thrice() resilience.Policies {
	p := oneTrial()
	p.Breaker.Window.Count = 10
	p.Retry = &resilience.RetryConfig{Jitter: resilience.NoJitter}
	return p
}

// turns is work that ends differently each time.
func turns(work ...func(context.Context) error) func(context.Context) error {
	var mu sync.Mutex
	next := 0
	return func(ctx context.Context) error {
		mu.Lock()
		fn := work[next]
		next++
		mu.Unlock()
		return fn(ctx)
	}
}

// both are the two ways to make a call.
var both = map[string]func(*guard.Guard, context.Context, func(context.Context) error) error{
	"do": (*guard.Guard).Do, "detached": (*guard.Guard).DoDetached,
}

func TestRetries(t *testing.T) {
	cancelled := func(after time.Duration) context.Context {
		ctx, cancel := context.WithCancel(ctx)
		time.AfterFunc(after, cancel)
		return ctx
	}
	expiring := func(after time.Duration) context.Context {
		ctx, cancel := context.WithTimeout(ctx, after)
		time.AfterFunc(time.Hour, cancel)
		return ctx
	}
	for _, c := range []struct {
		name   string
		ctx    func() context.Context // nil: one without end
		work   []func(context.Context) error
		err    error
		took   time.Duration
		counts resilience.Counts
	}{
		{"until it is well", nil, []func(context.Context) error{ill, ill, well}, nil, 300 * time.Millisecond,
			resilience.Counts{Calls: 3, Failures: 2}},
		{"until the last attempt, whose error it is", nil, []func(context.Context) error{obey(time.Second), ill, ill}, errIll, 800 * time.Millisecond,
			resilience.Counts{Calls: 3, Failures: 3}},
		{"and the time limit is one of an attempt", nil, []func(context.Context) error{ill, ill, obey(time.Second)}, resilience.ErrTimeout, 800 * time.Millisecond,
			resilience.Counts{Calls: 3, Failures: 3}},
		{"not what says nothing about the dependency", nil, []func(context.Context) error{
			func(context.Context) error { return resilience.Ignore(errIll) }}, errIll, 0, resilience.Counts{}},
		{"no sooner than the reply asks for", nil, []func(context.Context) error{
			func(context.Context) error { return resilience.RetryAfter(errIll, time.Second) }, well}, nil, time.Second,
			resilience.Counts{Calls: 2, Failures: 1}},
		{"not if the reply asks for none", nil, []func(context.Context) error{
			func(context.Context) error { return resilience.RetryAfter(errIll, -1) }}, errIll, 0, resilience.Counts{Calls: 1, Failures: 1}},
		{"until its caller cancels the wait", func() context.Context { return cancelled(50 * time.Millisecond) },
			[]func(context.Context) error{ill}, context.Canceled, 50 * time.Millisecond, resilience.Counts{Calls: 1, Failures: 1}},
		{"not beyond its caller's deadline", func() context.Context { return expiring(250 * time.Millisecond) },
			[]func(context.Context) error{ill, ill}, errIll, 100 * time.Millisecond, resilience.Counts{Calls: 2, Failures: 2}},
		{"not when the deadline has passed in the attempt", func() context.Context { return expiring(250 * time.Millisecond) },
			[]func(context.Context) error{obey(time.Second)}, context.DeadlineExceeded, 250 * time.Millisecond, resilience.Counts{Calls: 1, Failures: 1}},
	} {
		for how, do := range both {
			t.Run(c.name+", "+how, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					g, ctx := guard.New(thrice(), guard.Options{}), ctx
					if c.ctx != nil {
						ctx = c.ctx()
					}
					began := time.Now()
					if err := do(g, ctx, turns(c.work...)); !errors.Is(err, c.err) {
						t.Errorf("error %v, want %v", err, c.err)
					}
					if took := time.Since(began); took != c.took {
						t.Errorf("took %v, want %v", took, c.took)
					}
					time.Sleep(2 * time.Hour)
					expect(t, g, guard.Snapshot{Counts: c.counts})
				})
			})
		}
	}
}

func TestADeadlineIsOneOfItsOwnCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policies := thrice()
		policies.Breaker = nil
		g := guard.New(policies, guard.Options{})
		for range 20 { // calls use the memory of earlier ones
			short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
			wantErr(t, g.Do(short, ill), errIll)
			cancel()
			wantErr(t, g.Do(ctx, turns(ill, ill, well)), nil)
		}
	})
}

func TestWorkThatDoesNotReturnIsNotRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for how, do := range both {
			policies := thrice()
			policies.Retry.Budget = &resilience.BudgetConfig{Kind: resilience.EnvoyBudget}
			g := guard.New(policies, guard.Options{})
			if got := panicOf(func() { _ = do(g, ctx, turns(func(context.Context) error { panic("bug") })) }); got != "bug" {
				t.Errorf("%s: the panic is %v", how, got)
			}
			var exited sync.WaitGroup
			exited.Go(func() { _ = do(g, ctx, turns(func(context.Context) error { runtime.Goexit(); return nil })) })
			exited.Wait()
			expect(t, g, guard.Snapshot{Counts: resilience.Counts{Calls: 2, Failures: 2}})
		}
	})
}

// The caller is on its second attempt while the work of the first one still has the
// only slot but one.
func TestRetryBesideWorkThatItLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policies := thrice()
		policies.Bulkhead.HoldUntilDone = true
		g := guard.New(policies, guard.Options{})
		var caller sync.WaitGroup
		caller.Go(func() {
			wantErr(t, g.DoDetached(ctx, turns(hang(900*time.Millisecond), hang(400*time.Millisecond))), nil)
			if took := g.Snapshot().At; took != time.Second {
				t.Errorf("took %v", took)
			}
		})
		for _, look := range []struct {
			at               time.Duration
			inUse, abandoned int
		}{{550, 1, 1}, {650, 2, 1}, {950, 1, 0}, {1050, 0, 0}} {
			time.Sleep(look.at*time.Millisecond - g.Snapshot().At)
			synctest.Wait()
			if s := g.Snapshot(); s.InUse != look.inUse || s.Abandoned != look.abandoned {
				t.Errorf("at %v %d slots in use and %d abandoned, want %d and %d", s.At, s.InUse, s.Abandoned, look.inUse, look.abandoned)
			}
		}
		caller.Wait()
	})
}

func TestRetriesAreToldToTheObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policies := thrice()
		policies.Retry.Budget = &resilience.BudgetConfig{Kind: resilience.GRPCBudget, Tokens: 3}
		var log []string
		note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
		g := guard.New(policies, guard.Options{Observer: guard.Observer{
			Retry:      func(at time.Duration, try int, wait time.Duration) { note("%v attempt %d in %v", at, try, wait) },
			OverBudget: func(at time.Duration, try int) { note("%v no more than %d", at, try) },
			Refused:    func(at time.Duration, err error) { note("%v %v", at, err) },
		}})
		var inWait int
		time.AfterFunc(50*time.Millisecond, func() { inWait = g.Snapshot().Retrying })
		wantErr(t, g.Do(ctx, ill), errIll)
		g.Flush()
		synctest.Wait()
		want := []string{"0s attempt 2 in 100ms", "100ms no more than 2"}
		if !slices.Equal(log, want) || inWait != 1 || g.Snapshot().Retrying != 0 {
			t.Errorf("heard %q, want %q; %d retries in the wait", log, want, inWait)
		}
	})
}

// The jitter of one stream is the same for the same calls, and a guard finds a stream
// of its own where it is given none.
func TestJitterIsDrawnFromTheGuardsStream(t *testing.T) {
	took := func(t *testing.T, rng *rand.Rand) (took time.Duration) {
		policies := thrice()
		policies.Retry.Jitter = resilience.FullJitter
		began := time.Now()
		wantErr(t, guard.New(policies, guard.Options{Rand: rng}).Do(ctx, ill), errIll)
		return time.Since(began)
	}
	synctest.Test(t, func(t *testing.T) {
		one, same := took(t, rand.New(rand.NewPCG(1, 0))), took(t, rand.New(rand.NewPCG(1, 0)))
		if one != same {
			t.Errorf("took %v and %v", one, same)
		}
		if own := took(t, nil); own > 300*time.Millisecond {
			t.Errorf("took %v, more than both waits can", own)
		}
	})
}

func TestManyRetryingCallersGiveEverythingBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policies := thrice()
		policies.Retry = &resilience.RetryConfig{OnOpen: resilience.WaitWhenOpen, Budget: &resilience.BudgetConfig{Kind: resilience.EnvoyBudget}}
		policies.Bulkhead = &resilience.BulkheadConfig{MaxConcurrent: 3, Queue: 10, MaxWait: 300 * time.Millisecond, HoldUntilDone: true}
		g := guard.New(policies, guard.Options{})
		var callers sync.WaitGroup
		for i := range 300 {
			callers.Go(func() {
				time.Sleep(time.Duration(i%97) * 10 * time.Millisecond)
				ctx, cancel := context.WithTimeout(ctx, time.Duration(i%7)*200*time.Millisecond+1)
				defer cancel()
				work := hang(time.Duration(i%13) * 70 * time.Millisecond)
				if i%3 == 0 {
					work = ill
				}
				if i%2 == 0 {
					_ = g.Do(ctx, obey(time.Duration(i%13)*70*time.Millisecond))
				} else {
					_ = g.DoDetached(ctx, work)
				}
			})
		}
		callers.Wait()
		time.Sleep(2 * time.Second)
		if s := g.Snapshot(); s.InUse != 0 || s.Queued != 0 || s.Abandoned != 0 || s.Retrying != 0 {
			t.Errorf("left behind: %+v", s)
		}
	})
}
