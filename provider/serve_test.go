package provider

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
)

func drain(t *testing.T, res *http.Response) {
	t.Helper()
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Fatal(err)
	}
}

// atOnce is a provider that takes no time, unless faulted.
func atOnce(faults ...fault.Window) fault.Config {
	return fault.Config{Latency: fault.Always(0), Faults: faults}
}

// TestFaultsActOnAnOldConnection changes the faults under one keep-alive
// connection. The clock stands still: only SetFaults changes anything.
func TestFaultsActOnAnOldConnection(t *testing.T) {
	p := New(atOnce(), Options{Clock: func() time.Duration { return 0 }})
	srv := serve(t, p)
	status := fault.Window{Kind: fault.Status, Until: s, Status: 429}
	for _, c := range []struct {
		faults []fault.Window
		status int
		header string
	}{
		{nil, 200, ""},
		{[]fault.Window{status}, 429, "status"},
		{nil, 200, ""},
	} {
		p.SetFaults(c.faults)
		res := post(t, srv)
		if got := res.Header.Get(fault.Header); res.StatusCode != c.status || got != c.header {
			t.Errorf("answered %d (%s), want %d (%s)", res.StatusCode, got, c.status, c.header)
		}
	}
}

// TestShareOnOneConnection: the coin is tossed for each request, so that one
// keep-alive connection sees the share too. The bound is five standard deviations
// of the binomial distribution.
func TestShareOnOneConnection(t *testing.T) {
	const n = 2000
	share := unit.Percent(30)
	p := New(atOnce(fault.Window{Kind: fault.Status, Until: s, Share: &share}),
		Options{Clock: func() time.Duration { return 0 }, Rand: rand.New(rand.NewPCG(1, 1))})
	srv := serve(t, p)
	connections, hit := 0, 0
	trace := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if !c.Reused {
			connections++
		}
	}})
	for range n {
		req, _ := http.NewRequestWithContext(trace, http.MethodPost, srv.URL, http.NoBody)
		res, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		drain(t, res)
		if res.StatusCode == http.StatusServiceUnavailable {
			hit++
		}
	}
	if off := math.Abs(float64(hit) - n*share.Float()); off > 5*math.Sqrt(n*share.Float()*(1-share.Float())) {
		t.Errorf("%d of %d hit, want about %v", hit, n, share)
	}
	if c := p.Counts(); connections != 1 || c.Faulted["status"] != int64(hit) {
		t.Errorf("%d connections, counts %+v, %d hit", connections, c, hit)
	}
}

// TestHungConnectionIsCut: the caller sees the end of the connection and no answer.
func TestHungConnectionIsCut(t *testing.T) {
	began := make(chan struct{}, 1)
	p := New(atOnce(window(fault.Hang, 0, time.Hour)), Options{Clock: clock(), Observe: func(s Sample) {
		if s.Started {
			began <- struct{}{}
		}
	}})
	srv := serve(t, p)
	failed := make(chan error, 1)
	go func() {
		res, err := srv.Client().Post(srv.URL, "", nil)
		if err == nil {
			res.Body.Close()
		}
		failed <- err
	}()
	<-began
	p.SetFaults(nil)
	if err := <-failed; !errors.Is(err, io.EOF) {
		t.Errorf("err = %v, want EOF", err)
	}
	if res := post(t, srv); res.StatusCode != http.StatusOK {
		t.Errorf("afterwards %d", res.StatusCode)
	}
}

// TestCallerThatGoesIsNoticed over a real connection, with a body to be read first.
func TestCallerThatGoesIsNoticed(t *testing.T) {
	samples := make(chan Sample, 10)
	p := New(atOnce(window(fault.Slow, 0, time.Hour)), Options{Clock: clock(), Observe: func(s Sample) { samples <- s }})
	srv := serve(t, p)
	ctx, leave := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL, strings.NewReader(strings.Repeat("x", 100_000)))
	failed := make(chan error, 1)
	go func() {
		_, err := srv.Client().Do(req)
		failed <- err
	}()
	if got := <-samples; !got.Started || got.Fault != "slow" {
		t.Errorf("at its start: %+v", got)
	}
	leave()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
	if got := <-samples; got.InFlight != 1 || got.Abandoned != 1 {
		t.Errorf("after its caller has gone: %+v", got)
	}
}

func TestBodyIsBounded(t *testing.T) {
	p := New(atOnce(), Options{Clock: clock()})
	defer p.Close()
	for size, want := range map[int]int{0: 200, maxBody: 200, maxBody + 1: 413} {
		w := httptest.NewRecorder()
		p.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size))))
		if w.Code != want {
			t.Errorf("%d bytes: answered %d, want %d", size, w.Code, want)
		}
	}
	if c := p.Counts(); c.Calls != 2 {
		t.Errorf("%d calls", c.Calls)
	}
}

// TestManyCallers has callers that wait and callers that go, under changing faults.
// Nothing may be lost, and what is observed must add up.
func TestManyCallers(t *testing.T) {
	const callers, each = 200, 5
	var seen struct {
		started int64
		last    Sample
	}
	half := unit.Percent(50)
	brief := fault.Window{Kind: fault.Slow, Until: time.Hour, Share: &half, Latency: fault.Always(3 * ms)}
	p := New(atOnce(brief), Options{Clock: clock(), Rand: rand.New(rand.NewPCG(1, 1)), Observe: func(s Sample) {
		if s.Started {
			seen.started++
		}
		if s.At < seen.last.At || s.Abandoned > s.InFlight || s.InFlight < 0 {
			t.Errorf("%+v after %+v", s, seen.last)
		}
		seen.last = s
	}})
	srv := serve(t, p)
	srv.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = callers
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			for range each {
				askBriefly(t, srv, time.Duration(i%4)*ms)
			}
			p.SetFaults([]fault.Window{brief})
		})
	}
	all.Wait()
	p.Close()
	c := p.Counts()
	if c.InFlight != 0 || c.Abandoned != 0 || c.Calls > callers*each || c.Calls != seen.started || c.Capped != 0 {
		t.Errorf("counts %+v, observed %+v", c, seen)
	}
}

// askBriefly asks once and goes after the patience; 0 is all the time it takes.
func askBriefly(t *testing.T, srv *httptest.Server, patience time.Duration) {
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	if patience > 0 {
		ctx, leave = context.WithTimeout(ctx, patience)
		defer leave()
	}
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, srv.URL, http.NoBody)
	res, err := srv.Client().Do(req)
	if err != nil {
		if patience == 0 {
			t.Error(err)
		}
		return
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
}
