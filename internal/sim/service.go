package sim

import (
	"math/rand/v2"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// service is one API: its pool of workers and its dependencies.
type service struct {
	w      *world
	name   string
	cfg    scenarios.Service
	rand   *rand.Rand
	pool   *resilience.Bulkhead
	routes map[string]*route
	deps   []*dependency

	down         bool
	granted      []*request // workers, and not yet begun
	handing      bool       // them out
	busy, queued int        // as last recorded
}

type route struct {
	scenarios.Route
	calls []call
}

// call is one call of a route.
type call struct {
	dep      *dependency
	at       target // who is asked
	fallback bool
}

func newService(w *world, name string, cfg scenarios.Service, rng *rand.Rand) *service {
	s := &service{w: w, name: name, cfg: cfg, rand: rng, routes: map[string]*route{},
		pool: resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: cfg.Workers, Queue: cfg.Queue})}
	for key, cfg := range cfg.Routes {
		s.routes[key] = &route{Route: cfg}
	}
	return s
}

// connect puts the service before those that it calls.
func (s *service) connect() {
	s.deps = nil
	deps := map[string]*dependency{}
	for _, key := range sorted(s.cfg.Dependencies) {
		cfg := s.cfg.Dependencies[key]
		d := newDependency(s.w, s.name+"/"+key, cfg)
		s.deps = append(s.deps, d)
		if deps[key] = d; cfg.Service != "" {
			called := s.w.services[cfg.Service]
			d.at = inner{called, called.routes[cfg.Route]}
		} else {
			d.at = s.w.providers[cfg.Provider]
		}
	}
	for _, r := range s.routes {
		r.calls = nil
		for _, cfg := range r.Calls {
			c := call{deps[cfg.Dependency], deps[cfg.Dependency].at, cfg.Fallback}
			if cfg.Provider != "" {
				c.at = s.w.providers[cfg.Provider]
			}
			r.calls = append(r.calls, c)
		}
	}
}

// arrive asks for a worker.
func (s *service) arrive(q *request) {
	if s.down {
		s.w.respond(q, scenarios.Answer{Status: notListening})
		return
	}
	switch s.pool.Acquire(s.w.now, &q.ticket) {
	case resilience.Granted:
		s.gauge()
		s.begin(q)
	case resilience.Queued:
		s.gauge()
	case resilience.Refused:
		s.w.respond(q, scenarios.QueueFull)
	}
}

// begin works on a request that has got a worker.
func (s *service) begin(q *request) {
	q.working = true
	if d := q.route.Work.Draw(s.rand); d > 0 {
		s.w.after(d, worked, q.index, q.life)
		return
	}
	s.proceed(q)
}

// proceed makes the next call of the route, or answers if there is none left.
func (s *service) proceed(q *request) {
	if q.answered {
		return
	}
	if q.calls < len(q.route.calls) {
		q.calls++
		c := &q.route.calls[q.calls-1]
		c.dep.begin(q, c.at)
		return
	}
	s.answer(q, scenarios.Complete(q.spared))
}

// called goes on after a call has ended.
func (s *service) called(q *request, a scenarios.Answer) {
	switch {
	case a.Status == 200:
		s.proceed(q)
	case q.route.calls[q.calls-1].fallback:
		q.spared = true
		s.proceed(q)
	default:
		s.answer(q, a)
	}
}

// answer gives the worker back and responds.
func (s *service) answer(q *request, a scenarios.Answer) {
	s.free(q)
	s.w.respond(q, a)
}

// free gives a worker back; who waited longest has it now. Requests that are done at
// once pass it on from one to the next, up to MaxQueue of them: in a loop, for no stack
// is that deep.
func (s *service) free(q *request) {
	q.working = false
	next := s.pool.Release(s.w.now)
	s.gauge()
	if next == nil {
		return
	}
	s.granted = append(s.granted, next.Owner.(*request))
	if s.handing {
		return
	}
	s.handing = true
	for len(s.granted) > 0 {
		first := s.granted[0]
		s.granted = s.granted[:copy(s.granted, s.granted[1:])]
		s.begin(first)
	}
	s.handing = false
}

// drop lets go of a request whose client has gone.
func (s *service) drop(q *request) {
	switch {
	case !q.working:
		s.pool.Leave(s.w.now, &q.ticket)
		s.gauge()
		s.w.respond(q, scenarios.Answer{Status: cutShort})
	case q.dep != nil:
		q.dep.cancel(q)
	default: // in the route's own work
		s.answer(q, scenarios.Answer{Status: cutShort})
	}
}

// gauge records a change of the pool, which never has more busy than workers.
func (s *service) gauge() {
	busy, queued := s.pool.InUse(), s.pool.Queued()
	if busy == s.busy && queued == s.queued {
		return
	}
	if busy > s.cfg.Workers || queued > s.cfg.Queue || queued > 0 && busy < s.cfg.Workers {
		panic("sim: service " + s.name + ": more work than workers, or idle workers beside a queue")
	}
	s.busy, s.queued = busy, queued
	s.w.rec.Record(record.Event{At: s.w.now, Kind: record.Service, Name: s.name, InUse: busy, Waiting: queued})
}
