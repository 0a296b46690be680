// Package api is the service under test: a pool of workers in front of every
// route, and behind them the dependencies, each called through its policies.
//
// A request borrows one worker for as long as it is worked on, whatever its
// route: that /health waits behind /checkout for a worker is the incident that
// the lab is about.
package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"checkoutlab/internal/loopback"
	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
	"checkoutlab/scenarios"
)

// maxBody bounds what is read of a request's body, in bytes.
const maxBody = 64 << 10

// Options is what a service needs from its surroundings.
type Options struct {
	// Clock gives the time since the run began, from a monotonic clock.
	Clock func() time.Duration
	// Stream gives each part its own stream of chance, by its name. It may be nil
	// if nothing of the service depends on chance.
	Stream func(name string) *rand.Rand
	// Record takes what the pool, the bulkheads and the breakers do. It may be
	// nil.
	Record record.Recorder
	// URLs of the providers and of the other services, by name.
	Providers map[string]string
	Services  map[string]string
}

// stream returns a part's stream of chance, or nil if there is none.
func (o Options) stream(name string) *rand.Rand {
	if o.Stream == nil {
		return nil
	}
	return o.Stream(name)
}

// Service is an http.Handler that answers as its scenario says.
type Service struct {
	name      string
	abandoned scenarios.Abandoned
	routes    map[string]*route
	pool      *guard.Pool
	deps      map[string]*dependency
	client    *http.Client

	mu   sync.Mutex // guards rand
	rand *rand.Rand

	closing context.Context
	stop    context.CancelFunc
}

type route struct {
	scenarios.Route
	calls []call
}

// call is one call of a route.
type call struct {
	dep      *dependency
	at       target
	fallback bool
}

// New makes the service called name. Its configuration has been validated and
// has its defaults filled in; whom it calls without a URL is an error.
func New(name string, cfg scenarios.Service, opts Options) (*Service, error) {
	s := &Service{
		name:      name,
		abandoned: cfg.Abandoned,
		routes:    make(map[string]*route, len(cfg.Routes)),
		deps:      make(map[string]*dependency, len(cfg.Dependencies)),
		client:    &http.Client{Transport: loopback.Once(loopback.NewTransport())},
		rand:      opts.stream("service/" + name),
	}
	s.closing, s.stop = context.WithCancel(context.Background())
	for key, dep := range cfg.Dependencies {
		at, err := targetOf(dep, opts)
		if err != nil {
			return nil, fmt.Errorf("api: service %s: %w", name, err)
		}
		s.deps[key] = newDependency(name+"/"+key, at, dep, s.client, opts, s.closing)
	}
	for key, r := range cfg.Routes {
		route, err := s.newRoute(r, opts)
		if err != nil {
			return nil, fmt.Errorf("api: service %s: %w", name, err)
		}
		s.routes[key] = route
	}
	s.pool = guard.NewPool(resilience.BulkheadConfig{MaxConcurrent: cfg.Workers, Queue: cfg.Queue},
		opts.Clock, gauge(opts.Record, record.Service, name))
	return s, nil
}

func (s *Service) newRoute(cfg scenarios.Route, opts Options) (*route, error) {
	r := &route{Route: cfg}
	for _, c := range cfg.Calls {
		dep := s.deps[c.Dependency]
		at := dep.at
		if c.Provider != "" {
			var err error
			if at, err = providerAt(c.Provider, opts); err != nil {
				return nil, err
			}
		}
		r.calls = append(r.calls, call{dep, at, c.Fallback})
	}
	return r, nil
}

// Flush returns when the recorder has been told everything that happened so far.
func (s *Service) Flush() {
	s.pool.Flush()
	for _, d := range s.deps {
		d.guard.Flush()
	}
}

// Breakers tells where the breaker of each dependency stands, by
// "service/dependency".
func (s *Service) Breakers() map[string]resilience.State {
	states := map[string]resilience.State{}
	for key, d := range s.deps {
		states[s.name+"/"+key] = d.guard.State()
	}
	return states
}

// Bulkheads are the dependencies that have one, by "service/dependency".
func (s *Service) Bulkheads() []string {
	var names []string
	for key, d := range s.deps {
		if d.bulkhead {
			names = append(names, s.name+"/"+key)
		}
	}
	return names
}

// Close cancels every call under way and every request that waits. Call it
// when no more requests come.
func (s *Service) Close() {
	s.stop()
	s.client.CloseIdleConnections()
}

func (s *Service) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r, ok := s.routes[req.Method+" "+req.URL.Path]
	if !ok {
		s.unknownRoute(w, req)
		return
	}
	// net/http notices that a client has gone only once its body is read.
	if _, err := io.Copy(io.Discard, http.MaxBytesReader(w, req.Body, maxBody)); err != nil {
		badBody(err).write(w)
		return
	}
	ctx, cancel := s.lifetime(req.Context())
	defer cancel()
	s.answer(ctx, w, r)
}

// badBody answers a request whose body cannot be read: too large, or broken.
func badBody(err error) reply {
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return plain(http.StatusRequestEntityTooLarge, err.Error())
	}
	return plain(http.StatusBadRequest, err.Error())
}

// answer borrows a worker, does the route's work on it, and gives it back
// before the answer is written.
func (s *Service) answer(ctx context.Context, w http.ResponseWriter, r *route) {
	if err := s.pool.Acquire(ctx); err != nil {
		s.turnedAway(ctx).write(w)
		return
	}
	s.work(ctx, r).write(w)
}

// turnedAway answers a request that got no worker.
func (s *Service) turnedAway(ctx context.Context) reply {
	if ctx.Err() != nil {
		return gone
	}
	return queueFull
}

// work holds the worker; a panic gives it back too.
func (s *Service) work(ctx context.Context, r *route) reply {
	defer s.pool.Release()
	if err := s.ownWork(ctx, r); err != nil {
		return gone
	}
	var faulted string
	spared := false
	for _, c := range r.calls {
		res := c.dep.call(ctx, c.at)
		if res.fault != "" {
			faulted = res.fault
		}
		switch {
		case res.Status == http.StatusOK:
		case c.fallback && ctx.Err() == nil:
			spared = true
		default:
			res.fault = faulted
			return res
		}
	}
	return reply{Answer: scenarios.Complete(spared), fault: faulted}
}

// ownWork is the time that the route takes by itself.
func (s *Service) ownWork(ctx context.Context, r *route) error {
	s.mu.Lock()
	d := r.Work.Draw(s.rand)
	s.mu.Unlock()
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// lifetime is how long a request is worked on: with Drop until its client
// goes, with Finish to its end; and never past Close.
func (s *Service) lifetime(client context.Context) (context.Context, context.CancelFunc) {
	if s.abandoned != scenarios.Drop {
		return s.closing, func() {}
	}
	ctx, cancel := context.WithCancel(client)
	stop := context.AfterFunc(s.closing, cancel)
	return ctx, func() { stop(); cancel() }
}

func (s *Service) unknownRoute(w http.ResponseWriter, req *http.Request) {
	var known []string
	for key := range s.routes {
		method, path, _ := strings.Cut(key, " ")
		if path == req.URL.Path {
			known = append(known, method)
		}
	}
	if len(known) == 0 {
		plain(http.StatusNotFound, "no such route").write(w)
		return
	}
	w.Header().Set("Allow", strings.Join(known, ", "))
	plain(http.StatusMethodNotAllowed, "").write(w)
}
