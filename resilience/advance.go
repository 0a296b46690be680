package resilience

import (
	"math"
	"time"
)

// Due returns the next instant at which passing time alone changes the breaker: a
// running call becomes slow, or the wait in OPEN ends by timer. A driver that wants
// to see the change at once takes any step then; one that does not loses nothing,
// since the next step lets it take effect as of its own instant.
func (b *Breaker) Due() (at time.Duration, ok bool) {
	switch {
	case b.state == Open && b.cfg.AutomaticHalfOpen:
		at = b.halfOpens()
	case b.running.first != none:
		// The first instant past the threshold.
		at = later(later(b.running.slots[b.running.first].start, b.cfg.SlowCall), 1)
	default:
		return 0, false
	}
	return at, at < never
}

// advance lets everything happen that was due by now, each at its own instant.
func (b *Breaker) advance(now time.Duration) time.Duration {
	b.now = max(b.now, now)
	for {
		at, ok := b.Due()
		if !ok || at > b.now {
			break
		}
		if b.state == Open {
			b.to(HalfOpen, at, waitReason(b.wait))
		} else {
			b.passSlow(at)
		}
	}
	if b.state == HalfOpen {
		b.trials.expire(b.now)
	}
	return b.now
}

// passSlow counts the oldest running call as slow.
func (b *Breaker) passSlow(at time.Duration) {
	i := b.running.first
	s := &b.running.slots[i]
	b.running.unlist(i)
	if b.state == HalfOpen {
		if b.trials.expire(at); !b.trials.give(s.serial) {
			return
		}
	}
	s.counted, s.failed = true, b.cfg.SlowFails
	c := Counts{Calls: 1, Slow: 1}
	if s.failed {
		c.Failures = 1
	}
	if s.failed {
		b.follow(true)
	}
	s.cell = b.tally(at, c)
	b.judge(at, c)
}

// halfOpens is the end of the wait in OPEN.
func (b *Breaker) halfOpens() time.Duration { return later(b.opened, b.wait) }

// waited reports whether the time in OPEN is over, so that the next call may go.
func (b *Breaker) waited(now time.Duration) bool {
	deadline := b.halfOpens()
	return now > deadline || now == deadline && (b.cfg.AdmitAtDeadline || b.cfg.AutomaticHalfOpen)
}

// lease returns the end of a trial's lease that starts now.
func (b *Breaker) lease(now time.Duration) time.Duration {
	if b.cfg.NoTrialLease {
		return never
	}
	return later(now, b.cfg.TrialLease)
}

// to is the one way into a state. Everything that belongs to the generation before
// ends here: permits, trials, calls in flight.
func (b *Breaker) to(s State, now time.Duration, reason string) {
	from := b.state
	if s != from {
		b.changes = append(b.changes, Transition{now, from, s, reason})
	}
	b.state = s
	b.gen++
	b.streak, b.warned = 0, false
	b.trials.reset()
	b.running.reset()
	switch s {
	case Open:
		b.opened, b.wait = now, b.openWait()
		b.reopened++
	case Closed:
		b.reopened = 0
		if !b.cfg.KeepWindow {
			b.window.empty()
		}
	case Disabled, MetricsOnly:
		b.window.empty()
	}
}

// openWait is how long the breaker now stays open.
func (b *Breaker) openWait() time.Duration {
	grown := float64(b.cfg.OpenFor) * math.Pow(b.cfg.OpenGrowth, float64(b.reopened))
	if grown >= float64(b.cfg.OpenMax) { // which a float64 may not hold exactly
		return b.cfg.OpenMax
	}
	return time.Duration(grown)
}
