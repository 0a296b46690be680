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

func (e *event) kind() kind { return kind(e.order & (1<<kindBits - 1)) }

// Of the events of one spread there are so many a bucket, and at most so many
// buckets. The figures are those that are fastest with 4 000 to 100 000 events
// pending; half and double of either cost little.
const (
	perBucket  = 32
	maxBuckets = 1024
)

// queue is the events that are still to come, in the order of (time, sequence), so
// that a run is the same each time. It is a lazy queue with one rung of buckets, in
// the manner of Rönngren and Ayani (A comparative study of parallel and sequential
// priority queue algorithms, 1997) and of the ladder queue (Tang, Goh, Thng, 2005):
// only the events of the next short while are kept sorted, in a heap small enough
// for the cache, and those that come later are put down unsorted. A push and a pop
// take the same time however many events are pending; if all of them are of one
// while they take that of a heap.
type queue struct {
	near heap          // everything before edge
	edge time.Duration // end of the bucket that was taken last

	// buckets[i] for next ≤ i < used has the events of the i-th width from start on.
	buckets    [][]event
	used, next int
	start      time.Duration
	width      time.Duration

	far     []event // what is later than the buckets
	seq     uint64
	pending int
}

// len is how many events are to come.
func (q *queue) len() int { return q.pending }

func (q *queue) push(at time.Duration, k kind, ref int32, gen uint32) {
	q.seq++
	q.pending++
	e := event{at, q.seq<<kindBits | uint64(k), ref, gen}
	if at < q.edge {
		q.near.push(e)
	} else if i := q.bucket(at); i < q.used {
		q.buckets[i] = append(q.buckets[i], e)
	} else {
		q.far = append(q.far, e)
	}
}

// bucket is the number of the bucket of an instant from edge on; used or more if it
// is later than all of them.
func (q *queue) bucket(at time.Duration) int {
	if q.used == 0 {
		return 0
	}
	return int(uint64(at-q.start) / uint64(q.width))
}

// pop takes the earliest event; the queue must not be empty.
func (q *queue) pop() event {
	for len(q.near) == 0 {
		if q.next == q.used {
			q.spread()
		}
		// The empty heap's memory is the bucket's from now on.
		q.near, q.buckets[q.next] = q.buckets[q.next], q.near
		q.next++
		q.edge = q.start + time.Duration(q.next)*q.width
		q.near.sort()
	}
	q.pending--
	return q.near.pop()
}

// spread puts the far events into buckets that reach twice as far as their mean,
// and so takes in at least half of them: an event is moved few times, however they
// are distributed.
func (q *queue) spread() {
	first := q.far[0].at
	for i := range q.far {
		first = min(first, q.far[i].at)
	}
	var sum time.Duration
	n := time.Duration(len(q.far))
	for i := range q.far {
		sum += (q.far[i].at - first) / n // each divided, for the sum could overflow
	}
	q.used, q.next = min(max(len(q.far)/perBucket, 1), maxBuckets), 0
	for len(q.buckets) < q.used {
		q.buckets = append(q.buckets, nil)
	}
	q.start, q.edge = first, first
	q.width = 2*(sum+1)/time.Duration(q.used) + 1
	later := q.far[:0]
	for _, e := range q.far {
		if i := q.bucket(e.at); i < q.used {
			q.buckets[i] = append(q.buckets[i], e)
		} else {
			later = append(later, e)
		}
	}
	q.far = later
}
