package api

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// bench is a service over real sockets in front of a provider that the test
// holds in its hand, on a clock that the test sets.
type bench struct {
	t      *testing.T
	url    string
	events chan record.Event
	now    atomic.Int64
	// answer lets one call of the provider go on, with this status.
	answer chan int
	// asked receives one value for each call that reaches the provider.
	asked chan struct{}
}

func (b *bench) Record(e record.Event) { b.events <- e }

func newBench(t *testing.T, change func(*scenarios.Service)) *bench {
	b := &bench{t: t, events: make(chan record.Event, 10_000), answer: make(chan int), asked: make(chan struct{}, 1000)}
	quit := make(chan struct{})
	prov := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.asked <- struct{}{}
		w.Header().Set(fault.Header, "slow")
		select {
		case status := <-b.answer:
			w.WriteHeader(status)
		case <-quit:
		}
	}))
	cfg := scenarios.Service{
		Workers: 2, Queue: 10, Abandoned: scenarios.Finish,
		Routes: map[string]scenarios.Route{
			"POST /checkout": {Calls: scenarios.CallsTo("payment")},
			"GET /health":    {},
		},
		Dependencies: map[string]scenarios.Dependency{"payment": {Provider: "payment"}},
	}
	change(&cfg)
	s, err := New("checkout", cfg, Options{
		Clock:  func() time.Duration { return time.Duration(b.now.Load()) },
		Record: b, Providers: map[string]string{"payment": prov.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s)
	b.url = srv.URL
	t.Cleanup(func() {
		s.Close()
		srv.Close()
		close(quit)
		prov.Close()
	})
	return b
}

// until waits for an event that fits.
func (b *bench) until(fits func(record.Event) bool) record.Event {
	b.t.Helper()
	limit := time.After(10 * time.Second)
	for {
		select {
		case e := <-b.events:
			if fits(e) {
				return e
			}
		case <-limit:
			b.t.Fatal("the event did not come")
		}
	}
}

func queued(n int) func(record.Event) bool {
	return func(e record.Event) bool { return e.Kind == record.Service && e.Waiting == n }
}

type answer struct {
	status int
	header http.Header
	body   Problem
}

// ask sends one request and returns a channel for its answer.
func (b *bench) ask(ctx context.Context, method, path string) <-chan answer {
	got := make(chan answer, 1)
	go func() {
		defer close(got)
		req, _ := http.NewRequestWithContext(ctx, method, b.url+path, nil)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		a := answer{status: res.StatusCode, header: res.Header}
		_ = json.Unmarshal(text, &a.body)
		got <- a
	}()
	return got
}

func (b *bench) checkout() <-chan answer {
	return b.ask(context.Background(), "POST", "/checkout")
}

func (b *bench) health() <-chan answer {
	return b.ask(context.Background(), "GET", "/health")
}

func protect(p resilience.Policies) func(*scenarios.Service) {
	return func(s *scenarios.Service) {
		s.Dependencies["payment"] = scenarios.Dependency{Provider: "payment", Policies: p}
	}
}

func TestHealthQueuesBehindCheckout(t *testing.T) {
	b := newBench(t, func(*scenarios.Service) {})
	first, second := b.checkout(), b.checkout()
	<-b.asked
	<-b.asked
	health := b.health()
	b.until(queued(1)) // the one route that calls nothing has to wait all the same
	b.answer <- http.StatusOK
	if got := <-health; got.status != http.StatusOK {
		t.Errorf("/health answered %d", got.status)
	}
	b.answer <- http.StatusOK
	for _, c := range []<-chan answer{first, second} {
		if got := <-c; got.status != http.StatusOK || got.header.Get(fault.Header) != "slow" {
			t.Errorf("/checkout answered %d with fault %q", got.status, got.header.Get(fault.Header))
		}
	}
}

func TestFullQueueRefuses(t *testing.T) {
	b := newBench(t, func(s *scenarios.Service) { s.Workers, s.Queue = 1, 1 })
	b.checkout()
	<-b.asked
	b.health()
	b.until(queued(1))
	got := <-b.health()
	want(t, got, http.StatusServiceUnavailable, record.QueueFull)
}

// want checks an answer that is a problem: status, media type and reason.
func want(t *testing.T, got answer, status int, reason string) {
	t.Helper()
	if got.status != status || got.body.Status != status || got.body.Reason != reason {
		t.Errorf("answered %d %+v, want %d %q", got.status, got.body, status, reason)
	}
	if media := got.header.Get("Content-Type"); media != "application/problem+json" {
		t.Errorf("Content-Type %q", media)
	}
}

func TestOpenBreakerAnswersWithTheTimeLeft(t *testing.T) {
	b := newBench(t, protect(resilience.Policies{Breaker: &resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 2}, OpenFor: 30 * time.Second,
	}}))
	for range 2 {
		got := b.checkout()
		b.answer <- http.StatusInternalServerError
		want(t, <-got, http.StatusBadGateway, record.ProviderFailed)
	}
	for _, row := range []struct {
		at   time.Duration
		left string
	}{{0, "30"}, {100 * time.Millisecond, "30"}, {12 * time.Second, "18"}, {29_999 * time.Millisecond, "1"}} {
		b.now.Store(int64(row.at))
		got := <-b.checkout()
		want(t, got, http.StatusServiceUnavailable, record.BreakerOpen)
		if left := got.header.Get("Retry-After"); left != row.left {
			t.Errorf("at %s Retry-After is %q, want %s", row.at, left, row.left)
		}
	}
}

func TestFullBulkheadAnswersWithItsOwnReason(t *testing.T) {
	b := newBench(t, protect(resilience.Policies{Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1}}))
	b.checkout()
	<-b.asked
	got := <-b.checkout()
	want(t, got, http.StatusServiceUnavailable, record.BulkheadFull)
	if got.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestTimeoutFreesTheWorker(t *testing.T) {
	b := newBench(t, func(s *scenarios.Service) {
		s.Workers = 1
		protect(resilience.Policies{Timeout: time.Millisecond})(s)
	})
	want(t, <-b.checkout(), http.StatusGatewayTimeout, record.Timeout)
	if got := <-b.health(); got.status != http.StatusOK {
		t.Errorf("/health answered %d after the timeout", got.status)
	}
}

func TestCallersMistakeDoesNotOpenTheBreaker(t *testing.T) {
	b := newBench(t, protect(resilience.Policies{Breaker: &resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 1}, OpenFor: time.Second,
	}}))
	for range 3 {
		got := b.checkout()
		b.answer <- http.StatusNotFound
		want(t, <-got, http.StatusBadGateway, record.ProviderFailed)
	}
}

func TestAbandonedRequests(t *testing.T) {
	for _, row := range []struct {
		abandoned scenarios.Abandoned
		reaches   bool // does the queued call reach the provider after its client has gone?
	}{{scenarios.Finish, true}, {scenarios.Drop, false}} {
		t.Run(string(row.abandoned), func(t *testing.T) {
			b := newBench(t, func(s *scenarios.Service) { s.Workers, s.Abandoned = 1, row.abandoned })
			first := b.checkout()
			<-b.asked
			ctx, leave := context.WithCancel(context.Background())
			second := b.ask(ctx, "POST", "/checkout")
			b.until(queued(1))
			leave()
			<-second
			if !row.reaches {
				b.until(queued(0)) // it left the queue while the worker was still busy
			}
			b.answer <- http.StatusOK
			<-first
			if row.reaches {
				<-b.asked
				return
			}
			if <-b.health(); len(b.asked) != 0 { // the worker is free: nobody was ahead
				t.Error("a dropped request reached the provider")
			}
		})
	}
}

func TestUnknownRoutes(t *testing.T) {
	b := newBench(t, func(*scenarios.Service) {})
	if got := <-b.ask(context.Background(), "GET", "/nowhere"); got.status != http.StatusNotFound {
		t.Errorf("unknown path answered %d", got.status)
	}
	got := <-b.ask(context.Background(), "GET", "/checkout")
	if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "POST" {
		t.Errorf("wrong method answered %d, Allow %q", got.status, got.header.Get("Allow"))
	}
}

// TestReasonWithoutABody: an answer to HEAD tells its reason in the header.
func TestReasonWithoutABody(t *testing.T) {
	s, err := New("shop", scenarios.Service{
		Workers: 1, Routes: map[string]scenarios.Route{"HEAD /": {Calls: []scenarios.Call{{Dependency: "mail", Fallback: true}}}},
		Dependencies: map[string]scenarios.Dependency{"mail": {Provider: "mail"}},
	}, Options{
		Clock:     func() time.Duration { return 0 },
		Providers: map[string]string{"mail": "http://127.0.0.1:0"}, // nobody is there
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	srv := httptest.NewServer(s)
	defer srv.Close()
	res, err := http.Head(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if got := res.Header.Get(ReasonHeader); res.StatusCode != http.StatusOK || got != "fallback" {
		t.Errorf("%d with the reason %q", res.StatusCode, got)
	}
}
