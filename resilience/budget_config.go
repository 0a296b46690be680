package resilience

import (
	"cmp"
	"math/bits"
	"time"

	"checkoutlab/internal/unit"
)

// BudgetConfig bounds the retries of all calls to a dependency together, in the way of
// one of three libraries. Zero means the default given with each field.
type BudgetConfig struct {
	// Kind is whose budget it is. Default finagle.
	//
	// envoy: a retry is made while fewer are under way than the larger of MinRetries and
	// Ratio of the active attempts, rounded down. A retry is under way from its decision
	// on, its wait included; an attempt is active while it runs or waits in the
	// bulkhead's queue, the one that has just failed included (retry_budget of Envoy's
	// circuit breakers).
	//
	// finagle: each call, not its retries, deposits Ratio of a retry, and each retry
	// takes one. Deposits and withdrawals are forgotten after TTL. Reserve × TTL comes on
	// top, so that a fresh budget of the defaults allows 100 (RetryBudget of Finagle,
	// retryBudget of Linkerd).
	//
	// grpc: there are Tokens to begin with, and never more. Each failure of the
	// dependency takes one and each success gives Ratio of one back. A retry is made
	// while more than half of Tokens is left once its failure has been taken
	// (retryThrottling of gRPC, proposal A6).
	Kind string `yaml:"kind,omitempty"`
	// Ratio is 0.0001 % to 100 %. Default 20 %, and 10 % for grpc.
	Ratio unit.Share `yaml:"ratio,omitempty"`
	// MinRetries is the number of retries that envoy always allows at once, 1 to
	// 1 000 000. Default 3.
	MinRetries int `yaml:"min_retries,omitempty"`
	// Reserve is the rate of retries that finagle allows without deposits, at most
	// 1 000 000 in TTL. Default 10/s.
	Reserve unit.Rate `yaml:"reserve,omitempty"`
	// NoReserve leaves finagle with its deposits only.
	NoReserve bool `yaml:"no_reserve,omitempty"`
	// TTL is how long finagle remembers, 1 s to 60 s, in ten steps: what comes in is
	// forgotten after between 0.9 TTL and TTL. Default 10 s.
	TTL time.Duration `yaml:"ttl,omitempty"`
	// Tokens is what grpc begins with, 1 to 1000. Default 10.
	Tokens int `yaml:"tokens,omitempty"`
}

// Values of BudgetConfig.Kind.
const (
	EnvoyBudget   = "envoy"
	FinagleBudget = "finagle"
	GRPCBudget    = "grpc"
)

var budgetKinds = []string{EnvoyBudget, FinagleBudget, GRPCBudget}

// maxRetries bounds MinRetries, and Reserve × TTL.
const maxRetries = 1_000_000

// WithDefaults returns the configuration in force.
func (c BudgetConfig) WithDefaults() BudgetConfig {
	c.Kind = cmp.Or(c.Kind, FinagleBudget)
	switch c.Kind {
	case EnvoyBudget:
		c.Ratio = cmp.Or(c.Ratio, unit.Percent(20))
		c.MinRetries = cmp.Or(c.MinRetries, 3)
	case FinagleBudget:
		c.Ratio = cmp.Or(c.Ratio, unit.Percent(20))
		c.TTL = cmp.Or(c.TTL, 10*time.Second)
		if !c.NoReserve {
			c.Reserve = cmp.Or(c.Reserve, unit.PerSecond(10))
		}
	case GRPCBudget:
		c.Ratio = cmp.Or(c.Ratio, unit.Percent(10))
		c.Tokens = cmp.Or(c.Tokens, 10)
	}
	return c
}

// Validate returns everything that is wrong with the configuration.
func (c BudgetConfig) Validate() unit.Problems {
	var ps unit.Problems
	oneOf(&ps, "kind", c.Kind, budgetKinds)
	if c.Ratio < 0 || c.Ratio > unit.Whole {
		ps.Addf("ratio", "must lie between 0%% and 100%%")
	}
	if c.MinRetries < 0 || c.MinRetries > maxRetries {
		ps.Addf("min_retries", "must lie between 1 and %d", maxRetries)
	}
	if c.Tokens < 0 || c.Tokens > 1000 {
		ps.Addf("tokens", "must lie between 1 and 1000")
	}
	if c.TTL != 0 && (c.TTL < time.Second || c.TTL > time.Minute) {
		ps.Addf("ttl", "must lie between 1s and 60s")
	}
	if c.NoReserve && c.Reserve.Events != 0 {
		ps.Addf("no_reserve", "contradicts reserve: %v; remove one", c.Reserve)
	}
	if n, ok := c.WithDefaults().reserve(); len(ps) == 0 && (!ok || n > maxRetries*int64(unit.Whole)) {
		ps.Addf("reserve", "at most %d retries in ttl", maxRetries)
	}
	c.validateKind(&ps)
	return ps
}

// validateKind finds what is set and belongs to another kind.
func (c BudgetConfig) validateKind(ps *unit.Problems) {
	kind := cmp.Or(c.Kind, FinagleBudget)
	for _, f := range []struct {
		field string
		set   bool
		of    string
	}{
		{"min_retries", c.MinRetries != 0, EnvoyBudget},
		{"reserve", c.Reserve.Events != 0, FinagleBudget},
		{"no_reserve", c.NoReserve, FinagleBudget},
		{"ttl", c.TTL != 0, FinagleBudget},
		{"tokens", c.Tokens != 0, GRPCBudget},
	} {
		if f.set && kind != f.of {
			ps.Addf(f.field, "has no effect with kind %s, only with %s", kind, f.of)
		}
	}
}

// reserve is Reserve × TTL in millionths of a retry, rounded down, if it can be said.
func (c BudgetConfig) reserve() (n int64, ok bool) {
	if c.Reserve.Events <= 0 || c.Reserve.Per <= 0 || c.TTL <= 0 {
		return 0, c.Reserve.Events == 0
	}
	over, tokens := bits.Mul64(uint64(c.Reserve.Events), uint64(unit.Whole))
	if over > 0 {
		return 0, false
	}
	high, low := bits.Mul64(tokens, uint64(c.TTL))
	if high >= uint64(c.Reserve.Per) {
		return 0, false
	}
	quotient, _ := bits.Div64(high, low, uint64(c.Reserve.Per))
	return int64(quotient), quotient <= 1<<62
}
