package guard

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"checkoutlab/resilience"
)

// Options are what a guard needs beside its policies.
type Options struct {
	// Clock tells the time since the run began. nil: the monotonic clock, since New.
	Clock func() time.Duration
	// Classify says what the error of a call tells about the dependency. It is not
	// asked about a call that ran into the time limit or that its caller cancelled.
	// nil: resilience.OutcomeOf, for which an error is a failure unless it is marked
	// with resilience.Ignore.
	Classify func(error) resilience.Outcome
	// Rand is the stream that the jitter of retries is drawn from; the guard alone may
	// use it. nil: one that is seeded at random.
	Rand *rand.Rand
	// Observer is told what happens.
	Observer Observer
}

// Guard runs the policies of one dependency around the calls to it. It is safe for
// concurrent use.
type Guard struct {
	clock    func() time.Duration
	start    time.Time // of the clock, if it is our own
	classify func(error) resilience.Outcome
	late     error // cause of a context that ended by this guard's time limit
	flights  sync.Pool

	mu        sync.Mutex
	chain     *resilience.Chain
	abandoned int
	bulletin  bulletin
	alarm     alarm
}

// New returns a guard with these policies. It panics on policies that Validate
// refuses.
func New(policies resilience.Policies, opts Options) *Guard {
	g := &Guard{
		clock:    opts.Clock,
		classify: opts.Classify,
		late:     fmt.Errorf("%w", resilience.ErrTimeout),
		chain:    resilience.NewChain(policies, streamFor(policies, opts.Rand)),
	}
	if g.clock == nil {
		g.start = time.Now()
		g.clock = func() time.Duration { return time.Since(g.start) }
	}
	if g.classify == nil {
		g.classify = resilience.OutcomeOf
	}
	g.flights.New = func() any { return newFlight(g.chain) }
	g.bulletin.open(&g.mu, opts.Observer)
	g.alarm.ring = g.tick
	return g
}

func streamFor(policies resilience.Policies, given *rand.Rand) *rand.Rand {
	if given == nil && policies.Retry != nil {
		return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	return given
}

// step tells a call what happened to it and leaves in its flight what to do next.
func (g *Guard) step(f *flight, ev resilience.Event) {
	g.mu.Lock()
	now := g.clock() // under the lock, so that instants come in order
	f.next = f.call.Next(now, ev)
	f.stepped = now
	g.publish(now, &f.next)
	g.mu.Unlock()
}

// under runs a step other than a call's next one.
func (g *Guard) under(do func(now time.Duration) resilience.Action) {
	g.mu.Lock()
	defer g.mu.Unlock() // do panics on misuse
	now := g.clock()
	act := do(now)
	g.publish(now, &act)
}

// tick lets time take effect when the alarm rings.
func (g *Guard) tick() {
	g.under(func(now time.Duration) (none resilience.Action) {
		g.alarm.at = 0
		g.chain.Breaker.State(now)
		return none
	})
}

// publish passes on the effects of a step: the slot that it handed to another call,
// and what the observer is to be told.
func (g *Guard) publish(now time.Duration, act *resilience.Action) {
	if act.Granted != nil {
		wake(act.Granted)
	}
	if b := g.chain.Breaker; b != nil {
		g.watch(b, now)
	}
	if !g.bulletin.wanted {
		return
	}
	if b := g.chain.Bulkhead; b != nil {
		g.bulletin.bulkhead(now, b.InUse(), b.Queued())
	}
	switch act.Kind {
	case resilience.Wait:
		g.bulletin.retry(now, int(act.Try), act.Limit)
	case resilience.Finish:
		if act.OverBudget {
			g.bulletin.overBudget(now, int(act.Try))
		}
		g.bulletin.refused(now, act.Err)
	}
	g.bulletin.abandoned(now, g.abandoned)
	g.bulletin.send()
}

// watch takes the transitions of the breaker, and sees to it that the next one is
// noticed when it is due.
func (g *Guard) watch(b *resilience.Breaker, now time.Duration) {
	for _, t := range b.Changes() {
		g.bulletin.transition(t)
	}
	if g.bulletin.to.Transition == nil {
		return
	}
	if at, ok := b.Due(); ok {
		g.alarm.set(now, at)
	}
}

// State returns where the breaker stands, and CLOSED if there is none.
func (g *Guard) State() resilience.State { return g.Snapshot().State }

// RetryAfter returns how long the breaker will refuse every call, and 0 when calls
// may go.
func (g *Guard) RetryAfter() (left time.Duration) {
	if g.chain.Breaker == nil {
		return 0
	}
	g.under(func(now time.Duration) (none resilience.Action) {
		left = g.chain.Breaker.RetryAfter(now)
		return none
	})
	return left
}

// Force puts the breaker into a state by hand, see resilience.Breaker.Force. Without
// a breaker it does nothing.
func (g *Guard) Force(s resilience.State) {
	if g.chain.Breaker == nil {
		return
	}
	g.under(func(now time.Duration) (none resilience.Action) {
		g.chain.Breaker.Force(now, s)
		return none
	})
}

// Resize changes the number of the bulkhead's slots and returns at once: slots in use
// beyond a smaller number are waited for by later calls. Without a bulkhead it does
// nothing. It panics if n is less than 1.
func (g *Guard) Resize(n int) {
	if g.chain.Bulkhead == nil {
		return
	}
	g.under(func(now time.Duration) (none resilience.Action) {
		for _, t := range g.chain.Bulkhead.Resize(now, n) {
			wake(t)
		}
		return none
	})
}

// Abandoned is the number of calls whose work goes on although their caller has left.
func (g *Guard) Abandoned() int { return g.Snapshot().Abandoned }

// Flush returns when the observer has heard of everything up to now. A listener must
// not call it.
func (g *Guard) Flush() { g.bulletin.flush() }

// Snapshot is what a guard looks like at one instant.
type Snapshot struct {
	At        time.Duration
	State     resilience.State
	Counts    resilience.Counts // that the breaker's rates are taken over
	InUse     int               // slots of the bulkhead
	Queued    int               // calls that wait for one
	Abandoned int               // see Guard.Abandoned
	Retrying  int               // retries decided and not over, if there is a budget
	Unheard   int               // notes dropped because a listener did not keep up
}

// Snapshot returns the present state of everything.
func (g *Guard) Snapshot() (s Snapshot) {
	g.under(func(now time.Duration) (none resilience.Action) {
		s = Snapshot{At: now, Abandoned: g.abandoned, Unheard: g.bulletin.dropped}
		if b := g.chain.Breaker; b != nil {
			s.State, s.Counts = b.State(now), b.Counts(now)
		}
		if b := g.chain.Bulkhead; b != nil {
			s.InUse, s.Queued = b.InUse(), b.Queued()
		}
		if r := g.chain.Retry; r != nil && r.Budget != nil {
			s.Retrying = r.Budget.Retries()
		}
		return none
	})
	return s
}
