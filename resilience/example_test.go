package resilience_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

// The breaker of the checkout incident: ten calls, all but the first five slow.
func ExampleBreaker() {
	b := resilience.NewBreaker(resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 10}, FailureRate: unit.Percent(50),
		OpenFor: time.Second, Trials: 3,
	})
	now := time.Duration(0)
	call := func(o resilience.Outcome) {
		now += 100 * time.Millisecond
		permit, err := b.Acquire(now)
		if err != nil {
			fmt.Println(now, err, "- retry after", b.RetryAfter(now))
			return
		}
		b.Release(now, permit, o, 200*time.Millisecond)
	}
	for range 5 {
		call(resilience.Success)
	}
	for range 6 {
		call(resilience.Failure)
	}
	now += time.Second
	for range 3 {
		call(resilience.Success)
	}
	for _, t := range b.Changes() {
		fmt.Println(t.At, t.From, "->", t.To, t.Reason)
	}
	// Output:
	// 1.1s resilience: circuit open - retry after 900ms
	// 1s CLOSED -> OPEN failure rate 50% over 10 calls
	// 2.2s OPEN -> HALF_OPEN waited 1000 ms
	// 2.4s HALF_OPEN -> CLOSED 3 of 3 trial calls passed
}

// Two calls want the one slot of a dependency; the second waits for the first.
func ExampleCall() {
	chain := resilience.NewChain(resilience.Policies{
		Timeout:  500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 1, MaxWait: 300 * time.Millisecond},
	}, nil)
	first, second := resilience.Call{Chain: chain}, resilience.Call{Chain: chain}
	show := func(a resilience.Action) {
		fmt.Println(a.Kind, a.Limit, a.Err, a.Granted == second.Ticket())
	}
	show(first.Next(0, resilience.Event{Kind: resilience.Began}))
	show(second.Next(0, resilience.Event{Kind: resilience.Began}))
	show(first.Next(200*time.Millisecond, resilience.Event{Kind: resilience.Replied}))
	show(second.Next(200*time.Millisecond, resilience.Event{Kind: resilience.Permitted}))
	show(second.Next(700*time.Millisecond, resilience.Event{Kind: resilience.TimedOut}))
	// Output:
	// attempt 500ms <nil> false
	// queue 300ms <nil> false
	// finish 0s <nil> true
	// attempt 500ms <nil> false
	// finish 0s resilience: attempt timed out false
}

func ExampleIgnore() {
	notFound := fmt.Errorf("no such order")
	fmt.Println(resilience.OutcomeOf(notFound), resilience.OutcomeOf(resilience.Ignore(notFound)))
	// Output: failure ignored
}

func TestStepsDoNotAllocate(t *testing.T) {
	b := resilience.NewBreaker(resilience.BreakerConfig{
		Window:   resilience.WindowConfig{Time: 10 * time.Second},
		SlowCall: time.Second, CountInFlight: true,
	})
	forced := resilience.NewBreaker(resilience.BreakerConfig{})
	forced.Force(0, resilience.ForcedOpen)
	forced.Changes()
	chain := resilience.NewChain(policies(), nil)
	call := &resilience.Call{Chain: chain}
	budgeted := &resilience.RetryConfig{Budget: &resilience.BudgetConfig{}}
	retried := &resilience.Call{Chain: resilience.NewChain(resilience.Policies{Retry: budgeted}, rand.New(rand.NewPCG(1, 0)))}
	now := time.Duration(0)
	for name, step := range map[string]func(){
		"closed breaker": func() {
			now += time.Millisecond
			p, _ := b.Acquire(now)
			b.Release(now, p, resilience.Success, time.Millisecond)
			b.Changes()
		},
		"refusal": func() { _, _ = forced.Acquire(now) },
		"retry": func() {
			now += time.Second
			retried.Next(now, resilience.Event{Kind: resilience.Began})
			retried.Next(now, resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure})
			retried.Next(now, resilience.Event{Kind: resilience.Waited})
			retried.Next(now, resilience.Event{Kind: resilience.Replied})
		},
		"call": func() {
			call.Next(now, resilience.Event{Kind: resilience.Began})
			call.Next(now, resilience.Event{Kind: resilience.Replied})
		},
	} {
		if n := testing.AllocsPerRun(1000, step); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func ExampleRetryAfter() {
	busy := fmt.Errorf("503 Service Unavailable")
	err := fmt.Errorf("payment: %w", resilience.RetryAfter(busy, 2*time.Second))
	fmt.Println(err, "- retry after", resilience.RetryAfterOf(err), resilience.OutcomeOf(err))
	fmt.Println(resilience.RetryAfter(nil, time.Second), resilience.RetryAfterOf(busy))
	// Output:
	// payment: 503 Service Unavailable - retry after 2s failure
	// <nil> 0s
}
