package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/provider/fault"
)

// caller is one request to a provider, in virtual time.
type caller struct {
	reply *httptest.ResponseRecorder
	cut   bool // the handler gave no answer
	took  time.Duration
	done  chan struct{}
	leave context.CancelFunc
}

func call(p *Provider) *caller {
	ctx, leave := context.WithCancel(context.Background())
	c := &caller{reply: httptest.NewRecorder(), done: make(chan struct{}), leave: leave}
	began := time.Now()
	go func() {
		defer close(c.done)
		defer func() {
			c.took = time.Since(began)
			if r := recover(); r == http.ErrAbortHandler {
				c.cut = true
			} else if r != nil {
				panic(r)
			}
		}()
		p.ServeHTTP(c.reply, httptest.NewRequestWithContext(ctx, http.MethodPost, "/charge", http.NoBody))
	}()
	synctest.Wait()
	return c
}

// result waits for the handler and says how it ended.
func (c *caller) result() string {
	<-c.done
	if c.cut {
		return fmt.Sprintf("cut after %v", c.took)
	}
	text := fmt.Sprintf("%d after %v", c.reply.Code, c.took)
	if name := c.reply.Header().Get(fault.Header); name != "" {
		text += " (" + name + ")"
	}
	return text
}

func (c *caller) want(t *testing.T, want string) {
	t.Helper()
	if got := c.result(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// bubble runs a test in virtual time on a provider with the defaults but for cfg.
func bubble(t *testing.T, cfg fault.Config, f func(*testing.T, *Provider)) {
	synctest.Test(t, func(t *testing.T) {
		p := New(cfg, Options{Clock: clock()})
		defer p.Close()
		f(t, p)
	})
}

// flight checks what is in flight.
func flight(t *testing.T, p *Provider, inFlight, abandoned int64) {
	t.Helper()
	synctest.Wait()
	if c := p.Counts(); c.InFlight != inFlight || c.Abandoned != abandoned {
		t.Errorf("%d in flight and %d of them abandoned, want %d and %d", c.InFlight, c.Abandoned, inFlight, abandoned)
	}
}

func TestAnswers(t *testing.T) {
	status := fault.Window{Kind: fault.Status, From: 2 * s, Until: 3 * s, RetryAfter: 1200 * ms}
	bubble(t, fault.Config{Faults: []fault.Window{window(fault.Slow, 1*s, 3*s), status}}, func(t *testing.T, p *Provider) {
		call(p).want(t, "200 after 200ms")
		time.Sleep(800*ms - 1)
		early := call(p)
		time.Sleep(time.Nanosecond)
		late := call(p)
		early.want(t, "200 after 200ms")
		time.Sleep(s)
		both := call(p)
		late.want(t, "200 after 10s (slow)")
		both.want(t, "503 after 10s (slow+status)")
		if got := both.reply.Header().Get("Retry-After"); got != "2" {
			t.Errorf("Retry-After %q: whole seconds, rounded up", got)
		}
		c := p.Counts()
		if c.Calls != 4 || c.InFlight != 0 || c.InFlightMax != 2 || c.Faulted["slow"] != 1 || c.Faulted["slow+status"] != 1 || len(c.Faulted) != 2 {
			t.Errorf("counts: %+v", c)
		}
	})
}

// TestAbandonedWorkGoesOn is the heart of the incident: callers with timeouts free
// themselves, not the provider.
func TestAbandonedWorkGoesOn(t *testing.T) {
	bubble(t, fault.Config{Faults: []fault.Window{window(fault.Slow, 0, 3*s)}}, func(t *testing.T, p *Provider) {
		a, b := call(p), call(p)
		time.Sleep(500 * ms)
		a.leave()
		a.want(t, "cut after 500ms") // the handler is free at once
		flight(t, p, 2, 1)
		time.Sleep(9500*ms - 1)
		flight(t, p, 2, 1)
		time.Sleep(time.Nanosecond)
		flight(t, p, 0, 0)
		b.want(t, "200 after 10s (slow)")
		if c := p.Counts(); c.AbandonedMax != 1 || c.InFlightMax != 2 {
			t.Errorf("counts: %+v", c)
		}
	})
}

func TestOnCancelStop(t *testing.T) {
	bubble(t, fault.Config{OnCancel: fault.Stop}, func(t *testing.T, p *Provider) {
		a := call(p)
		time.Sleep(100 * ms)
		a.leave()
		a.want(t, "cut after 100ms")
		flight(t, p, 0, 0)
		if c := p.Counts(); c.AbandonedMax != 0 || c.Calls != 1 {
			t.Errorf("counts: %+v", c)
		}
	})
}

func TestHangIsCutWhenItsWindowEnds(t *testing.T) {
	bubble(t, fault.Config{Faults: []fault.Window{window(fault.Hang, 0, 3*s)}}, func(t *testing.T, p *Provider) {
		first := call(p)
		time.Sleep(s)
		second, gone := call(p), call(p)
		gone.leave()
		flight(t, p, 3, 1)
		first.want(t, "cut after 3s")
		second.want(t, "cut after 2s")
		flight(t, p, 0, 0)
		call(p).want(t, "200 after 200ms")
	})
}

func TestSetFaultsCutsWhatHangsNoLonger(t *testing.T) {
	bubble(t, fault.Config{Faults: []fault.Window{window(fault.Hang, 0, 5*s)}}, func(t *testing.T, p *Provider) {
		a := call(p)
		time.Sleep(s)
		p.SetFaults([]fault.Window{window(fault.Hang, 0, 5*s), window(fault.Slow, 0, 9*s)})
		flight(t, p, 1, 0) // its window is still there
		p.SetFaults([]fault.Window{window(fault.Slow, 0, 9*s)})
		a.want(t, "cut after 1s")
		call(p).want(t, "200 after 10s (slow)")
	})
}

// TestSetFaultsLeavesLatencies: what is in flight was decided when it arrived.
func TestSetFaultsLeavesLatencies(t *testing.T) {
	bubble(t, fault.Config{Faults: []fault.Window{window(fault.Slow, 0, 5*s)}}, func(t *testing.T, p *Provider) {
		a := call(p)
		p.SetFaults(nil)
		call(p).want(t, "200 after 200ms")
		a.want(t, "200 after 10s (slow)")
	})
}

func TestMaxInFlight(t *testing.T) {
	var capped []Sample
	synctest.Test(t, func(t *testing.T) {
		p := New(fault.Config{MaxInFlight: 2}, Options{Clock: clock(), Observe: func(s Sample) {
			if s.Capped {
				capped = append(capped, s)
			}
		}})
		defer p.Close()
		a, b := call(p), call(p)
		a.leave() // abandoned work counts too
		<-a.done
		call(p).want(t, "503 after 0s")
		b.want(t, "200 after 200ms")
		call(p).want(t, "200 after 200ms")
		if c := p.Counts(); c.Capped != 1 || c.Calls != 3 || c.InFlightMax != 2 {
			t.Errorf("counts: %+v", c)
		}
	})
	if want := []Sample{{InFlight: 2, Abandoned: 1, Calls: 2, Capped: true}}; !slices.Equal(capped, want) {
		t.Errorf("observed %+v", capped)
	}
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var last Sample
		p := New(fault.Config{Faults: []fault.Window{window(fault.Slow, 0, s)}}, Options{Clock: clock(), Observe: func(s Sample) { last = s }})
		waiting, gone := call(p), call(p)
		gone.leave()
		time.Sleep(100 * ms)
		p.Close()
		p.Close()
		waiting.want(t, "cut after 100ms")
		flight(t, p, 0, 0)
		call(p).want(t, "cut after 0s")
		if c := p.Counts(); c.Calls != 2 {
			t.Errorf("a closed provider has taken a call: %+v", c)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if want := (Sample{At: 100 * ms, Calls: 2}); last != want {
			t.Errorf("last observed %+v, want %+v", last, want)
		}
	})
}

func TestObserve(t *testing.T) {
	var got []string
	synctest.Test(t, func(t *testing.T) {
		p := New(fault.Config{Faults: []fault.Window{window(fault.Slow, 0, s)}}, Options{Clock: clock(), Observe: func(s Sample) {
			got = append(got, fmt.Sprintf("%v %d/%d of %d %v%s", s.At, s.InFlight, s.Abandoned, s.Calls, s.Started, s.Fault))
		}})
		defer p.Close()
		a := call(p)
		time.Sleep(s)
		b := call(p)
		a.leave()
		<-b.done
		time.Sleep(10 * s)
	})
	want := []string{
		"0s 1/0 of 1 trueslow",
		"1s 2/0 of 2 true",
		"1s 2/1 of 2 false",
		"1.2s 1/1 of 2 false",
		"10s 0/0 of 2 false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNewRefuses(t *testing.T) {
	defer func() {
		if r := recover(); r != "provider: max_in_flight: must lie between 1 and 1000000" {
			t.Errorf("panicked with %v", r)
		}
	}()
	New(fault.Config{MaxInFlight: -1}, Options{Clock: clock()})
}
