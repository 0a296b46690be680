package loopback

import (
	"io"
	"net/http"
)

// Once returns a transport that sends each request once. Go's own sends a GET a
// second time when the connection breaks on which an earlier one was answered:
// whoever measures, or judges a service by its answers, must not be spared that.
func Once(t *http.Transport) http.RoundTripper { return once{t} }

type once struct{ *http.Transport }

func (o once) RoundTrip(req *http.Request) (*http.Response, error) {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions: // those that would be sent again
		if req.Body == nil || req.Body == http.NoBody {
			// A body that cannot be read a second time, though there is nothing in it.
			r := *req
			r.Body, r.GetBody = nothing{}, nil
			req = &r
		}
	}
	return o.Transport.RoundTrip(req)
}

type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, io.EOF }
func (nothing) Close() error             { return nil }
