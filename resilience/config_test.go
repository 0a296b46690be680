package resilience_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

func TestValidateNamesEveryProblem(t *testing.T) {
	type (
		breaker  = resilience.BreakerConfig
		bulkhead = resilience.BulkheadConfig
		window   = resilience.WindowConfig
	)
	for _, c := range []struct {
		name string
		got  unit.Problems
		want []string
	}{
		{"nothing set is valid", breaker{}.Validate(), nil},
		{"an unknown preset", breaker{Preset: "sentinel"}.Validate(),
			[]string{`preset: "sentinel" is not known; use one of resilience4j, polly, opossum, gobreaker, hystrix`}},
		{"both windows", breaker{Window: window{Count: 10, Time: time.Second}}.Validate(),
			[]string{"window: set count or time, not both"}},
		{"buckets that do not divide", breaker{Window: window{Time: time.Second, Buckets: 3}}.Validate(),
			[]string{"window.buckets: 1s does not divide into 3 equal buckets"}},
		{"a minimum out of reach", breaker{Window: window{Count: 10}, MinimumCalls: 20}.Validate(),
			[]string{"minimum_calls: 20 is never reached in a window of 10 calls"}},
		{"slow calls that are not measured", breaker{SlowRate: unit.Percent(50), CountInFlight: true}.Validate(),
			[]string{"slow_rate: has no effect without slow_call, from which on a call is slow",
				"count_in_flight: has no effect without slow_call, from which on a call is slow"}},
		{"several at once", breaker{FailureRate: -1, OpenFor: -1, OpenGrowth: 0.5, Trials: 2, TrialSuccesses: 3}.Validate(),
			[]string{"open_for: must not be negative", "open_growth: must be a factor of 1 to 100",
				"failure_rate: must lie between 0% and 100%", "trial_successes: 3 cannot pass out of 2 trials"}},
		{"started calls in a count window", breaker{CountStarted: true}.Validate(),
			[]string{"count_started: needs a time window; set window.time"}},
		{"a lease and none", breaker{TrialLease: 1, NoTrialLease: true}.Validate(),
			[]string{"no_trial_lease: contradicts trial_lease: 1ns; remove one"}},
		{"a wait without a queue", bulkhead{MaxWait: 1}.Validate(), []string{"max_wait: has no effect without a queue"}},
		{"an order with a typing error", resilience.Policies{Order: []string{"braker", "timeout", "timeout"},
			Breaker: &breaker{OpenFor: -1}}.Validate(),
			[]string{`order: "braker" is not a policy; use retry, breaker, bulkhead, timeout`, "order: timeout is named twice",
				"order: breaker is configured but has no place in the order", "breaker.open_for: must not be negative"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, p := range c.got {
				got = append(got, p.String())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestDefaultsAreFilledOnceAndForAll(t *testing.T) {
	for _, preset := range []string{"", "resilience4j", "polly", "opossum", "gobreaker", "hystrix"} {
		c := resilience.BreakerConfig{Preset: preset}.WithDefaults()
		if again := c.WithDefaults(); again != c {
			t.Errorf("%q: %+v\nbecomes %+v", preset, c, again)
		}
		if ps := c.Validate(); len(ps) > 0 {
			t.Errorf("%q: its defaults are not valid: %v", preset, ps)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if c := drawBreaker(t); c.WithDefaults() != c {
			t.Fatalf("%+v\nbecomes %+v", c, c.WithDefaults())
		}
	})
}

func TestDefaults(t *testing.T) {
	c := resilience.BreakerConfig{Window: resilience.WindowConfig{Count: 10}, SlowCall: time.Second}.WithDefaults()
	if c.MinimumCalls != 10 || c.FailureRate != unit.Percent(50) || c.SlowRate != unit.Whole ||
		c.OpenFor != time.Minute || c.Trials != 10 || c.TrialLease != time.Minute {
		t.Errorf("%+v", c)
	}
	three := resilience.BreakerConfig{Preset: "gobreaker", Trials: 3}.WithDefaults()
	if three.TrialSuccesses != 3 {
		t.Errorf("gobreaker with 3 trials closes after %d successes, want 3 in a row", three.TrialSuccesses)
	}
	if b := (resilience.WindowConfig{Time: 20 * time.Second}); (resilience.BreakerConfig{Window: b}).WithDefaults().Window.Buckets != 20 {
		t.Error("a window of 20 s has no buckets of 1 s")
	}
}

func TestConstructorsRefuseWhatValidateRefuses(t *testing.T) {
	for name, build := range map[string]func(){
		"breaker":  func() { resilience.NewBreaker(resilience.BreakerConfig{Trials: -1}) },
		"bulkhead": func() { resilience.NewBulkhead(resilience.BulkheadConfig{Queue: -1}) },
		"chain":    func() { resilience.NewChain(resilience.Policies{Timeout: -1}, nil) },
	} {
		if panicOf(build) == nil {
			t.Errorf("%s: no panic", name)
		}
	}
}
