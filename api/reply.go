package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
)

// reply is what a request is answered with.
type reply struct {
	status     int
	reason     string        // one of the reasons of package record
	detail     string        // for a person
	retryAfter time.Duration // 0: nothing is said
	fault      string        // the provider's fault, passed on
}

// gone is for a client that no longer listens; 499 as nginx logs it. It is
// written in vain.
var gone = reply{status: 499, reason: "client gone"}

// refusal is the answer to a request that a policy turned away. wait is how
// long the breaker stays open.
func refusal(err error, wait time.Duration) reply {
	r := reply{status: http.StatusServiceUnavailable, reason: refusalReason(err), retryAfter: time.Second}
	if errors.Is(err, resilience.ErrOpen) {
		r.detail = "the circuit breaker refused the call: the provider is failing or slow"
		r.retryAfter = max(wait, time.Second)
		return r
	}
	r.detail = "the bulkhead refused the call: too many calls to the provider are under way"
	return r
}

// queueFull is the answer when no more requests may wait for a worker.
var queueFull = reply{
	status: http.StatusServiceUnavailable, reason: record.QueueFull, retryAfter: time.Second,
	detail: "every worker is busy and the queue is full",
}

func (r reply) write(w http.ResponseWriter) {
	h := w.Header()
	if r.fault != "" {
		h.Set(fault.Header, r.fault)
	}
	if r.retryAfter > 0 {
		// RFC 9110, 10.2.3: whole seconds; rounded up, for a client that
		// comes back early is refused again.
		h.Set("Retry-After", strconv.FormatInt(int64((r.retryAfter+time.Second-1)/time.Second), 10))
	}
	if r.status == http.StatusOK {
		h.Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
		return
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(r.status)
	_ = json.NewEncoder(w).Encode(r.problem())
}

// Problem is the body of an answer that is not 200: Problem Details for HTTP
// APIs (RFC 9457), with the reason as an extension member.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
	// Reason tells which part of the service answered: "breaker open",
	// "bulkhead full", "queue full", "timeout", "provider failed".
	Reason string `json:"reason,omitempty"`
}

func (r reply) problem() Problem {
	title := http.StatusText(r.status)
	if title == "" {
		title = r.reason
	}
	return Problem{Type: "about:blank", Title: title, Status: r.status, Detail: r.detail, Reason: r.reason}
}
