package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"checkoutlab/provider/fault"
)

// maxBody bounds what is read of a request's body, in bytes; a larger one is
// answered 413 and not counted. How long a body may take to arrive is for the
// server's ReadTimeout to bound.
const maxBody = 1 << 20

// ServeHTTP waits until the work on the request is over and answers. It returns
// as soon as the caller has gone.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// net/http notices that a caller has gone only once the body is read.
	if _, err := io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, maxBody)); err != nil {
		refuseBody(w, err)
		return
	}
	work := p.begin()
	if work == nil {
		problem(w, http.StatusServiceUnavailable, fmt.Sprintf("the provider's own limit of %d requests in flight is reached", p.max))
		return
	}
	select {
	case <-work.done:
	case <-r.Context().Done():
		p.leave(work)
		abort()
	}
	if work.end == cut {
		abort()
	}
	answer(w, work.Decision)
}

// abort cuts the connection without an answer; net/http keeps quiet about it.
func abort() { panic(http.ErrAbortHandler) }

// refuseBody answers a body that is too large or did not arrive whole.
func refuseBody(w http.ResponseWriter, err error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		problem(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the body is larger than %d bytes", large.Limit))
		return
	}
	problem(w, http.StatusBadRequest, "the body did not arrive: "+err.Error())
}

func answer(w http.ResponseWriter, d fault.Decision) {
	if d.Fault != "" {
		w.Header().Set(fault.Header, d.Fault)
	}
	if d.RetryAfter > 0 {
		// Whole seconds (RFC 9110, 10.2.3), rounded up: whoever waits shorter
		// than was asked comes too early.
		seconds := (d.RetryAfter + time.Second - 1) / time.Second
		w.Header().Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	}
	if d.Status != http.StatusOK {
		problem(w, d.Status, "the provider is told to fail")
		return
	}
	reply(w, http.StatusOK, map[string]string{"status": "ok"})
}

// problem answers with Problem Details for HTTP APIs (RFC 9457).
func problem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	reply(w, status, struct {
		Type   string `json:"type"`
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}{"about:blank", http.StatusText(status), status, detail})
}

// reply answers with JSON. A caller that has gone meanwhile is no error here.
func reply(w http.ResponseWriter, status int, body any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
