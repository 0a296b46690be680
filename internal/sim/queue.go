package sim

import "time"

// event is something that is going to happen. It is typed data and not a
// closure, so that scheduling one allocates nothing.
type event struct {
	at    time.Duration
	order uint64 // by order of scheduling, with the kind in the lowest bits
	ref   int32  // what it befalls: an index that the kind knows how to read
	gen   uint32 // of what it befalls; of an earlier life, the event is void
}

const kindBits = 5

func (e event) kind() kind { return kind(e.order & (1<<kindBits - 1)) }

// before orders events by (time, sequence), so that a run is the same each time.
func (e event) before(f event) bool {
	return e.at < f.at || e.at == f.at && e.order < f.order
}

// queue is the events that are still to come: a heap with four children a node,
// which is shallower than a binary one and keeps siblings on a cache line
// (LaMarca, Ladner: The influence of caches on the performance of heaps, 1996).
type queue struct {
	events []event
	seq    uint64
}

func (q *queue) push(at time.Duration, k kind, ref int32, gen uint32) {
	q.seq++
	e := event{at, q.seq<<kindBits | uint64(k), ref, gen}
	q.events = append(q.events, e)
	i := len(q.events) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(q.events[parent]) {
			break
		}
		q.events[i] = q.events[parent]
		i = parent
	}
	q.events[i] = e
}

// pop takes the earliest event; the queue must not be empty.
func (q *queue) pop() event {
	first := q.events[0]
	n := len(q.events) - 1
	last := q.events[n]
	q.events = q.events[:n]
	if n > 0 {
		q.sink(last)
	}
	return first
}

// sink puts e, starting at the root, where it belongs.
func (q *queue) sink(e event) {
	events, i := q.events, 0
	for {
		child := 4*i + 1
		if child >= len(events) {
			break
		}
		least := child
		for c := child + 1; c < min(child+4, len(events)); c++ {
			if events[c].before(events[least]) {
				least = c
			}
		}
		if !events[least].before(e) {
			break
		}
		events[i] = events[least]
		i = least
	}
	events[i] = e
}
