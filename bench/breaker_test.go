package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

// Every breaker here opens at 50 % of at least 20 calls of the last 10 s, in 10
// buckets, for 60 s. The lab's also measures slow calls, which its peers cannot.
var labBreaker = resilience.BreakerConfig{
	Window:       resilience.WindowConfig{Time: 10 * time.Second, Buckets: 10},
	MinimumCalls: 20, FailureRate: unit.Percent(50),
	SlowCall: 400 * time.Millisecond, SlowRate: unit.Percent(50),
}

func goBreaker() *gobreaker.CircuitBreaker[any] {
	return gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
		Interval: 10 * time.Second, BucketPeriod: time.Second, Timeout: time.Minute,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.Requests >= 20 && 2*c.TotalFailures >= c.Requests
		},
	})
}

func failsafeBreaker() circuitbreaker.CircuitBreaker[any] {
	return circuitbreaker.NewBuilder[any]().
		WithFailureRateThreshold(0.5, 20, 10*time.Second).
		WithDelay(time.Minute).
		Build()
}

var errIll = errors.New("ill")

func well(context.Context) error { return nil }
func wellAny() (any, error)      { return nil, nil }
func wellPlain() error           { return nil }

// opened fails calls until the breaker refuses them.
func opened(b *testing.B, call func(func() error) error) {
	ill := func() error { return errIll }
	for range 1000 {
		if err := call(ill); err != errIll {
			return
		}
	}
	b.Fatal("the breaker does not open")
}

// BenchmarkBreakerStep is the lab's decision alone: the caller has the clock and
// needs no lock, as in the simulator.
func BenchmarkBreakerStep(b *testing.B) {
	b.Run("closed", func(b *testing.B) {
		breaker, now := resilience.NewBreaker(labBreaker), time.Duration(0)
		for b.Loop() {
			now += 50 * time.Microsecond
			p, err := breaker.Acquire(now)
			if err != nil {
				b.Fatal(err)
			}
			breaker.Release(now, p, resilience.Success, 200*time.Millisecond)
		}
	})
	b.Run("refusing", func(b *testing.B) {
		breaker, now := resilience.NewBreaker(labBreaker), time.Duration(0)
		breaker.Force(now, resilience.Open)
		for b.Loop() {
			if _, err := breaker.Acquire(now); err == nil {
				b.Fatal("admitted")
			}
		}
	})
}

// BenchmarkBreaker is a breaker alone around a real call: clock and lock included.
func BenchmarkBreaker(b *testing.B) {
	policies := resilience.Policies{Breaker: &labBreaker}
	b.Run("closed/lab", func(b *testing.B) {
		g, ctx := guard.New(policies, guard.Options{}), context.Background()
		for b.Loop() {
			_ = g.Do(ctx, well)
		}
	})
	b.Run("closed/gobreaker", func(b *testing.B) {
		cb := goBreaker()
		for b.Loop() {
			_, _ = cb.Execute(wellAny)
		}
	})
	b.Run("closed/failsafe", func(b *testing.B) {
		cb := failsafe.With[any](failsafeBreaker())
		for b.Loop() {
			_ = cb.Run(wellPlain)
		}
	})
	b.Run("closed/failsafe-permit", func(b *testing.B) {
		cb := failsafeBreaker()
		for b.Loop() {
			if cb.TryAcquirePermit() {
				cb.RecordSuccess()
			}
		}
	})
}

func BenchmarkBreakerRefusing(b *testing.B) {
	b.Run("lab", func(b *testing.B) {
		g, ctx := guard.New(resilience.Policies{Breaker: &labBreaker}, guard.Options{}), context.Background()
		g.Force(resilience.Open)
		for b.Loop() {
			_ = g.Do(ctx, well)
		}
	})
	b.Run("gobreaker", func(b *testing.B) {
		cb := goBreaker()
		opened(b, func(fn func() error) error {
			_, err := cb.Execute(func() (any, error) { return nil, fn() })
			return err
		})
		for b.Loop() {
			_, _ = cb.Execute(wellAny)
		}
	})
	b.Run("failsafe", func(b *testing.B) {
		cb := failsafeBreaker()
		cb.Open()
		run := failsafe.With[any](cb)
		for b.Loop() {
			_ = run.Run(wellPlain)
		}
	})
}

func BenchmarkBreakerParallel(b *testing.B) {
	b.Run("lab", func(b *testing.B) {
		g, ctx := guard.New(resilience.Policies{Breaker: &labBreaker}, guard.Options{}), context.Background()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				_ = g.Do(ctx, well)
			}
		})
	})
	b.Run("gobreaker", func(b *testing.B) {
		cb := goBreaker()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				_, _ = cb.Execute(wellAny)
			}
		})
	})
	b.Run("failsafe", func(b *testing.B) {
		cb := failsafe.With[any](failsafeBreaker())
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				_ = cb.Run(wellPlain)
			}
		})
	})
}
