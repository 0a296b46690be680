package resilience

import (
	"cmp"
	"time"

	"checkoutlab/internal/unit"
)

// presets are the breakers of other libraries at their own defaults: Resilience4j
// 2.3, Polly 8, opossum 10, gobreaker 2.4, and Hystrix as cep21/circuit 4.2 keeps it.
var presets = map[string]BreakerConfig{
	"resilience4j": {
		Window: WindowConfig{Count: 100}, MinimumCalls: 100,
		FailureRate: unit.Percent(50), SlowCall: 60 * time.Second, SlowRate: unit.Whole,
		OpenFor: 60 * time.Second, Trials: 10, NoTrialLease: true,
	},
	"polly": {
		Window: WindowConfig{Time: 30 * time.Second, Buckets: 10}, MinimumCalls: 100,
		FailureRate: unit.Percent(10), JudgeOnFailure: true, IgnoredSucceed: true,
		OpenFor: 5 * time.Second, AdmitAtDeadline: true,
		Trials: 1, TrialSuccesses: 1, NoTrialLease: true,
	},
	// opossum's volumeThreshold is 0; a rate over no call does not exist, so 1 is the
	// same. The limit of its trial is the call's timeout, 10 s.
	"opossum": {
		Window: WindowConfig{Time: 10 * time.Second, Buckets: 10}, MinimumCalls: 1,
		FailureRate: unit.Percent(50), OpensAbove: true, JudgeOnFailure: true,
		CountStarted: true, IgnoredSucceed: true, FullFails: true,
		OpenFor: 30 * time.Second, AutomaticHalfOpen: true,
		Trials: 1, TrialSuccesses: 1, TrialLease: 10 * time.Second, KeepWindow: true,
	},
	"gobreaker": {
		ConsecutiveFailures: 6, JudgeOnFailure: true, // it trips above 5
		OpenFor: 60 * time.Second, Trials: 1, TrialSuccesses: 1, NoTrialLease: true,
	},
	// Hystrix times a call out after 1 s, and grants a new trial each sleep window.
	"hystrix": {
		Window: WindowConfig{Time: 10 * time.Second, Buckets: 10}, MinimumCalls: 20,
		FailureRate: unit.Percent(50), JudgeOnFailure: true,
		SlowCall: time.Second, SlowFails: true,
		OpenFor: 5 * time.Second, Trials: 1, TrialSuccesses: 1, TrialLease: 5 * time.Second,
	},
}

// presetNames are the presets in the order in which a message lists them.
var presetNames = []string{"resilience4j", "polly", "opossum", "gobreaker", "hystrix"}

// standard is what is left when neither the user nor a preset says anything.
var standard = BreakerConfig{
	Window: WindowConfig{Count: 100}, MinimumCalls: 100,
	FailureRate: unit.Percent(50),
	OpenFor:     60 * time.Second, OpenGrowth: 1, OpenMax: time.Hour,
	Trials: 10, TrialLease: 60 * time.Second,
}

// WithDefaults returns the configuration in force: the preset applied, and every
// default filled in. Doing it twice changes nothing more.
func (c BreakerConfig) WithDefaults() BreakerConfig {
	minimum := c.MinimumCalls
	c = c.filledFrom(presets[c.Preset]).filledFrom(standard)
	if c.Window.Time > 0 && c.Window.Buckets == 0 {
		c.Window.Buckets = bucketsFor(c.Window.Time)
	}
	if minimum == 0 && c.Window.Count > 0 {
		c.MinimumCalls = min(c.MinimumCalls, c.Window.Count)
	}
	if c.SlowCall > 0 {
		c.SlowRate = cmp.Or(c.SlowRate, unit.Whole)
	}
	c.OpenMax = max(c.OpenMax, c.OpenFor)
	return c
}

// filledFrom takes every field that is not set from p. Fields that only make sense
// together are taken together.
func (c BreakerConfig) filledFrom(p BreakerConfig) BreakerConfig {
	if c.Window.Count == 0 && c.Window.Time == 0 {
		c.Window = p.Window
	}
	if c.Trials != 0 && c.TrialSuccesses == 0 && p.TrialSuccesses != 0 {
		c.TrialSuccesses = c.Trials // those presets ask that every trial passes
	}
	if c.TrialLease == 0 && !c.NoTrialLease {
		c.TrialLease, c.NoTrialLease = p.TrialLease, p.NoTrialLease
	}
	c.MinimumCalls = cmp.Or(c.MinimumCalls, p.MinimumCalls)
	c.FailureRate = cmp.Or(c.FailureRate, p.FailureRate)
	c.SlowCall = cmp.Or(c.SlowCall, p.SlowCall)
	c.SlowRate = cmp.Or(c.SlowRate, p.SlowRate)
	c.ConsecutiveFailures = cmp.Or(c.ConsecutiveFailures, p.ConsecutiveFailures)
	c.FailureCount = cmp.Or(c.FailureCount, p.FailureCount)
	c.OpenFor = cmp.Or(c.OpenFor, p.OpenFor)
	c.OpenGrowth = cmp.Or(c.OpenGrowth, p.OpenGrowth)
	c.OpenMax = cmp.Or(c.OpenMax, p.OpenMax)
	c.Trials = cmp.Or(c.Trials, p.Trials)
	c.TrialSuccesses = cmp.Or(c.TrialSuccesses, p.TrialSuccesses)
	c.OpensAbove = c.OpensAbove || p.OpensAbove
	c.JudgeOnFailure = c.JudgeOnFailure || p.JudgeOnFailure
	c.CountStarted = c.CountStarted || p.CountStarted
	c.SlowFails = c.SlowFails || p.SlowFails
	c.FullFails = c.FullFails || p.FullFails
	c.IgnoredSucceed = c.IgnoredSucceed || p.IgnoredSucceed
	c.AdmitAtDeadline = c.AdmitAtDeadline || p.AdmitAtDeadline
	c.AutomaticHalfOpen = c.AutomaticHalfOpen || p.AutomaticHalfOpen
	c.KeepWindow = c.KeepWindow || p.KeepWindow
	return c
}

// bucketsFor gives a window the 1 s buckets of Resilience4j, and a short one enough
// of them to move smoothly.
func bucketsFor(span time.Duration) int {
	if span < 10*time.Second || span%time.Second != 0 {
		return 10
	}
	return int(span / time.Second)
}
