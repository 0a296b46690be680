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
