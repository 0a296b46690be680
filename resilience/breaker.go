package resilience

import (
	"errors"
	"time"
)

// ErrOpen is the refusal of a breaker: it is open, or half-open with no place left
// for a trial.
var ErrOpen = errors.New("resilience: circuit open")

// Permit is the leave to make one call. It belongs to one generation of the
// breaker, that is to the time between two transitions: a result that comes in
// later changes nothing. The zero Permit is of no generation.
type Permit struct {
	gen    uint64
	serial uint64
	start  time.Duration
	slot   int32
}

// Start is the instant from which the call has been running.
func (p Permit) Start() time.Duration { return p.start }

// Breaker is a circuit breaker as a pure function of time. Each step is given the
// instant since the run began and first lets passing time take effect; an instant
// before the latest one seen counts as that one. It is not safe for concurrent use:
// see package guard for that.
type Breaker struct {
	cfg     BreakerConfig
	now     time.Duration
	state   State
	gen     uint64
	serial  uint64 // of the last permit
	window  window
	streak  int // failures in a row
	trials  trials
	running running

	opened   time.Duration // instant of the last opening
	wait     time.Duration // how long the breaker then stays open
	reopened int           // failed rounds of trials since it was closed
	warned   bool          // METRICS_ONLY has said that it would open
	changes  []Transition
}

// NewBreaker returns a closed breaker at instant 0. It panics on a configuration
// that Validate refuses.
func NewBreaker(c BreakerConfig) *Breaker {
	if ps := c.Validate(); len(ps) > 0 {
		panic("resilience: breaker: " + ps[0].String())
	}
	c = c.WithDefaults()
	b := &Breaker{cfg: c, gen: 1, window: newWindow(c.Window)}
	b.running.reset()
	return b
}

// Acquire asks to make a call that starts now. It returns ErrOpen if the call must
// not be made; any Permit must be given to Release, once.
func (b *Breaker) Acquire(now time.Duration) (Permit, error) {
	now = b.advance(now)
	b.countStart(now)
	if b.state == Open && b.waited(now) {
		b.to(HalfOpen, now, waitReason(b.wait))
	}
	switch b.state {
	case Open, ForcedOpen:
		return Permit{}, ErrOpen
	case HalfOpen:
		if b.trials.taken() >= b.cfg.Trials {
			return Permit{}, ErrOpen
		}
		b.trials.take(b.serial+1, b.lease(now))
	}
	b.serial++
	p := Permit{gen: b.gen, serial: b.serial, start: now, slot: none}
	if b.cfg.CountInFlight && b.state != Disabled {
		p.slot = b.running.begin(p.serial, now)
	}
	return p, nil
}

// Suspend says that the call has not started yet after all: it waits in a queue of
// the caller's own, and what it waits there is no evidence about the dependency.
func (b *Breaker) Suspend(now time.Duration, p Permit) {
	b.advance(now)
	if p.gen == b.gen && b.running.owns(p.slot, p.serial) {
		b.running.unlist(p.slot)
	}
}

// Resume says that a suspended call starts now. The lease of a trial starts anew.
func (b *Breaker) Resume(now time.Duration, p Permit) Permit {
	p.start = b.advance(now)
	if p.gen != b.gen {
		return p
	}
	b.trials.renew(p.serial, b.lease(p.start))
	if b.running.owns(p.slot, p.serial) && !b.running.slots[p.slot].counted {
		b.running.unlist(p.slot)
		b.running.list(p.slot, p.start)
	}
	return p
}

// Release reports how a call ended and how long it took. A permit of an earlier
// generation, and one whose lease is over, changes nothing.
func (b *Breaker) Release(now time.Duration, p Permit, o Outcome, took time.Duration) {
	now = b.advance(now)
	if p.gen != b.gen || b.state == Disabled {
		return
	}
	if o == Ignored && b.cfg.IgnoredSucceed {
		o = Success
	}
	if p.slot != none {
		if !b.running.owns(p.slot, p.serial) {
			return
		}
		if s := b.running.end(p.slot); s.counted {
			b.amend(now, s, o)
			return
		}
	}
	if b.state == HalfOpen && !b.trials.give(p.serial) {
		return
	}
	if o == Success || o == Failure {
		b.count(now, o, b.cfg.SlowCall > 0 && took > b.cfg.SlowCall)
	}
}

// State returns where the breaker stands now. A breaker that half-opens on the next
// call is OPEN until that call comes, however late.
func (b *Breaker) State(now time.Duration) State {
	b.advance(now)
	return b.state
}

// RetryAfter returns the time left in OPEN, and 0 in any other state. At the very
// deadline, where a call is still refused, it is 1 ns.
func (b *Breaker) RetryAfter(now time.Duration) time.Duration {
	now = b.advance(now)
	if b.state != Open || b.waited(now) {
		return 0
	}
	return max(b.halfOpens()-now, 1)
}

// admitsIn returns when a breaker in OPEN will let a call through, and 0 in any other
// state.
func (b *Breaker) admitsIn(now time.Duration) time.Duration {
	left := b.RetryAfter(now)
	if end := b.halfOpens(); left > 0 && end < never && !b.waited(end) {
		return end + 1 - b.now // it refuses at the deadline itself
	}
	return left
}

// Force puts the breaker into a state by hand. FORCED_OPEN, DISABLED and
// METRICS_ONLY stay until the next Force; CLOSED is a reset.
func (b *Breaker) Force(now time.Duration, s State) {
	b.to(s, b.advance(now), "forced by hand")
	if s == Closed {
		b.window.empty()
	}
}

// Changes returns the transitions since it was last called and forgets them. It
// does not allocate when there are none.
func (b *Breaker) Changes() []Transition {
	changes := b.changes
	b.changes = nil
	return changes
}
