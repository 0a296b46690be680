package resilience

import (
	"slices"
	"time"
)

// trials are the places for calls while half-open. A place is taken by a running
// trial, and spent for good once the trial has been counted.
type trials struct {
	running []trial
	done    Counts
	bad     int64 // of those that are done: failed, slow or both
}

type trial struct {
	serial  uint64
	expires time.Duration // end of the lease
}

func (t *trials) reset() {
	t.running, t.done, t.bad = t.running[:0], Counts{}, 0
}

// taken is the number of places that are not free.
func (t *trials) taken() int { return len(t.running) + int(t.done.Calls) }

// count counts a trial that has ended, or has become slow.
func (t *trials) count(c Counts) {
	t.done.add(c)
	if c.Failures > 0 || c.Slow > 0 {
		t.bad++
	}
}

func (t *trials) take(serial uint64, expires time.Duration) {
	t.running = append(t.running, trial{serial, expires})
}

// give ends a running trial. It reports false for one that is not running, such as
// one whose lease is over.
func (t *trials) give(serial uint64) bool {
	i := slices.IndexFunc(t.running, func(tr trial) bool { return tr.serial == serial })
	if i < 0 {
		return false
	}
	t.running = slices.Delete(t.running, i, i+1)
	return true
}

// renew starts the lease of a running trial anew.
func (t *trials) renew(serial uint64, expires time.Duration) {
	for i := range t.running {
		if t.running[i].serial == serial {
			t.running[i].expires = expires
		}
	}
}

// expire frees the places of the trials whose lease is over by now.
func (t *trials) expire(now time.Duration) {
	t.running = slices.DeleteFunc(t.running, func(tr trial) bool { return tr.expires <= now })
}
