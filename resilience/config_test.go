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
		retry    = resilience.RetryConfig
		budget   = resilience.BudgetConfig
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
		{"a retry that is none, and more", retry{Attempts: 1, Backoff: -1, Growth: 0.5, Jitter: "half", Within: -1, OnOpen: "go"}.Validate(),
			[]string{"attempts: must lie between 2, the first call included, and 20", "backoff: must lie between 0s and 1h",
				"growth: must be a factor of 1 to 100", "within: must not be negative",
				`jitter: "half" is not known; use one of none, full, equal, decorrelated`, `on_open: "go" is not known; use one of stop, wait`}},
		{"a cap below the first wait", retry{MaxBackoff: time.Millisecond}.Validate(),
			[]string{"max_backoff: 1ms is less than backoff, 100ms"}},
		{"a growth beside decorrelated jitter", retry{Jitter: "decorrelated", Growth: 2}.Validate(),
			[]string{"growth: has no effect with decorrelated jitter, which grows from the wait before"}},
		{"a budget of three kinds at once", retry{Budget: &budget{Kind: "envoy", TTL: time.Second, Tokens: 3}}.Validate(),
			[]string{"budget.ttl: has no effect with kind envoy, only with finagle", "budget.tokens: has no effect with kind envoy, only with grpc"}},
		{"a budget out of bounds", budget{Kind: "linkerd", Ratio: -1, MinRetries: -1, TTL: 1, Tokens: 1001, NoReserve: true, Reserve: unit.PerSecond(1)}.Validate()[:6],
			[]string{`kind: "linkerd" is not known; use one of envoy, finagle, grpc`, "ratio: must lie between 0% and 100%",
				"min_retries: must lie between 1 and 1000000", "tokens: must lie between 1 and 1000", "ttl: must lie between 1s and 60s",
				"no_reserve: contradicts reserve: 1/s; remove one"}},
		{"a reserve too large to be one", budget{Reserve: unit.Rate{Events: 1 << 62, Per: 1}}.Validate(),
			[]string{"reserve: at most 1000000 retries in ttl"}},
		{"a retry inside other policies", resilience.Policies{Order: []string{"breaker", "retry"}, Breaker: &breaker{}, Retry: &retry{}}.Validate(),
			[]string{"order: retry must come first: each attempt asks the other policies anew"}},
		{"a wait for a breaker that is not there", resilience.Policies{Retry: &retry{OnOpen: "wait"}}.Validate(),
			[]string{"retry.on_open: has no effect without a breaker"}},
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

func TestRetryDefaults(t *testing.T) {
	for kind, want := range map[string]resilience.BudgetConfig{
		"":      {Kind: "finagle", Ratio: unit.Percent(20), Reserve: unit.PerSecond(10), TTL: 10 * time.Second},
		"envoy": {Kind: "envoy", Ratio: unit.Percent(20), MinRetries: 3},
		"grpc":  {Kind: "grpc", Ratio: unit.Percent(10), Tokens: 10},
	} {
		p := resilience.Policies{Retry: &resilience.RetryConfig{Budget: &resilience.BudgetConfig{Kind: kind}}}.WithDefaults().WithDefaults()
		if got := *p.Retry.Budget; got != want {
			t.Errorf("budget %+v, want %+v", got, want)
		}
		p.Retry.Budget = nil
		if got, want := *p.Retry, (resilience.RetryConfig{Attempts: 3, Backoff: 100 * time.Millisecond, Growth: 2,
			MaxBackoff: time.Second, Jitter: "full", OnOpen: "stop"}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got := p.Order; !slices.Equal(got, []string{"retry", "breaker", "bulkhead", "timeout"}) {
			t.Errorf("order %v", got)
		}
		if ps := p.Validate(); len(ps) > 0 {
			t.Errorf("the defaults are not valid: %v", ps)
		}
	}
	inner := []string{"bulkhead", "breaker", "timeout"}
	if got := (resilience.Policies{Order: inner, Retry: &resilience.RetryConfig{}}).WithDefaults().Order; len(got) != 4 || got[0] != "retry" {
		t.Errorf("order %v", got)
	}
	if got := (resilience.Policies{}).WithDefaults().Order; !slices.Equal(got, []string{"breaker", "bulkhead", "timeout"}) {
		t.Errorf("order without a retry %v", got)
	}
}

func TestConstructorsRefuseWhatValidateRefuses(t *testing.T) {
	for name, build := range map[string]func(){
		"breaker":               func() { resilience.NewBreaker(resilience.BreakerConfig{Trials: -1}) },
		"bulkhead":              func() { resilience.NewBulkhead(resilience.BulkheadConfig{Queue: -1}) },
		"retry":                 func() { resilience.NewRetry(resilience.RetryConfig{Attempts: 1}, nil) },
		"jitter without chance": func() { resilience.NewRetry(resilience.RetryConfig{}, nil) },
		"budget":                func() { resilience.NewBudget(resilience.BudgetConfig{Ratio: -1}) },
		"chain":                 func() { resilience.NewChain(resilience.Policies{Timeout: -1}, nil) },
	} {
		if panicOf(build) == nil {
			t.Errorf("%s: no panic", name)
		}
	}
}
