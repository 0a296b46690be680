package live

import (
	"bufio"
	"net"
	"net/http"
	"testing"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"checkoutlab/internal/loopback"
	"checkoutlab/internal/record"
)

// serveRaw answers every connection with what handle does to it.
func serveRaw(t *testing.T, handle func(net.Conn)) string {
	ln, err := loopback.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
				handle(conn)
			}
		}
	}()
	return "http://" + ln.Addr().String()
}

func reply(text string) func(net.Conn) {
	return func(c net.Conn) {
		_, _ = c.Write([]byte(text))
		c.Close()
	}
}

// hit sends one request as an attack does and names its outcome.
func hit(url string) (outcome, reason, faulted string) {
	o := newObserver()
	attacker := newAttacker(o.around(loopback.Once(loopback.NewTransport()), 300*time.Millisecond))
	results := attacker.Attack(vegeta.NewStaticTargeter(vegeta.Target{Method: "GET", URL: url}), single{}, 0, "one")
	return o.outcome(<-results)
}

// single lets one request go.
type single struct{}

func (single) Pace(_ time.Duration, hits uint64) (time.Duration, bool) { return 0, hits > 0 }
func (single) Rate(time.Duration) float64                              { return 0 }

func TestOutcomes(t *testing.T) {
	closed, err := loopback.Listen(0)
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	held := make(chan struct{})
	t.Cleanup(func() { close(held) })
	for _, row := range []struct {
		name, url                string
		outcome, reason, faulted string
	}{
		{"a plain answer", serveRaw(t, reply("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")), "200", "", ""},
		{"the fault that the provider owns up to", serveRaw(t, reply("HTTP/1.1 200 OK\r\nX-Fault: slow\r\nContent-Length: 0\r\n\r\n")), "200", "", "slow"},
		{"an answer that makes do", serveRaw(t, reply("HTTP/1.1 200 OK\r\nX-Reason: fallback\r\nContent-Length: 0\r\n\r\n")), "200", "fallback", ""},
		{"the reason of a refusal", serveRaw(t, reply("HTTP/1.1 503 Service Unavailable\r\nX-Reason: breaker open\r\nContent-Length: 0\r\n\r\n")), "503", "breaker open", ""},
		{"a redirect is not followed", serveRaw(t, reply("HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n")), "302", "", ""},
		{"a 200 whose body was cut", serveRaw(t, reply("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")), record.Cut, "", ""},
		{"no answer, connection closed", serveRaw(t, func(c net.Conn) { c.Close() }), record.Cut, "", ""},
		{"no answer, connection reset", serveRaw(t, func(c net.Conn) { c.(*net.TCPConn).SetLinger(0); c.Close() }), record.Reset, "", ""},
		{"no answer at all", serveRaw(t, func(c net.Conn) { <-held; c.Close() }), record.ClientTimeout, "", ""},
		{"headers and then no body", serveRaw(t, func(c net.Conn) {
			c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))
			<-held
			c.Close()
		}), record.ClientTimeout, "", ""},
		{"nobody listens", "http://" + closed.Addr().String(), record.Refusal, "", ""},
		{"an address off this machine", "http://192.0.2.1", record.Failed, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			outcome, reason, faulted := hit(row.url)
			if outcome != row.outcome || reason != row.reason || faulted != row.faulted {
				t.Errorf("got %q %q %q, want %q %q %q", outcome, reason, faulted, row.outcome, row.reason, row.faulted)
			}
		})
	}
}
