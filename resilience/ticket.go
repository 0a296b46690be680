package resilience

import "time"

// Ticket is a place in a bulkhead's queue. The waiting call owns it and lends it to
// the bulkhead, so that queueing does not allocate; it may be used again once it has
// been granted or has left.
type Ticket struct {
	// Owner is for the driver, which finds its waiting call again by it.
	Owner any

	prev, next *Ticket
	queue      *queue // where it waits, nil when it does not
	since      time.Duration
	waited     time.Duration
}

// Waited is how long the ticket waited for its slot, once granted.
func (t *Ticket) Waited() time.Duration { return t.waited }

// queue is first come, first served; a ticket may leave from anywhere in it.
type queue struct {
	first, last *Ticket
	length      int
}

func (q *queue) push(now time.Duration, t *Ticket) {
	t.queue, t.since, t.prev, t.next = q, now, q.last, nil
	if q.last == nil {
		q.first = t
	} else {
		q.last.next = t
	}
	q.last = t
	q.length++
}

// pop takes the first ticket, or nil, and stamps what it waited.
func (q *queue) pop(now time.Duration) *Ticket {
	t := q.first
	if t != nil {
		q.remove(t)
		t.waited = now - t.since
	}
	return t
}

func (q *queue) remove(t *Ticket) {
	if t.prev == nil {
		q.first = t.next
	} else {
		t.prev.next = t.next
	}
	if t.next == nil {
		q.last = t.prev
	} else {
		t.next.prev = t.prev
	}
	t.prev, t.next, t.queue = nil, nil, nil
	q.length--
}
