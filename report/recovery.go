package report

import (
	"slices"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// recovery finds when a load was well again: the first instant after the last
// fault of the run at which a request was due that ended with a 2xx, as did all
// that were due after it. The time to recover counts from the end of the fault;
// it is 0 when no request due since then failed.
type recovery struct {
	fault  time.Duration // the end of the last one
	giveUp time.Duration // of the load's clients

	due    bool          // a request was due since
	failed bool          // one of them failed
	bad    time.Duration // the last of these was due
	// good are the due instants of successes, those at most that a later failure
	// may still prove to be too early: requests end in another order than they
	// were due in.
	good []time.Duration
	look int // how many there may be before they are looked through again
}

// newRecovery returns nil for a mode without a fault.
func newRecovery(s scenarios.Spec, l scenarios.Load) *recovery {
	r := &recovery{giveUp: l.GiveUp}
	for _, p := range s.Providers {
		for _, w := range p.Faults {
			r.fault = max(r.fault, w.Until)
		}
	}
	if r.fault == 0 {
		return nil
	}
	return r
}

// keptDues is how many due instants are kept before those are looked through that
// need not be.
const keptDues = 4096

func (r *recovery) add(e *record.Event) {
	if r == nil || e.Due < r.fault {
		return
	}
	r.due = true
	switch {
	case !succeeded(e.Outcome):
		r.failed, r.bad = true, max(r.bad, e.Due)
	case !r.failed || e.Due > r.bad:
		r.good = append(r.good, e.Due)
	}
	if len(r.good) > max(keptDues, r.look) {
		r.forget(e.At)
		r.look = 2 * len(r.good)
	}
}

// late is how much later than it was due a request may be sent, and more.
const late = time.Second

// forget keeps the first good instant, and those before which a request may
// still be unanswered.
func (r *recovery) forget(now time.Duration) {
	first, _ := r.first()
	r.good = slices.DeleteFunc(r.good, func(due time.Duration) bool {
		return due <= r.bad && r.failed || due != first && due < now-r.giveUp-late
	})
}

// first is the earliest good instant after the last bad one.
func (r *recovery) first() (first time.Duration, some bool) {
	for _, due := range r.good {
		if (!r.failed || due > r.bad) && (!some || due < first) {
			first, some = due, true
		}
	}
	return first, some
}

// figures returns the time to recover, and whether the load did; both nil when
// no request was due after a fault.
func (r *recovery) figures() (took *Millis, recovered *bool) {
	if r == nil || !r.due {
		return nil, nil
	}
	first, well := r.first()
	if !well {
		return nil, &well
	}
	var ms Millis
	if r.failed {
		ms = millis(first - r.fault)
	}
	return &ms, &well
}
