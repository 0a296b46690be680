package sim

import (
	"strconv"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// load sends requests when they are due, however many are unanswered.
type load struct {
	scenarios.Load
	name    string
	index   int32
	service *service
	route   *route
	next    int64
	sent    int
}

func (w *world) addLoad(name string, cfg scenarios.Load) {
	s := w.services[cfg.Service]
	l := &load{Load: cfg, name: name, index: int32(len(w.loads)), service: s, route: s.routes[cfg.Route]}
	w.loads = append(w.loads, l)
	w.unsent++
}

// scheduleDue lets the load's next request come, if there is one.
func (w *world) scheduleDue(l *load) {
	at, ok := l.Due(l.next, w.duration)
	if !ok {
		w.unsent--
		return
	}
	w.queue.push(at, due, l.index, 0)
}

// request is one request of a load, from its sending until nothing of it is left.
type request struct {
	index   int32
	life    uint32 // counts the lives of this piece of memory
	turn    uint32 // counts the calls, so that timers of an earlier one are void
	load    *load
	service *service
	seq     int64
	due     time.Duration

	answered bool // the service has done with it
	gone     bool // the client has been answered or has given up
	ticket   resilience.Ticket
	working  bool // holds a worker

	calls  int // of the route, made so far
	call   resilience.Call
	dep    *dependency // of the call
	work   *work       // at the provider, for the call; nil once it replied
	ghosts int         // works that this request no longer waits for
	status int         // of the provider's reply
	fault  string
}

func (w *world) send(l *load) {
	q := w.newRequest()
	q.load, q.service, q.seq, q.due = l, l.service, l.next, w.now
	l.next++
	l.sent++
	w.unanswered++
	w.after(l.GiveUp, giveUp, q.index, q.life)
	w.scheduleDue(l)
	l.service.arrive(q)
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
	if !q.gone {
		w.conclude(q, statusText(a.Status), a.Reason, q.fault)
	}
	w.settle(q)
}

// abandon is the client giving up.
func (w *world) abandon(q *request) {
	if q.gone {
		return
	}
	w.conclude(q, record.ClientTimeout, "", "")
	if q.service.cfg.Abandoned == scenarios.Drop && !q.answered {
		q.service.drop(q)
	}
	w.settle(q)
}

func (w *world) conclude(q *request, outcome, reason, faulted string) {
	q.gone = true
	w.unanswered--
	w.rec.Record(record.Event{At: w.now, Kind: record.Request, Name: q.load.name, Seq: q.seq,
		Due: q.due, Sent: q.due, Outcome: outcome, Reason: reason, Fault: faulted})
}

// statusText avoids making the same few texts again and again.
func statusText(code int) string {
	switch code {
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
