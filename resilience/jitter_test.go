package resilience_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"checkoutlab/resilience"
)

// waits are what a call waits before its retries, with nothing taking any time.
func waits(c resilience.RetryConfig, seed uint64) (waits []time.Duration) {
	chain := resilience.NewChain(resilience.Policies{Retry: &c}, rand.New(rand.NewPCG(seed, 0)))
	call := resilience.Call{Chain: chain}
	act := call.Next(0, resilience.Event{Kind: resilience.Began})
	for act.Kind != resilience.Finish {
		if act = call.Next(0, resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure}); act.Kind == resilience.Wait {
			waits = append(waits, act.Limit)
			act = call.Next(0, resilience.Event{Kind: resilience.Waited})
		}
	}
	return waits
}

// With waits of a few nanoseconds every value that a jitter can draw is drawn.
func TestJitterDrawsFromFirstToLast(t *testing.T) {
	type config = resilience.RetryConfig
	for _, c := range []struct {
		config config
		want   [3]string // what comes before the second, third and fourth attempt
	}{
		{config{Jitter: "none", Backoff: 2}, [3]string{"[2]", "[4]", "[8]"}},
		{config{Jitter: "full", Backoff: 2, MaxBackoff: 6}, [3]string{"[0 1 2]", "[0 1 2 3 4]", "[0 1 2 3 4 5 6]"}},
		{config{Jitter: "equal", Backoff: 2}, [3]string{"[1 2]", "[2 3 4]", "[4 5 6 7 8]"}},
		{config{Jitter: "equal", Backoff: 3, Growth: 1}, [3]string{"[1 2 3]", "[1 2 3]", "[1 2 3]"}},
		{config{Jitter: "decorrelated", Backoff: 1}, [3]string{"[1 2 3]", "[1 2 3 4 5 6 7 8 9]", "[1 2 3 4 5 6 7 8 9 10]"}},
		{config{Jitter: "decorrelated", Backoff: 2, MaxBackoff: 5}, [3]string{"[2 3 4 5]", "[2 3 4 5]", "[2 3 4 5]"}},
	} {
		c.config.Attempts = 4
		var seen [3]map[int64]bool
		for seed := range uint64(2000) {
			for i, wait := range waits(c.config, seed) {
				if seen[i] == nil {
					seen[i] = map[int64]bool{}
				}
				seen[i][int64(wait)] = true
			}
		}
		for i := range seen {
			if got := fmt.Sprint(slices.Sorted(maps.Keys(seen[i]))); got != c.want[i] {
				t.Errorf("%+v: before attempt %d: %s, want %s", c.config, i+2, got, c.want[i])
			}
		}
	}
}

// A wait that is asked for is kept to, and its jitter comes on top.
func TestAskedWaitsKeepTheirJitter(t *testing.T) {
	type config = resilience.RetryConfig
	for _, c := range []struct {
		config config
		after  time.Duration
		want   string
	}{
		{config{Jitter: "none", Backoff: 2}, 100, "[100]"},
		{config{Jitter: "full", Backoff: 2}, 100, "[100 101 102]"},
		{config{Jitter: "equal", Backoff: 4}, 100, "[100 101 102]"},
		{config{Jitter: "decorrelated", Backoff: 1}, 100, "[100 101 102]"},
		{config{Jitter: "equal", Backoff: 6}, 1, "[3 4 5 6]"},
		{config{Jitter: "full", Backoff: 2, IgnoreRetryAfter: true}, 100, "[0 1 2]"},
	} {
		seen := map[int64]bool{}
		for seed := range uint64(200) {
			chain := resilience.NewChain(resilience.Policies{Retry: &c.config}, rand.New(rand.NewPCG(seed, 0)))
			call := resilience.Call{Chain: chain}
			call.Next(0, resilience.Event{Kind: resilience.Began})
			act := call.Next(0, resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure, RetryAfter: c.after})
			seen[int64(act.Limit)] = true
		}
		if got := fmt.Sprint(slices.Sorted(maps.Keys(seen))); got != c.want {
			t.Errorf("%+v, asked for %d: %s, want %s", c.config, c.after, got, c.want)
		}
	}
}

// Fifty calls that an open breaker refuses in one instant come back spread out, and all
// of them get through although it allows one trial at a time.
func TestWaitersForABreakerComeBackSpreadOut(t *testing.T) {
	const n = 50
	p := policies()
	p.Bulkhead, p.Breaker.Trials = nil, 1
	p.Retry = &resilience.RetryConfig{Attempts: 20, OnOpen: resilience.WaitWhenOpen}
	chain := resilience.NewChain(p, rand.New(rand.NewPCG(1, 0)))
	chain.Breaker.Force(0, resilience.Open)
	type due struct {
		at time.Duration
		ev resilience.Event
	}
	calls, next := make([]resilience.Call, n), make([]due, n)
	for i := range calls {
		calls[i].Chain = chain
	}
	back, passed := map[time.Duration]bool{}, 0
	for left := n; left > 0; {
		first := -1
		for i := range next {
			if next[i].at >= 0 && (first < 0 || next[i].at < next[first].at) {
				first = i
			}
		}
		now := next[first].at
		act := calls[first].Next(now, next[first].ev)
		switch act.Kind {
		case resilience.Wait:
			if now == 0 {
				back[act.Limit] = true
			}
			next[first] = due{now + act.Limit, resilience.Event{Kind: resilience.Waited}}
		case resilience.Attempt:
			next[first] = due{now + ms, resilience.Event{Kind: resilience.Replied}}
		default:
			next[first].at = -1
			left--
			if act.Err == nil {
				passed++
			}
		}
	}
	if len(back) != n || passed != n {
		t.Errorf("%d of %d came back in instants of their own, and %d passed", len(back), n, passed)
	}
}

// Stored runs are repeated by their seed: what a stream gives must never change.
func TestJitterOfASeedNeverChanges(t *testing.T) {
	for jitter, want := range map[string]string{
		"full":         "[59.826095ms 17.822355ms 286.142578ms 18.941196ms]",
		"equal":        "[79.913048ms 108.911177ms 343.071289ms 409.470598ms]",
		"decorrelated": "[219.65219ms 149.809613ms 349.966172ms 122.490268ms]",
	} {
		c := resilience.RetryConfig{Attempts: 5, Jitter: jitter}
		if got := fmt.Sprint(waits(c, 1)); got != want {
			t.Errorf("%s: %s, want %s", jitter, got, want)
		}
	}
}

func TestACallThatBeginsAnewBacksOffAnew(t *testing.T) {
	c := resilience.RetryConfig{Attempts: 2, Jitter: "decorrelated", Backoff: 1}
	call := resilience.Call{Chain: resilience.NewChain(resilience.Policies{Retry: &c}, rand.New(rand.NewPCG(1, 0)))}
	for range 1000 {
		call.Next(0, resilience.Event{Kind: resilience.Began})
		act := call.Next(0, resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure})
		if act.Limit > 3 {
			t.Fatalf("the first wait is %d ns, above three times the first backoff", act.Limit)
		}
		call.Next(0, resilience.Event{Kind: resilience.GaveUp})
	}
}

func TestBackoffStopsGrowingAtItsCap(t *testing.T) {
	c := resilience.RetryConfig{Attempts: 20, Jitter: "none", Backoff: time.Hour, Growth: 100, MaxBackoff: 24 * time.Hour}
	for i, wait := range waits(c, 0)[1:] {
		if wait != 24*time.Hour {
			t.Errorf("retry %d comes after %v", i+2, wait)
		}
	}
}
