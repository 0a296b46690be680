package resilience

import "time"

// running is the register of calls in flight that CountInFlight needs: the calls
// that have not yet passed the slow threshold, oldest first, in slots that are used
// again. It belongs to one generation of the breaker; the next starts empty.
type running struct {
	slots []slot
	free  int32 // first unused slot
	first int32 // oldest call that is not yet slow
	last  int32
}

type slot struct {
	serial     uint64 // permit that owns the slot; 0 when unused
	start      time.Duration
	prev, next int32
	listed     bool  // waits in the list for the slow threshold
	counted    bool  // has been counted, in cell
	failed     bool  // and counted as a failure
	cell       int64 // see window.add
}

// none is no slot.
const none int32 = -1

func (r *running) reset() {
	r.slots = r.slots[:0]
	r.free, r.first, r.last = none, none, none
}

// begin registers a call and returns its slot.
func (r *running) begin(serial uint64, now time.Duration) int32 {
	i := r.free
	if i == none {
		i = int32(len(r.slots))
		r.slots = append(r.slots, slot{})
	} else {
		r.free = r.slots[i].next
	}
	r.slots[i] = slot{serial: serial}
	r.list(i, now)
	return i
}

// list appends slot i to the calls that wait for the slow threshold.
func (r *running) list(i int32, now time.Duration) {
	s := &r.slots[i]
	s.start, s.listed, s.prev, s.next = now, true, r.last, none
	if r.last == none {
		r.first = i
	} else {
		r.slots[r.last].next = i
	}
	r.last = i
}

func (r *running) unlist(i int32) {
	s := &r.slots[i]
	if !s.listed {
		return
	}
	if s.prev == none {
		r.first = s.next
	} else {
		r.slots[s.prev].next = s.next
	}
	if s.next == none {
		r.last = s.prev
	} else {
		r.slots[s.next].prev = s.prev
	}
	s.listed = false
}

// owns reports whether the slot is the one of this permit.
func (r *running) owns(i int32, serial uint64) bool {
	return i >= 0 && int(i) < len(r.slots) && r.slots[i].serial == serial
}

// end frees slot i and returns what it held.
func (r *running) end(i int32) slot {
	r.unlist(i)
	s := r.slots[i]
	r.slots[i] = slot{next: r.free}
	r.free = i
	return s
}
