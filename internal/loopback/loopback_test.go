package loopback

import (
	"net/http"
	"strings"
	"testing"
)

func TestTransportReachesLoopbackOnly(t *testing.T) {
	client := &http.Client{Transport: NewTransport()}
	ln, err := Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.NotFoundHandler()}
	go func() { _ = srv.Serve(ln) }()
	defer srv.Close()
	res, err := client.Get("http://" + ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	// Addresses that documentation is written with, and one of a private network:
	// the dial must be refused before anything is sent.
	for _, url := range []string{"http://192.0.2.1", "http://[2001:db8::1]", "http://10.0.0.1:7010", "http://0.0.0.0:7010"} {
		if _, err := client.Get(url); err == nil || !strings.Contains(err.Error(), "not a loopback address") {
			t.Errorf("%s: %v", url, err)
		}
	}
}
