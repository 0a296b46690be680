package sim

import (
	"strconv"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// request is one request to a service, from its sending until nothing of it is
// left. Its client is a load, or another service that asks in a call of its own.
type request struct {
	index   int32
	life    uint32 // counts the lives of this piece of memory
	turn    uint32 // counts the calls, so that timers of an earlier one are void
	service *service
	route   *route
	load    *load // nil if another service asks
	seq     int64
	due     time.Duration
	asked   *work // of the service that asks

	answered bool // the service has done with it
	gone     bool // the client has been answered or has given up
	ticket   resilience.Ticket
	working  bool // holds a worker

	calls  int // of the route, made so far
	call   resilience.Call
	dep    *dependency // of the call
	at     target      // whom it asks
	work   *work       // there, for the call; nil once it replied
	ghosts int         // works that this request no longer waits for
	status int         // of the provider's reply
	heard  string      // the fault that it names
	fault  string      // that the client hears of
	spared bool        // a call failed that the route makes do without
}

func (w *world) newRequest() *request {
	if n := len(w.free); n > 0 {
		q := w.free[n-1]
		w.free = w.free[:n-1]
		return q
	}
	q := &request{index: int32(len(w.requests))}
	q.ticket.Owner = q
	w.requests = append(w.requests, q)
	return q
}

// settle frees the memory of a request of which nothing is left.
func (w *world) settle(q *request) {
	if !q.answered || !q.gone || q.ghosts > 0 {
		return
	}
	*q = request{index: q.index, life: q.life + 1, turn: q.turn + 1}
	q.ticket.Owner = q
	w.free = append(w.free, q)
}

// respond gives the client its answer, if it still waits for one.
func (w *world) respond(q *request, a scenarios.Answer) {
	if q.answered {
		panic("sim: a request is answered twice")
	}
	q.answered = true
	faulted := q.fault
	if a.Status == cutShort { // nothing is heard on a connection that is cut
		faulted = ""
	}
	switch {
	case q.asked != nil:
		k := q.asked
		q.asked, q.gone = nil, true
		w.over(k, reply{a.Status, a.RetryAfter, faulted})
	case !q.gone:
		w.conclude(q, statusText(a.Status), a.Reason, faulted)
	}
	w.settle(q)
}

// abandon is the client giving up.
func (w *world) abandon(q *request) {
	if q.gone {
		return
	}
	w.conclude(q, record.ClientTimeout, "", "")
	w.forsake(q)
	w.settle(q)
}

// forsake lets a service do as it does when nobody waits for its answer.
func (w *world) forsake(q *request) {
	if q.service.cfg.Abandoned == scenarios.Drop && !q.answered {
		q.service.drop(q)
	}
}

func (w *world) conclude(q *request, outcome, reason, faulted string) {
	q.gone = true
	w.unanswered--
	w.rec.Record(record.Event{At: w.now, Kind: record.Request, Name: q.load.name, Seq: q.seq,
		Due: q.due, Sent: q.due, Outcome: outcome, Reason: reason, Fault: faulted})
	if q.load.schedule == nil {
		w.think(q.load, w.now)
	}
	if l := q.load.liveness; l != nil && l.Answered(w.now, q.due, outcome) {
		w.stops++
		w.after(0, stop, q.load.index, 0) // not in the middle of an answer
	}
}

// Statuses of connections without an answer. They are none of HTTP's; to a caller
// they are failures like a 5xx.
const (
	cutShort     = 599 // cut after the request
	notListening = 598 // nobody accepts it
)

// statusText avoids making the same few texts again and again.
func statusText(code int) string {
	switch code {
	case cutShort:
		return record.Cut
	case notListening:
		return record.Refusal
	case 200:
		return "200"
	case 502:
		return "502"
	case 503:
		return "503"
	case 504:
		return "504"
	}
	return strconv.Itoa(code)
}
