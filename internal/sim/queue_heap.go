package sim

import "math/bits"

// heap is a heap of events with four children a node, which is shallower than a
// binary one and keeps siblings on neighbouring cache lines (LaMarca, Ladner: The
// influence of caches on the performance of heaps, 1996).
type heap []event

// before is 1 if e comes before f, and 0 if not. Which of four siblings comes first
// is as good as random, so that a branch on it is mispredicted half of the time: it
// is the borrow of a subtraction instead. Instants are not negative.
func (e *event) before(f *event) uint64 {
	_, borrow := bits.Sub64(e.order, f.order, 0)
	_, borrow = bits.Sub64(uint64(e.at), uint64(f.at), borrow)
	return borrow
}

func (h *heap) push(e event) {
	*h = append(*h, e)
	events, i := *h, len(*h)-1
	for i > 0 {
		parent := (i - 1) / 4
		if e.before(&events[parent]) == 0 {
			break
		}
		events[i] = events[parent]
		i = parent
	}
	events[i] = e
}

// pop takes the earliest event; the heap must not be empty.
func (h *heap) pop() event {
	events := *h
	first, n := events[0], len(events)-1
	last := events[n]
	*h = events[:n]
	if n > 0 {
		h.sink(0, last)
	}
	return first
}

// sort makes a heap of events in any order.
func (h heap) sort() {
	for i := (len(h) - 2) / 4; i >= 0 && len(h) > 1; i-- {
		h.sink(i, h[i])
	}
}

// sink puts e, starting at node i, where it belongs.
func (h heap) sink(i int, e event) {
	for {
		child := 4*i + 1
		if child+4 > len(h) {
			break
		}
		four := h[child : child+4 : child+4]
		least := four[1].before(&four[0])
		other := 2 + four[3].before(&four[2])
		least ^= (least ^ other) & -four[other&3].before(&four[least&3]) // other, if it is earlier
		if four[least&3].before(&e) == 0 {
			h[i] = e
			return
		}
		h[i] = four[least&3]
		i = child + int(least)
	}
	h.sinkLast(i, e)
}

// sinkLast ends a sink at the only node that may have fewer than four children; none
// of those has any.
func (h heap) sinkLast(i int, e event) {
	if child := 4*i + 1; child < len(h) {
		least := child
		for c := child + 1; c < len(h); c++ {
			if h[c].before(&h[least]) == 1 {
				least = c
			}
		}
		if h[least].before(&e) == 1 {
			h[i] = h[least]
			i = least
		}
	}
	h[i] = e
}
