package guard_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
)

func TestListeners(t *testing.T) {
	for _, c := range []struct {
		name string
		test func(*testing.T)
	}{
		{"06 one that calls the guard does not deadlock", reentrantListener},
		{"06 one that blocks holds up no call", blockingListener},
		{"06 one that panics or exits harms nobody, and is reported", panickingListener},
		{"hear of everything in order", listenersInOrder},
		{"hear of a half-opening by timer on time", halfOpeningByTimer},
	} {
		t.Run(c.name, func(t *testing.T) { synctest.Test(t, c.test) })
	}
}

func reentrantListener(t *testing.T) {
	var g *guard.Guard
	var seen []resilience.State
	g = guard.New(oneTrial(), guard.Options{Observer: guard.Observer{Transition: func(tr resilience.Transition) {
		seen = append(seen, tr.To)
		if tr.To == resilience.Open {
			g.Force(resilience.Disabled)
		}
		_ = g.Do(ctx, well)
	}}})
	_, _ = g.Do(ctx, ill), g.Do(ctx, ill)
	g.Flush()
	if want := []resilience.State{resilience.Open, resilience.Disabled}; !slices.Equal(seen, want) {
		t.Errorf("heard %v, want %v", seen, want)
	}
}

func blockingListener(t *testing.T) {
	release := make(chan struct{})
	var seen []resilience.State
	g := halfOpened(guard.Options{Observer: guard.Observer{Transition: func(tr resilience.Transition) {
		<-release
		seen = append(seen, tr.To)
	}}})
	wantErr(t, g.Do(ctx, well), nil)
	expect(t, g, guard.Snapshot{State: resilience.Closed})
	close(release)
	g.Flush()
	want := []resilience.State{resilience.Open, resilience.HalfOpen, resilience.Closed}
	if !slices.Equal(seen, want) {
		t.Errorf("heard %v, want %v", seen, want)
	}
}

func panickingListener(t *testing.T) {
	var panics []any
	heard := 0
	g := halfOpened(guard.Options{Observer: guard.Observer{
		Transition: func(tr resilience.Transition) {
			if heard++; tr.To == resilience.HalfOpen {
				runtime.Goexit()
			}
			panic(tr.To.String())
		},
		Panicked: func(v any) { panics = append(panics, v); panic("again") },
	}})
	wantErr(t, g.Do(ctx, well), nil)
	g.Flush()
	if heard != 3 || fmt.Sprint(panics) != "[OPEN CLOSED]" {
		t.Errorf("heard %d transitions, and the panics %v", heard, panics)
	}
}

func listenersInOrder(t *testing.T) {
	var log []string
	note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
	policies := resilience.Policies{
		Timeout:  500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1},
		Breaker:  &resilience.BreakerConfig{Window: resilience.WindowConfig{Count: 1}, OpenFor: time.Second},
	}
	g := guard.New(policies, guard.Options{Observer: guard.Observer{
		Transition: func(tr resilience.Transition) { note("%v %v", tr.At, tr.To) },
		Bulkhead:   func(at time.Duration, inUse, queued int) { note("%v %d+%d", at, inUse, queued) },
		Refused:    func(at time.Duration, err error) { note("%v %v", at, err) },
		Abandoned:  func(at time.Duration, n int) { note("%v abandoned %d", at, n) },
		Panicked:   func(v any) { note("panic %v", v) },
	}})
	wantErr(t, g.DoDetached(ctx, func(context.Context) error { time.Sleep(time.Second); panic("late") }),
		resilience.ErrTimeout)
	wantErr(t, g.Do(ctx, well), resilience.ErrOpen)
	time.Sleep(501 * time.Millisecond)
	g.Flush()
	want := []string{"0s 1+0", "500ms OPEN", "500ms 0+0", "500ms abandoned 1",
		"500ms resilience: circuit open", "panic late", "1s abandoned 0"}
	if !slices.Equal(log, want) {
		t.Errorf("heard\n%q, want\n%q", log, want)
	}
}

func halfOpeningByTimer(t *testing.T) {
	policies := oneTrial()
	policies.Breaker.AutomaticHalfOpen = true
	heard := make(chan resilience.Transition, 2)
	g := guard.New(policies, guard.Options{Observer: guard.Observer{
		Transition: func(tr resilience.Transition) { heard <- tr },
	}})
	_, _ = g.Do(ctx, ill), g.Do(ctx, ill)
	<-heard
	if tr := <-heard; tr.To != resilience.HalfOpen || tr.At != time.Second {
		t.Errorf("heard %+v", tr)
	}
}
