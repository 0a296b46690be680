// Package live is the executor on the clock: it starts the scenario's providers
// and services on loopback sockets and lets vegeta attack them.
//
// The client is always open: vegeta sends when a request is due, however many
// are unanswered, and without a cap on its workers. A capped client would wait
// for the service it measures, and so leave out the very requests that suffered
// (coordinated omission).
package live

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"checkoutlab/internal/chance"
	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// warmUp lies between the starting of the run's clock and the first instant at
// which a request can be due, so that no listener is still on its way.
const warmUp = 100 * time.Millisecond

// Stagger is how much later each of several runs should start than the one
// before. Their loads are due at the same instants of their own clocks; started
// together, the runs would get in each other's way at every one of them.
const Stagger = 9 * time.Millisecond

// Run executes one run over real sockets and records it. It returns when every
// request has ended and everything it started is closed.
//
// When ctx is done it stops sending, waits for the requests in flight as it
// would at the end, and records an End with the reason; that is no error. An
// error means that the environment did not let it run.
func Run(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
	clock := newClock()
	book := &book{rec: rec}
	st, err := newStage(r, clock.now, book)
	if err != nil {
		return err
	}
	watch := startWatch(clock.now, book)
	failed := attackAll(ctx, r, st, clock, book)
	st.flush()
	watch.stop()
	end := record.Event{At: clock.now(), Kind: record.End}
	if ctx.Err() != nil {
		end.Reason = "interrupted"
	}
	book.Record(end)
	book.shut()
	st.close()
	return failed
}

// book is a recorder that can be shut, so that the tearing down of what a run
// leaves behind (calls that nobody waits for, at a provider that is about to be
// closed) is not taken for a part of the run.
type book struct {
	mu   sync.Mutex
	rec  record.Recorder
	done bool
}

func (b *book) Record(e record.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.done {
		b.rec.Record(e)
	}
}

func (b *book) shut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done = true
}

// attackAll drives every load at once and returns when all have drained. An error
// is that of a service which could not be started again.
func attackAll(ctx context.Context, r scenarios.Run, st *stage, c clock, rec record.Recorder) error {
	var loads sync.WaitGroup
	var restarts errgroup.Group
	running, over := context.WithCancel(context.WithoutCancel(ctx))
	defer over()
	for name, load := range r.Spec.Loads {
		a := newAttack(name, load, st.services[load.Service], r.Spec.Duration,
			chance.Stream(r.Seed, "arrivals/"+name), c)
		pod := st.pods[load.Service]
		a.restart = func(why string, up time.Duration) {
			restarts.Go(func() error { return pod.restart(running, why, up) })
		}
		a.tell = pod.tell
		loads.Go(func() { a.run(ctx, rec) })
	}
	loads.Wait()
	over() // nobody is left to wait for a service that is down
	return restarts.Wait()
}

// clock is the run's clock. It starts a little in the future, so that all loads
// begin together, and is monotonic: it does not step when the wall clock does.
type clock struct{ zero time.Time }

func newClock() clock { return clock{time.Now().Add(warmUp)} }

// now is the time since the run began; negative during the warm-up.
func (c clock) now() time.Duration { return time.Since(c.zero) }
