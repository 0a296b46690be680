package resilience

import (
	"time"

	"checkoutlab/internal/unit"
)

// BreakerConfig says when a circuit breaker opens, for how long, and what must
// happen for it to close again. Zero means the default given with each field;
// defaults are those of Resilience4j unless Preset names another library. A switch
// that a preset turns on cannot be turned off again: write its fields out instead.
type BreakerConfig struct {
	// Preset fills what is not set with the defaults of a library, so that one
	// incident can be seen under each one's rules: resilience4j, polly, opossum,
	// gobreaker or hystrix.
	Preset string `yaml:"preset,omitempty"`

	// Window is what the rates are taken over. Default: the last 100 calls.
	Window WindowConfig `yaml:"window,omitempty"`
	// MinimumCalls is how many calls the window must hold for a rate to exist.
	// Default 100, or the whole of a smaller count window.
	MinimumCalls int `yaml:"minimum_calls,omitempty"`
	// FailureRate is the share of failed calls that opens the breaker. Default 50 %.
	FailureRate unit.Share `yaml:"failure_rate,omitempty"`
	// SlowCall is the duration above which a call is slow. 0: not measured.
	SlowCall time.Duration `yaml:"slow_call,omitempty"`
	// SlowRate is the share of slow calls that opens the breaker. Default 100 %.
	SlowRate unit.Share `yaml:"slow_rate,omitempty"`
	// ConsecutiveFailures opens after so many failures in a row. With CountInFlight and
	// SlowFails a call joins the row when it becomes slow, and otherwise when it ends.
	// 0: not judged.
	ConsecutiveFailures int `yaml:"consecutive_failures,omitempty"`
	// FailureCount opens at so many failures in the window, whatever the number of
	// calls: with a window of 10 s and 5, at the fifth failure within 10 s. Where it or
	// ConsecutiveFailures is set, the failure rate judges the trials only. 0: not judged.
	FailureCount int `yaml:"failure_count,omitempty"`

	// OpensAbove opens when a rate is exceeded, not yet when it is reached.
	OpensAbove bool `yaml:"opens_above,omitempty"`
	// JudgeOnFailure judges the rates only when a call has failed or was slow, not
	// after every outcome.
	JudgeOnFailure bool `yaml:"judge_on_failure,omitempty"`
	// CountStarted counts a call when it asks, refused ones too, and not when it
	// ends. It needs a time window.
	CountStarted bool `yaml:"count_started,omitempty"`
	// CountInFlight counts a call as slow at the moment it has run for longer than
	// SlowCall, not when it ends.
	CountInFlight bool `yaml:"count_in_flight,omitempty"`
	// SlowFails counts a slow call as a failure too.
	SlowFails bool `yaml:"slow_fails,omitempty"`
	// FullFails counts a call that the bulkhead inside the breaker refuses as a failure,
	// as opossum does with its capacity. The default is that the caller's own limit says
	// nothing about the dependency.
	FullFails bool `yaml:"full_fails,omitempty"`
	// IgnoredSucceed counts an Ignored outcome as a success.
	IgnoredSucceed bool `yaml:"ignored_succeed,omitempty"`

	// OpenFor is how long the breaker stays open. Default 60 s.
	OpenFor time.Duration `yaml:"open_for,omitempty"`
	// OpenGrowth multiplies the wait each time the trials fail. Default 1: constant.
	OpenGrowth float64 `yaml:"open_growth,omitempty"`
	// OpenMax bounds the growing wait. Default 1 h, or OpenFor if that is longer.
	OpenMax time.Duration `yaml:"open_max,omitempty"`
	// AdmitAtDeadline lets a call through at the very instant the wait ends; the
	// default refuses it there and lets it through one nanosecond later.
	AdmitAtDeadline bool `yaml:"admit_at_deadline,omitempty"`
	// AutomaticHalfOpen half-opens by timer when the wait ends (and so admits at the
	// deadline). The default half-opens on the first call after the wait.
	AutomaticHalfOpen bool `yaml:"automatic_half_open,omitempty"`

	// Trials is how many calls are let through while half-open. Default 10. They are
	// judged by the rates once min(MinimumCalls, Trials) of them have ended.
	Trials int `yaml:"trials,omitempty"`
	// TrialSuccesses judges the trials by number instead: the breaker closes once so
	// many of them have passed (neither failed nor slow), and opens as soon as too
	// few are left for that. 0: by the rates.
	TrialSuccesses int `yaml:"trial_successes,omitempty"`
	// TrialLease is how long a trial may keep its place without reporting. Then the
	// place is free again and the late report changes nothing. Default 60 s.
	TrialLease time.Duration `yaml:"trial_lease,omitempty"`
	// NoTrialLease lets a trial keep its place for ever, as the libraries without
	// such a limit do: one hung trial then wedges the breaker half-open.
	NoTrialLease bool `yaml:"no_trial_lease,omitempty"`
	// KeepWindow keeps the calls of before when the breaker closes. The default
	// starts from an empty window.
	KeepWindow bool `yaml:"keep_window,omitempty"`
}

// WindowConfig is the span of calls that rates are taken over: either the last
// Count calls, or the calls of the last Time.
type WindowConfig struct {
	// Count is a number of calls, 1 to 1 000 000.
	Count int `yaml:"count,omitempty"`
	// Time is a duration, cut into Buckets of equal width. The window moves by whole
	// buckets, so it covers between Time less a bucket and Time.
	Time time.Duration `yaml:"time,omitempty"`
	// Buckets is the number of buckets of a time window, at most 10 000. Default one
	// for each second, but 10 for a window under 10 s or not of whole seconds.
	Buckets int `yaml:"buckets,omitempty"`
}
