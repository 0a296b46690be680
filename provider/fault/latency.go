package fault

import (
	"math"
	"math/rand/v2"
	"time"

	"checkoutlab/internal/unit"
)

// Distribution is the shape of a latency.
type Distribution string

const (
	Fixed       Distribution = "fixed"
	Uniform     Distribution = "uniform"
	Exponential Distribution = "exponential"
	Lognormal   Distribution = "lognormal"
	Bimodal     Distribution = "bimodal"
)

const known = "fixed, uniform, exponential, lognormal or bimodal"

// MaxLatency bounds every latency.
const MaxLatency = 24 * time.Hour

// Latency is how long a reply takes. A file has it as one duration ("200ms") or
// as a mapping with a distribution:
//
//	latency: {distribution: uniform, min: 100ms, max: 300ms}
//	latency: {distribution: exponential, mean: 50ms}
//	latency: {distribution: lognormal, p50: 180ms, p99: 600ms}
//	latency: {distribution: bimodal, fast: 20ms, slow: 2s, slow_share: 5%}
//
// The zero Latency is none given.
type Latency struct {
	Distribution Distribution `yaml:"distribution,omitempty"`
	// Value of a fixed latency.
	Value time.Duration `yaml:"value,omitempty"`
	// Min and Max of a uniform one; Min included, Max excluded.
	Min time.Duration `yaml:"min,omitempty"`
	Max time.Duration `yaml:"max,omitempty"`
	// Mean of an exponential one.
	Mean time.Duration `yaml:"mean,omitempty"`
	// P50 and P99 are the median and the 99th percentile of a lognormal one.
	P50 time.Duration `yaml:"p50,omitempty"`
	P99 time.Duration `yaml:"p99,omitempty"`
	// Fast and Slow are the two values of a bimodal one, and SlowShare how many
	// of the requests take the slow one.
	Fast      time.Duration `yaml:"fast,omitempty"`
	Slow      time.Duration `yaml:"slow,omitempty"`
	SlowShare unit.Share    `yaml:"slow_share,omitempty"`
}

// Always returns the latency that is the same for each request; 0 is at once.
func Always(d time.Duration) Latency { return Latency{Distribution: Fixed, Value: d} }

// Given reports whether a latency was written at all.
func (l Latency) Given() bool { return l != Latency{} }

// z99 is the 99th percentile of the standard normal distribution.
const z99 = 2.3263478740408408

// Draw returns the latency of one request. A fixed one takes nothing from rng,
// which may then be nil, so that it does not shift the luck of what follows.
//
// A lognormal latency is exp(μ + σZ) with Z standard normal, and so its median
// is exp(μ) and its p99 exp(μ + z99·σ) (Johnson, Kotz, Balakrishnan: Continuous
// Univariate Distributions, vol. 1, chapter 14). It and an exponential one are cut
// at MaxLatency.
func (l Latency) Draw(rng *rand.Rand) time.Duration {
	switch l.Distribution {
	case Uniform:
		return l.Min + time.Duration(rng.Int64N(int64(l.Max-l.Min)))
	case Exponential:
		return time.Duration(min(float64(l.Mean)*rng.ExpFloat64(), float64(MaxLatency)))
	case Bimodal:
		if rng.Int64N(int64(unit.Whole)) < int64(l.SlowShare) {
			return l.Slow
		}
		return l.Fast
	case Lognormal:
		sigma := math.Log(float64(l.P99)/float64(l.P50)) / z99
		drawn := float64(l.P50) * math.Exp(sigma*rng.NormFloat64())
		return time.Duration(min(drawn, float64(MaxLatency)))
	default:
		return l.Value
	}
}

// UnmarshalYAML reads both forms.
func (l *Latency) UnmarshalYAML(unmarshal func(any) error) error {
	var fixed time.Duration
	if err := unmarshal(&fixed); err == nil {
		*l = Always(fixed)
		return nil
	}
	type mapping Latency
	return unmarshal((*mapping)(l))
}

// MarshalYAML writes the shorter form where there is one.
func (l Latency) MarshalYAML() (any, error) {
	if l.Distribution == Fixed {
		return l.Value, nil
	}
	type mapping Latency
	return mapping(l), nil
}

// Validate returns everything that is wrong with the latency.
func (l Latency) Validate() unit.Problems {
	var ps unit.Problems
	switch l.Distribution {
	case "":
		if l.Given() {
			ps.Addf("distribution", "is missing; write %s", known)
		}
		return ps
	case Fixed:
		bounded(&ps, "value", l.Value, 0)
	case Uniform:
		if bounded(&ps, "min", l.Min, 0); bounded(&ps, "max", l.Max, 0) && l.Max <= l.Min {
			ps.Addf("max", "must be above min (%s)", l.Min)
		}
	case Exponential:
		bounded(&ps, "mean", l.Mean, 1)
	case Bimodal:
		if bounded(&ps, "fast", l.Fast, 0); bounded(&ps, "slow", l.Slow, 0) && l.Slow <= l.Fast {
			ps.Addf("slow", "must be above fast (%s)", l.Fast)
		}
		if l.SlowShare <= 0 || l.SlowShare >= unit.Whole {
			ps.Addf("slow_share", "must lie between 0%% and 100%%, both excluded; for either the latency is fixed")
		}
	case Lognormal:
		if bounded(&ps, "p50", l.P50, 1); bounded(&ps, "p99", l.P99, 1) && l.P99 < l.P50 {
			ps.Addf("p99", "must not be below p50 (%s)", l.P50)
		}
	default:
		ps.Addf("distribution", "%q is unknown; write %s", l.Distribution, known)
		return ps
	}
	l.foreign(&ps)
	return ps
}

// foreign finds fields that another distribution takes.
func (l Latency) foreign(ps *unit.Problems) {
	for _, f := range []struct {
		name  string
		given bool
		of    Distribution
	}{
		{"value", l.Value != 0, Fixed}, {"min", l.Min != 0, Uniform}, {"max", l.Max != 0, Uniform},
		{"mean", l.Mean != 0, Exponential}, {"p50", l.P50 != 0, Lognormal}, {"p99", l.P99 != 0, Lognormal},
		{"fast", l.Fast != 0, Bimodal}, {"slow", l.Slow != 0, Bimodal}, {"slow_share", l.SlowShare != 0, Bimodal},
	} {
		if f.given && f.of != l.Distribution {
			ps.Addf(f.name, "belongs to a %s latency, this one is %s; leave it out", f.of, l.Distribution)
		}
	}
}

// bounded checks one duration and reports whether it is in range.
func bounded(ps *unit.Problems, field string, d, least time.Duration) bool {
	switch {
	case d < 0:
		ps.Addf(field, "must not be negative")
	case d < least:
		ps.Addf(field, "must be above zero")
	case d > MaxLatency:
		ps.Addf(field, "%s is longer than %s", d, MaxLatency)
	default:
		return true
	}
	return false
}
