package resilience_test

import (
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

// Faults that users of other libraries reported, as far as they are decided without
// a clock or a goroutine. The others, with the same numbers, are in package guard.
func TestReportedFaults(t *testing.T) {
	oneTrial := resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 2}, OpenFor: time.Second, Trials: 1, TrialLease: time.Second,
	}
	twoTrials := with(oneTrial, func(c *resilience.BreakerConfig) { c.Trials = 2 })
	inFlight := resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 16}, MinimumCalls: 4, FailureRate: unit.Percent(50),
		SlowCall: time.Second, SlowRate: unit.Percent(75), CountInFlight: true,
		OpenFor: time.Second, Trials: 2, TrialLease: 10 * time.Second,
	}
	buckets := resilience.BreakerConfig{
		Window: resilience.WindowConfig{Time: 10 * time.Second, Buckets: 10}, MinimumCalls: 3,
	}
	for _, c := range []struct {
		name   string
		config resilience.BreakerConfig
		steps  string
	}{
		{"03 a trial that hangs frees its place after the lease", oneTrial,
			"F F @2s P P! @2.999s P! @3s P"},
		{"03 the late end of a trial changes nothing", oneTrial,
			"F F @2s P @3s P 0=F HALF_OPEN P! 0=S HALF_OPEN 1=S CLOSED"},
		{"04 a call admitted while closed that ends half-open does not decide", oneTrial,
			"P P F F @2s P 0=F HALF_OPEN 1=S HALF_OPEN 2=S CLOSED"},
		{"04 nor does it free a place", twoTrials,
			"P F F @2s P P P! 0=S P! 0=N P! 1=S 2=S CLOSED"},
		{"04 nor does it count once closed again", oneTrial,
			"P P F F @2s S CLOSED 0=F 1=F CLOSED calls=0"},
		{"05 an instant before the last one counts as the last one", oneTrial,
			"@1h F F OPEN @0s OPEN P! @1h1s P! @1h1.001s P @0s 0=S CLOSED"},
		{"07 a refusal by the caller's own limit is not counted", oneTrial,
			"N N N CLOSED calls=0"},
		{"07 and does not spend a trial", oneTrial,
			"F F @2s N N N HALF_OPEN S CLOSED"},
		{"09 a call that its caller cancels is neutral", oneTrial,
			"P 0=N:1h calls=0 CLOSED"},
		{"15 hung calls open the breaker while they hang", inFlight,
			"P P P P @1s CLOSED calls=0 @1.001s OPEN"},
		{"15 a call in flight counts once, though it ends later", inFlight,
			"P @2s calls=1 slow=- 0=S calls=1 @3s calls=1"},
		{"15 a slow call that then fails counts as a failure too", inFlight,
			"S S P P @2s calls=4 slow=50% rate=0% 0=F calls=4 rate=25% CLOSED 1=F OPEN"},
		{"15 hung trials open the breaker again while they hang", inFlight,
			"P P P P @2s OPEN @3s P P HALF_OPEN @4.1s OPEN"},
		{"16 a window read after an idle time longer than itself is empty", buckets,
			"F F calls=2 @9.9s calls=2 @10s calls=0"},
		{"16 after a very long one too", buckets, "F F @8760h calls=0 F F CLOSED F OPEN"},
		{"17 failures spaced wider than a bucket add up", buckets,
			"@0.5s F @3s F CLOSED @6.5s F OPEN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			play(t, c.config, c.steps)
		})
	}
}
