package sim

import (
	"fmt"
	"math/rand/v2"
	"time"

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
	liveness *scenarios.Liveness // of a probe
	sent     int
	clients  int // that are still there
	instant  time.Duration
	burst    int // requests in that instant
}

func (w *world) addLoad(name string, cfg scenarios.Load, rng *rand.Rand) {
	s := w.services[cfg.Service]
	l := &load{Load: cfg, name: name, index: int32(len(w.loads)), service: s, route: s.routes[cfg.Route],
		rand: rng, clients: cfg.Clients}
	if l.clients == 0 {
		l.schedule = cfg.Schedule(w.duration, rng)
	}
	if cfg.Probe != nil {
		l.liveness = &scenarios.Liveness{Probe: *cfg.Probe}
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

func (w *world) send(l *load) {
	q := w.newRequest()
	q.load, q.service, q.route, q.seq, q.due = l, l.service, l.route, int64(l.sent), w.now
	l.sent++
	w.unanswered++
	w.after(l.GiveUp, giveUp, q.index, q.life)
	if l.schedule != nil {
		w.scheduleDue(l)
	} else {
		w.watchClients(l)
	}
	q.service.arrive(q)
}

// watchClients sees to it that clients who wait for their answers let time pass.
func (w *world) watchClients(l *load) {
	if w.now > l.instant {
		l.instant, l.burst = w.now, 0
	}
	l.burst++
	w.closed++
	switch {
	case l.burst > 1000+10*l.Clients:
		w.endless = fmt.Errorf("%w: load %s at %s: its clients are answered at once and do not think; set think", ErrEndless, l.name, w.now)
	case w.closed > scenarios.MaxRequests:
		w.endless = fmt.Errorf("%w: clients who wait for their answers have sent more than %d requests by %s; let them think for longer", ErrEndless, scenarios.MaxRequests, w.now)
	}
}
