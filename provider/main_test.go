package provider

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"

	"checkoutlab/provider/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	ms = time.Millisecond
	s  = time.Second
)

// clock starts now. In a synctest bubble it is the bubble's.
func clock() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

// serve answers with p over real sockets until the test ends.
func serve(t *testing.T, p *Provider) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(p)
	t.Cleanup(func() {
		p.Close()
		srv.Client().CloseIdleConnections()
		srv.Close()
	})
	return srv
}

// post asks once and returns the answer, its body read.
func post(t *testing.T, srv *httptest.Server) *http.Response {
	t.Helper()
	res, err := srv.Client().Post(srv.URL+"/charge", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	drain(t, res)
	return res
}

func window(kind fault.Kind, from, until time.Duration) fault.Window {
	w := fault.Window{Kind: kind, From: from, Until: until}
	if kind == fault.Slow {
		w.Latency = fault.Always(10 * s)
	}
	return w
}
