package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"checkoutlab/provider/fault"
	"checkoutlab/scenarios"
)

// ReasonHeader names the header in which every answer that has a reason tells it, as
// its body does: an answer to HEAD has no body.
const ReasonHeader = "X-Reason"

// reply is what a request is answered with.
type reply struct {
	scenarios.Answer
	detail string // for a person
	fault  string // the provider's fault, passed on
}

// plain is a reply of which there is nothing more to say than its status.
func plain(status int, detail string) reply {
	return reply{Answer: scenarios.Answer{Status: status}, detail: detail}
}

// gone is for a client that no longer listens; 499 as nginx logs it. It is
// written in vain.
var gone = reply{Answer: scenarios.Answer{Status: 499, Reason: "client gone"}}

// queueFull is the answer when no more requests may wait for a worker.
var queueFull = reply{
	Answer: scenarios.QueueFull,
	detail: "every worker is busy and the queue is full",
}

func (r reply) write(w http.ResponseWriter) {
	h := w.Header()
	if r.fault != "" {
		h.Set(fault.Header, r.fault)
	}
	if r.Reason != "" {
		h.Set(ReasonHeader, r.Reason)
	}
	if r.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(scenarios.WholeSeconds(r.RetryAfter)/time.Second)))
	}
	if r.Status == http.StatusOK {
		h.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(Done{Status: "ok", Reason: r.Reason})
		return
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(r.Status)
	_ = json.NewEncoder(w).Encode(r.problem())
}

// Done is the body of an answer that is 200.
type Done struct {
	Status string `json:"status"`
	// Reason is "fallback" if the answer makes do without a call that failed.
	Reason string `json:"reason,omitempty"`
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
	title := http.StatusText(r.Status)
	if title == "" {
		title = r.Reason
	}
	return Problem{Type: "about:blank", Title: title, Status: r.Status, Detail: r.detail, Reason: r.Reason}
}
