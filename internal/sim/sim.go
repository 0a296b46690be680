// Package sim is the executor in virtual time: the scenario's clients, services
// and providers as state machines that one queue of events drives. The policies,
// the order in which a call meets them, the faults, the worker pool and the due
// instants are the very code of the live run; only what waits is written anew.
//
// There is no network here: a request arrives in the instant in which it is
// sent. The same seed gives the same events on every machine.
package sim

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"checkoutlab/internal/chance"
	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// ErrEndless is a run whose clients let no time pass, or hardly any.
var ErrEndless = errors.New("sim: the run has no end")

// Run executes one run in virtual time and records it. When ctx is done it
// stops where it is and records an End with the reason. An error is ErrEndless. It panics if an
// invariant does not hold, which is a fault of the lab.
func Run(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
	w := newWorld(r, rec)
	for _, l := range w.loads {
		w.open(l)
	}
	end := record.Event{Kind: record.End}
	for steps := 0; w.waiting() && w.queue.len() > 0; steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			end.Reason = "interrupted"
			break
		}
		if w.step(); w.endless != nil {
			return w.endless
		}
	}
	w.close()
	end.At = w.now
	rec.Record(end)
	return nil
}

// world is everything in one run.
type world struct {
	seed     uint64
	now      time.Duration
	duration time.Duration
	queue    queue
	rec      record.Recorder

	loads     []*load
	providers map[string]*provider
	services  map[string]*service
	deps      []*dependency

	requests []*request // by index, the index in events
	free     []*request
	works    []*work
	freeWork []*work

	unanswered int // clients that wait
	unsent     int // loads that are not over
	stops      int // that probes have led to and that are still to happen
	closed     int // requests of clients that wait for their answers
	endless    error
}

func newWorld(r scenarios.Run, rec record.Recorder) *world {
	w := &world{seed: r.Seed, duration: r.Spec.Duration, rec: rec, providers: map[string]*provider{}, services: map[string]*service{}}
	for _, name := range sorted(r.Spec.Providers) {
		w.providers[name] = newProvider(w, name, r.Spec.Providers[name], w.stream("provider/"+name))
	}
	for _, name := range sorted(r.Spec.Services) {
		w.services[name] = newService(w, name, r.Spec.Services[name], w.stream("service/"+name))
	}
	for _, name := range sorted(r.Spec.Services) {
		w.services[name].connect()
	}
	for _, name := range sorted(r.Spec.Loads) {
		w.addLoad(name, r.Spec.Loads[name], w.stream("arrivals/"+name))
	}
	return w
}

// stream returns a part's own stream of chance.
func (w *world) stream(name string) *rand.Rand { return chance.Stream(w.seed, name) }

// sorted returns the keys of a map in order, for a run must not depend on that
// of a map.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// waiting reports whether a client waits or is still to come, or the last answer to a
// probe is still to have its effect.
func (w *world) waiting() bool { return w.unanswered > 0 || w.unsent > 0 || w.stops > 0 }

// kind is what happens in an event.
type kind uint8

const (
	due      kind = iota // a load sends its next request
	giveUp               // the client of a request has waited long enough
	worked               // a worker has done the route's own work
	waited               // a call has waited long enough in a bulkhead's queue
	timedOut             // an attempt has reached its limit
	ended                // a provider has done with a piece of work
	alarm                // passing time alone changes a breaker
	stop                 // a probe has its service restarted
	start                // the service is up again
)

// step lets the next event happen.
func (w *world) step() {
	e := w.queue.pop()
	w.now = e.at
	switch e.kind() {
	case due:
		w.send(w.loads[e.ref])
	case giveUp:
		if q := w.requests[e.ref]; q.life == e.gen {
			w.abandon(q)
		}
	case worked:
		if q := w.requests[e.ref]; q.life == e.gen {
			q.service.proceed(q)
		}
	case waited, timedOut:
		if q := w.requests[e.ref]; q.turn == e.gen {
			q.dep.wake(q, e.kind())
		}
	case ended:
		if k := w.works[e.ref]; k.life == e.gen {
			k.at.(*provider).end(k)
		}
	case alarm:
		w.deps[e.ref].ring()
	case stop:
		w.stops--
		w.loads[e.ref].service.stop(w.loads[e.ref])
	case start:
		w.loads[e.ref].service.start()
	}
}

// after lets an event happen in d, or never if d is for ever.
func (w *world) after(d time.Duration, k kind, ref int32, gen uint32) {
	if d <= math.MaxInt64-w.now {
		w.queue.push(w.now+d, k, ref, gen)
	}
}

// close closes the books. What is still in flight then is nobody's concern.
func (w *world) close() {
	for _, l := range w.loads {
		w.rec.Record(record.Event{At: w.now, Kind: record.Sender, Name: l.name, InUse: l.sent})
	}
}
