package resilience_test

import (
	"slices"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

// The configurations that the cases below start from.
var (
	span20s = resilience.BreakerConfig{
		Window: resilience.WindowConfig{Time: 20 * time.Second}, MinimumCalls: 5, FailureRate: unit.Percent(50),
	}
	slow4s = resilience.BreakerConfig{
		Window: resilience.WindowConfig{Time: 20 * time.Second}, MinimumCalls: 5,
		FailureRate: unit.Percent(50), SlowCall: 4 * time.Second, SlowRate: unit.Percent(50),
	}
	fourTrials = resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 4}, FailureRate: unit.Percent(50),
		SlowCall: time.Second, SlowRate: unit.Percent(50), OpenFor: time.Second, Trials: 4, TrialLease: time.Second,
	}
)

func count(n int, edit func(*resilience.BreakerConfig)) resilience.BreakerConfig {
	c := resilience.BreakerConfig{Window: resilience.WindowConfig{Count: n}, OpenFor: 5 * time.Second}
	if edit != nil {
		edit(&c)
	}
	return c
}

func with(c resilience.BreakerConfig, edit func(*resilience.BreakerConfig)) resilience.BreakerConfig {
	edit(&c)
	return c
}

func TestConformance(t *testing.T) {
	aboveHalf := count(2, func(c *resilience.BreakerConfig) { c.OpensAbove = true })
	twoOfThree := count(3, func(c *resilience.BreakerConfig) { c.FailureRate = unit.Share(666_666) })
	atDeadline := count(2, func(c *resilience.BreakerConfig) { c.AdmitAtDeadline = true })
	threeOfFour := with(fourTrials, func(c *resilience.BreakerConfig) { c.TrialSuccesses = 3 })
	inFlight := resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 100}, MinimumCalls: 10,
		SlowCall: 2 * time.Second, SlowRate: unit.Percent(50), CountInFlight: true,
	}
	threeIn20s := with(span20s, func(c *resilience.BreakerConfig) { c.FailureCount = 3 })
	twoOfThreeTrials := with(fourTrials, func(c *resilience.BreakerConfig) { c.Trials, c.TrialSuccesses = 3, 2 })
	inARow := with(inFlight, func(c *resilience.BreakerConfig) { c.ConsecutiveFailures = 3 })
	slowInARow := with(inARow, func(c *resilience.BreakerConfig) { c.SlowFails = true })
	for _, c := range []struct {
		name   string
		config resilience.BreakerConfig
		steps  string
		told   []string
	}{
		{"a rate does not exist below the minimum, and a success may open", span20s,
			"F F F S CLOSED rate=- calls=4 S OPEN P!",
			[]string{"0s CLOSED>OPEN failure rate 60% over 5 calls"}},
		{"a rate that is reached later opens later", span20s,
			"@0s S @1s S @2s S @3s F @4s F CLOSED rate=40% @6s F OPEN", nil},
		{"a number of failures within a time opens, however many succeed and below the minimum", threeIn20s,
			"F S S S S S S F CLOSED @10s F OPEN", []string{"10s CLOSED>OPEN 3 failures within 20s"}},
		{"and failures that have left the window do not count", threeIn20s,
			"F F @21s F F CLOSED F OPEN", nil},
		{"the trials after it are judged by the rate", threeIn20s,
			"F F F OPEN @61s F F F S HALF_OPEN S OPEN @122s F F S S S CLOSED", nil},
		{"a slow trial and a failed one are two that did not pass", twoOfThreeTrials,
			"F F F F OPEN @2s Z F OPEN", nil},
		{"one that is slow and failed is one", twoOfThreeTrials,
			"F F F F OPEN @2s F:5s HALF_OPEN S S CLOSED", nil},
		{"a call that becomes slow joins the row at once where slow calls fail", slowInARow,
			"P P P @2s CLOSED @2.000000001s OPEN",
			[]string{"2.000000001s CLOSED>OPEN 3 failures in a row"}},
		{"and counts there once", slowInARow,
			"P @3s F 0=F CLOSED F OPEN", nil},
		{"elsewhere it joins or ends the row when it ends", inARow,
			"P P @3s F F 0=S F F CLOSED 1=F OPEN", nil},
		{"half of the calls opens at 50% or more", count(2, nil), "S F OPEN", nil},
		{"half of the calls does not open above 50%", aboveHalf, "S F CLOSED F OPEN", nil},
		{"two of the last three calls", twoOfThree, "F S F OPEN", nil},
		{"slow calls open though most succeeded", slow4s,
			"F:5s S:5s F:0.1s S:0.1s CLOSED S:5s OPEN",
			[]string{"0s CLOSED>OPEN slow-call rate 60% over 5 calls"}},
		{"a call of exactly the slow threshold is not slow", slow4s,
			"S:4s S:4s S:4s S:4s S:4s CLOSED slow=0% S:4.000000001s slow=16.6666%", nil},
		{"at the deadline of the open time a call is refused", count(2, nil),
			"F F OPEN @3s P! retry=2s @5s P! retry=1ns @5.001s retry=0s OPEN P HALF_OPEN",
			[]string{"0s CLOSED>OPEN failure rate 100% over 2 calls", "5.001s OPEN>HALF_OPEN waited 5000 ms"}},
		{"at the deadline of the open time a call is admitted where that is asked", atDeadline,
			"F F OPEN @4.999999999s P! @5s retry=0s P HALF_OPEN", nil},
		{"half-open admits as many as there are trials, each time", fourTrials,
			"F F F F OPEN @2s P P P P P! P! 0=F 1=F 2=F 3=F OPEN @4s P P P P P! P!", nil},
		{"half-open opens again by the failure rate of all trials", fourTrials,
			"F F F F @2s F F S HALF_OPEN F OPEN",
			[]string{"0s CLOSED>OPEN failure rate 100% over 4 calls", "2s OPEN>HALF_OPEN waited 1000 ms",
				"2s HALF_OPEN>OPEN failure rate 75% over 4 calls"}},
		{"half-open closes with an empty window", fourTrials,
			"F F F F @2s F S S HALF_OPEN S CLOSED calls=0",
			[]string{"0s CLOSED>OPEN failure rate 100% over 4 calls", "2s OPEN>HALF_OPEN waited 1000 ms",
				"2s HALF_OPEN>CLOSED 3 of 4 trial calls passed"}},
		{"half-open opens again by slow trials though none failed", fourTrials,
			"F F F F @2s Z Z Z HALF_OPEN S OPEN", nil},
		{"half-open gives the place of an ignored call back", fourTrials,
			"F F F F @2s S S S I HALF_OPEN F CLOSED", nil},
		{"half-open frees the places of trials that never report", fourTrials,
			"F F F F @2s P P P P P! @3.1s P P P P P! 0=F 1=F 2=F 3=F HALF_OPEN calls=0 4=S 5=S 6=S 7=S CLOSED", nil},
		{"three of four: opens at the second failure", threeOfFour, "F F F F @2s S F S HALF_OPEN F OPEN", nil},
		{"three of four: closes at the third success", threeOfFour, "F F F F @2s S F S HALF_OPEN S CLOSED", nil},
		{"forced open refuses all and never half-opens", fourTrials,
			"force=FORCED_OPEN P! @1h P! FORCED_OPEN retry=0s", nil},
		{"disabled allows all and counts nothing", fourTrials,
			"force=DISABLED F F F F F F DISABLED calls=0", nil},
		{"metrics only allows all, counts, and says once that it would open", fourTrials,
			"force=METRICS_ONLY F F F F F F METRICS_ONLY calls=4 rate=100%",
			[]string{"0s CLOSED>METRICS_ONLY forced by hand",
				"0s METRICS_ONLY>METRICS_ONLY would open: failure rate 100% over 4 calls"}},
		{"calls in flight open when they pass the slow threshold", inFlight,
			"P P P P P P P P P P P P P P P P P P P P @2s CLOSED @2.1s OPEN",
			[]string{"2.000000001s CLOSED>OPEN slow-call rate 100% over 10 calls"}},
		{"57 of 100 at 57% opens", count(100, func(c *resilience.BreakerConfig) { c.FailureRate = unit.Percent(57) }),
			repeat("S", 43) + repeat("F", 56) + "CLOSED F OPEN", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(play(t, c.config, c.steps).Changes())
			if c.told != nil && !slices.Equal(got, c.told) {
				t.Errorf("transitions:\n got %q\nwant %q", got, c.told)
			}
		})
	}
}

func repeat(word string, n int) (words string) {
	for range n {
		words += word + " "
	}
	return words
}
