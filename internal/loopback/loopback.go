// Package loopback keeps the lab on the machine it runs on: it listens on,
// serves and dials loopback addresses only.
package loopback

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// Listen opens 127.0.0.1 at the port; 0 takes a free one.
func Listen(port int) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

// NewServer returns a server for a listener of Listen. It does not wait for ever
// for the headers of a request.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
}

// Stop waits for a server's handlers, which have been told to stop, for up to a
// second, and cuts the connections of those that do not.
func Stop(srv *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if srv.Shutdown(ctx) != nil {
		_ = srv.Close()
	}
}

// NewTransport returns a transport that reaches loopback only, keeps every
// connection for the next request and sets no limit to their number.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 5 * time.Second, Control: check}
	return &http.Transport{
		DialContext:         dialer.DialContext,
		MaxIdleConnsPerHost: 1 << 16,
		DisableCompression:  true,
	}
}

// check refuses an address that could lead off this machine. The dialer calls
// it with the address it is about to dial, after any name has been looked up.
func check(_, addr string, _ syscall.RawConn) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("%s is not a loopback address: the lab sends to this machine only", addr)
	}
	return nil
}

// Check says at once what a transport would refuse on each request: a URL whose
// host is not of this machine.
func Check(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return err
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s is not this machine: the lab sends to loopback addresses only, such as 127.0.0.1", host)
}
