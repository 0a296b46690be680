package loopback

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
)

// TestOnce: a server that answers the first request on a connection and breaks it
// at the second. Nothing is asked twice, and a request is written as ever.
func TestOnce(t *testing.T) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
		ln, err := Listen(0)
		if err != nil {
			t.Fatal(err)
		}
		asked := make(chan string, 10)
		go answerOnce(ln, asked)
		transport := NewTransport()
		client := &http.Client{Transport: Once(transport)}
		var failed []bool
		for range 2 {
			req, err := http.NewRequest(method, "http://"+ln.Addr().String(), http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			res, err := client.Do(req)
			if failed = append(failed, err != nil); err == nil {
				_, _ = io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
		}
		transport.CloseIdleConnections()
		ln.Close()
		var got []string
		for line := range asked {
			got = append(got, line)
		}
		if want := []string{method + " 0", method + " 0"}; !slices.Equal(got, want) || !slices.Equal(failed, []bool{false, true}) {
			t.Errorf("the server was asked %q, and the requests failed: %v", got, failed)
		}
	}
}

// answerOnce tells of each request its method and the length of its body; -1 would
// be one sent in chunks. It ends, and closes asked, when the listener is closed.
func answerOnce(ln net.Listener, asked chan<- string) {
	defer close(asked)
	for {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		in := bufio.NewReader(conn)
		for n := range 2 {
			req, err := http.ReadRequest(in)
			if err != nil {
				break
			}
			asked <- req.Method + " " + length(req)
			if n == 0 {
				_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			}
		}
		conn.Close()
	}
}

func length(req *http.Request) string {
	if req.ContentLength < 0 {
		return "in chunks"
	}
	return "0"
}
