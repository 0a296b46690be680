package bench

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/bulkhead"
	"github.com/failsafe-go/failsafe-go/timeout"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

var labBulkhead = resilience.BulkheadConfig{MaxConcurrent: 16, Queue: 16}

// BenchmarkBulkhead takes and gives back a free slot.
func BenchmarkBulkhead(b *testing.B) {
	b.Run("lab", func(b *testing.B) {
		pool, ctx := guard.NewPool(labBulkhead, nil, nil), context.Background()
		for b.Loop() {
			if pool.Acquire(ctx) == nil {
				pool.Release()
			}
		}
	})
	b.Run("lab-step", func(b *testing.B) {
		bulk, ticket := resilience.NewBulkhead(labBulkhead), new(resilience.Ticket)
		for b.Loop() {
			if bulk.Acquire(0, ticket) == resilience.Granted {
				bulk.Release(0)
			}
		}
	})
	b.Run("failsafe-permit", func(b *testing.B) {
		bulk, ctx := bulkhead.New[any](16), context.Background()
		for b.Loop() {
			if bulk.AcquirePermit(ctx) == nil {
				bulk.ReleasePermit()
			}
		}
	})
	b.Run("failsafe", func(b *testing.B) {
		run := failsafe.With[any](bulkhead.New[any](16))
		for b.Loop() {
			_ = run.Run(wellPlain)
		}
	})
}

// BenchmarkGuard is breaker, bulkhead and a time limit of 500 ms around a call that
// does nothing. The baseline is the time limit alone.
func BenchmarkGuard(b *testing.B) {
	b.Run("baseline", func(b *testing.B) {
		parent := context.Background()
		for b.Loop() {
			ctx, cancel := context.WithTimeout(parent, 500*time.Millisecond)
			_ = well(ctx)
			cancel()
		}
	})
	b.Run("lab", func(b *testing.B) {
		g, ctx := labGuard(), context.Background()
		for b.Loop() {
			_ = g.Do(ctx, well)
		}
	})
	b.Run("lab-detached", func(b *testing.B) {
		g, ctx := labGuard(), context.Background()
		for b.Loop() {
			_ = g.DoDetached(ctx, well)
		}
	})
	b.Run("failsafe", func(b *testing.B) {
		run := failsafeStack()
		for b.Loop() {
			_ = run.RunWithExecution(wellExecution)
		}
	})
}

func BenchmarkGuardParallel(b *testing.B) {
	b.Run("baseline", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
				_ = well(ctx)
				cancel()
			}
		})
	})
	b.Run("lab", func(b *testing.B) {
		g := labGuard()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				_ = g.Do(context.Background(), well)
			}
		})
	})
	b.Run("failsafe", func(b *testing.B) {
		run := failsafeStack()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				_ = run.RunWithExecution(wellExecution)
			}
		})
	})
}

// BenchmarkCall is the steps of one call through breaker, bulkhead and time limit, and
// with a retry and its budget in front, which is not needed, or once.
func BenchmarkCall(b *testing.B) {
	policies := resilience.Policies{Timeout: 500 * time.Millisecond, Bulkhead: &labBulkhead, Breaker: &labBreaker}
	retrying := policies
	retrying.Retry = &resilience.RetryConfig{Budget: &resilience.BudgetConfig{Kind: resilience.EnvoyBudget}}
	began, well := resilience.Event{Kind: resilience.Began}, resilience.Event{Kind: resilience.Replied}
	b.Run("plain", func(b *testing.B) {
		call := resilience.Call{Chain: resilience.NewChain(policies, nil)}
		for b.Loop() {
			call.Next(0, began)
			call.Next(0, well)
		}
	})
	b.Run("retrying", func(b *testing.B) {
		call := resilience.Call{Chain: resilience.NewChain(retrying, rand.New(rand.NewPCG(1, 0)))}
		for b.Loop() {
			call.Next(0, began)
			call.Next(0, well)
		}
	})
	b.Run("retried", func(b *testing.B) {
		ill := resilience.Event{Kind: resilience.Replied, Outcome: resilience.Failure}
		retrying.Breaker = nil
		call := resilience.Call{Chain: resilience.NewChain(retrying, rand.New(rand.NewPCG(1, 0)))}
		for b.Loop() {
			call.Next(0, began)
			call.Next(0, ill)
			call.Next(0, resilience.Event{Kind: resilience.Waited})
			call.Next(0, well)
		}
	})
}

func labGuard() *guard.Guard {
	return guard.New(resilience.Policies{
		Timeout: 500 * time.Millisecond, Bulkhead: &labBulkhead, Breaker: &labBreaker,
	}, guard.Options{})
}

func failsafeStack() failsafe.Executor[any] {
	return failsafe.With[any](
		failsafeBreaker(), bulkhead.New[any](16), timeout.New[any](500*time.Millisecond),
	)
}

func wellExecution(failsafe.Execution[any]) error { return nil }
