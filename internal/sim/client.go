package sim

import (
	"math/rand/v2"
	"strconv"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// load sends requests when they are due, however many are unanswered, or has
// clients who each wait for their answer and think before they ask again.
type load struct {
	scenarios.Load
	name     string
	index    int32
	service  *service
	route    *route
	rand     *rand.Rand
	schedule *scenarios.Schedule
	sent     int
	clients  int // that are still there
}

func (w *world) addLoad(name string, cfg scenarios.Load, rng *rand.Rand) {
	s := w.services[cfg.Service]
	l := &load{Load: cfg, name: name, index: int32(len(w.loads)), service: s, route: s.routes[cfg.Route],
		rand: rng, clients: cfg.Clients}
	if l.clients == 0 {
		l.schedule = cfg.Schedule(w.duration, rng)
	}
	w.loads = append(w.loads, l)
	w.unsent++
}

// open lets the load's first request come, or its clients.
func (w *world) open(l *load) {
	if l.schedule != nil {
		w.scheduleDue(l)
		return
	}
	for range l.Clients {
		w.think(l, l.Start)
	}
}

// scheduleDue lets the load's next request come, if there is one.
func (w *world) scheduleDue(l *load) {
	at, ok := l.schedule.Next()
	if !ok {
		w.unsent--
		return
	}
	w.queue.push(at, due, l.index, 0)
}

// think lets a client of the load come back when it has thought, if there is time
// for that.
func (w *world) think(l *load, from time.Duration) {
	at := from + l.Think.Draw(l.rand)
	if at < w.duration {
		w.queue.push(at, due, l.index, 0)
		return
	}
	if l.clients--; l.clients == 0 {
		w.unsent--
	}
}

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
	fault  string
	spared bool // a call failed that the route makes do without
}

func (w *world) send(l *load) {
	q := w.newRequest()
	q.load, q.service, q.route, q.seq, q.due = l, l.service, l.route, int64(l.sent), w.now
	l.sent++
	w.unanswered++
	w.after(l.GiveUp, giveUp, q.index, q.life)
	if l.schedule != nil {
		w.scheduleDue(l)
	} else {
		w.closed++
	}
	q.service.arrive(q)
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
	switch {
	case q.asked != nil:
		k := q.asked
		q.asked, q.gone = nil, true
		w.over(k, a.Status, q.fault)
	case !q.gone:
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
