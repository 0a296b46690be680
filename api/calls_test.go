package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// replying is somebody to call who answers at once and tells what it was asked.
func replying(t *testing.T, status int, asked chan<- string) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.URL.Path
		if status != http.StatusOK {
			w.Header().Set(fault.Header, "status")
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// TestCalls: a shop whose payments work and whose mail does not.
func TestCalls(t *testing.T) {
	breaker := resilience.Policies{Breaker: &resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 2}, MinimumCalls: 2, OpenFor: time.Minute,
	}}
	for _, c := range []struct {
		what  string
		calls []scenarios.Call
		want  []string // of three requests, one after the other
		asked []string // of payment, mail, stock
	}{
		{"a fallback", []scenarios.Call{{Dependency: "outbound", Provider: "mail", Fallback: true}, {Dependency: "stock"}},
			[]string{"200 fallback", "200 fallback", "200 fallback"},
			[]string{"POST /", "GET /stock", "POST /", "GET /stock", "GET /stock"}},
		{"none", []scenarios.Call{{Dependency: "outbound", Provider: "mail"}, {Dependency: "stock"}},
			[]string{"502 provider failed", "502 provider failed", "503 breaker open"}, []string{"POST /", "POST /"}},
		{"its own provider", []scenarios.Call{{Dependency: "outbound"}},
			[]string{"200 ", "200 ", "200 "}, []string{"POST /", "POST /", "POST /"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			asked := make(chan string, 10)
			s, err := New("shop", scenarios.Service{
				Workers: 1, Routes: map[string]scenarios.Route{"GET /": {Calls: c.calls}},
				Dependencies: map[string]scenarios.Dependency{
					"outbound": {Provider: "payment", Policies: breaker},
					"stock":    {Service: "stock", Route: "GET /stock"},
				},
			}, Options{
				Clock:     func() time.Duration { return 0 },
				Providers: map[string]string{"payment": replying(t, 200, asked), "mail": replying(t, 500, asked)},
				Services:  map[string]string{"stock": replying(t, 200, asked)},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for i, want := range c.want {
				if got := answerOf(t, s); got != want {
					t.Errorf("request %d: %q, want %q", i, got, want)
				}
			}
			close(asked)
			var got []string
			for line := range asked {
				got = append(got, line)
			}
			if !slices.Equal(got, c.asked) {
				t.Errorf("asked %q, want %q", got, c.asked)
			}
		})
	}
}

// answerOf asks once and returns the status with the reason beside it.
func answerOf(t *testing.T, s *Service) string {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/", http.NoBody))
	var body struct{ Reason string }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(w.Code) + " " + body.Reason
}
