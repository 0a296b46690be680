package resilience

import (
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// Bounds of the memory that a breaker may take.
const (
	maxWindowCalls   = 1_000_000
	maxWindowBuckets = 10_000
	maxTrials        = 10_000
)

// Validate returns everything that is wrong with the configuration, under the names
// of its fields in YAML.
func (c BreakerConfig) Validate() unit.Problems {
	var ps unit.Problems
	if _, ok := presets[c.Preset]; !ok && c.Preset != "" {
		ps.Addf("preset", "%q is not known; use one of %s", c.Preset, strings.Join(presetNames, ", "))
	}
	ps.Under("window", c.Window.Validate())
	c.validateSigns(&ps)
	c.validateRates(&ps)
	full := c.WithDefaults()
	if n := full.Window.Count; n > 0 && c.MinimumCalls > n {
		ps.Addf("minimum_calls", "%d is never reached in a window of %d calls", c.MinimumCalls, n)
	}
	if n := full.Window.Count; n > 0 && c.FailureCount > n {
		ps.Addf("failure_count", "%d is never reached in a window of %d calls", c.FailureCount, n)
	}
	if full.CountStarted && full.Window.Time == 0 {
		ps.Addf("count_started", "needs a time window; set window.time")
	}
	if full.TrialSuccesses > full.Trials {
		ps.Addf("trial_successes", "%d cannot pass out of %d trials", full.TrialSuccesses, full.Trials)
	}
	return ps
}

func (c BreakerConfig) validateSigns(ps *unit.Problems) {
	for _, f := range []struct {
		field string
		value int64
	}{
		{"minimum_calls", int64(c.MinimumCalls)}, {"consecutive_failures", int64(c.ConsecutiveFailures)},
		{"failure_count", int64(c.FailureCount)},
		{"trials", int64(c.Trials)}, {"trial_successes", int64(c.TrialSuccesses)},
		{"slow_call", int64(c.SlowCall)}, {"open_for", int64(c.OpenFor)},
		{"open_max", int64(c.OpenMax)}, {"trial_lease", int64(c.TrialLease)},
	} {
		if f.value < 0 {
			ps.Addf(f.field, "must not be negative")
		}
	}
	if c.Trials > maxTrials {
		ps.Addf("trials", "at most %d", maxTrials)
	}
	if c.OpenGrowth != 0 && !(c.OpenGrowth >= 1 && c.OpenGrowth <= 100) {
		ps.Addf("open_growth", "must be a factor of 1 to 100")
	}
	if c.OpenMax != 0 && c.OpenMax < c.OpenFor {
		ps.Addf("open_max", "%v is less than open_for, %v", c.OpenMax, c.OpenFor)
	}
	if c.NoTrialLease && c.TrialLease != 0 {
		ps.Addf("no_trial_lease", "contradicts trial_lease: %v; remove one", c.TrialLease)
	}
}

func (c BreakerConfig) validateRates(ps *unit.Problems) {
	for _, f := range []struct {
		field string
		value unit.Share
	}{{"failure_rate", c.FailureRate}, {"slow_rate", c.SlowRate}} {
		if f.value < 0 || f.value > unit.Whole {
			ps.Addf(f.field, "must lie between 0%% and 100%%")
		}
	}
	if c.filledFrom(presets[c.Preset]).SlowCall != 0 {
		return
	}
	const unmeasured = "has no effect without slow_call, from which on a call is slow"
	if c.SlowRate != 0 {
		ps.Addf("slow_rate", unmeasured)
	}
	if c.CountInFlight {
		ps.Addf("count_in_flight", unmeasured)
	}
	if c.SlowFails {
		ps.Addf("slow_fails", unmeasured)
	}
}

// Validate returns everything that is wrong with the window.
func (c WindowConfig) Validate() unit.Problems {
	var ps unit.Problems
	if c.Count != 0 && c.Time != 0 {
		ps.Addf("", "set count or time, not both")
	}
	if c.Count < 0 || c.Count > maxWindowCalls {
		ps.Addf("count", "must lie between 1 and %d calls", maxWindowCalls)
	}
	if c.Time < 0 {
		ps.Addf("time", "must not be negative")
	}
	if c.Buckets < 0 || c.Buckets > maxWindowBuckets {
		ps.Addf("buckets", "must lie between 1 and %d", maxWindowBuckets)
	}
	if c.Buckets != 0 && c.Time == 0 {
		ps.Addf("buckets", "has no effect without time")
	}
	buckets := c.Buckets
	if buckets == 0 {
		buckets = bucketsFor(c.Time)
	}
	if c.Time > 0 && buckets > 0 && c.Time%time.Duration(buckets) != 0 {
		ps.Addf("buckets", "%v does not divide into %d equal buckets", c.Time, buckets)
	}
	if buckets > maxWindowBuckets && c.Buckets == 0 {
		ps.Addf("buckets", "%v has more than %d buckets of 1 s; set their number", c.Time, maxWindowBuckets)
	}
	return ps
}
