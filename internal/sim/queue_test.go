package sim

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestQueueKeepsTheOrderOfTimeAndOfScheduling checks the queue against sorting. The
// instants are of several magnitudes, so that events lie in the heap, in buckets and
// beyond, many of them in one instant; some are scheduled for the past.
func TestQueueKeepsTheOrderOfTimeAndOfScheduling(t *testing.T) {
	earlier := func(a, b event) int { return int(b.before(&a)) - int(a.before(&b)) }
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var model []event
		var now time.Duration
		pop := func() {
			least := slices.MinFunc(model, earlier)
			got := q.pop()
			if got != least || got.kind() != worked {
				t.Fatalf("popped %+v, want %+v", got, least)
			}
			now = got.at
			model = slices.DeleteFunc(model, func(e event) bool { return e.order == least.order })
		}
		magnitudes := []time.Duration{1, 1, time.Microsecond, time.Millisecond, 24 * time.Hour}
		for range rapid.IntRange(1, 40).Draw(t, "rounds") {
			scale := rapid.SampledFrom(magnitudes).Draw(t, "scale")
			for _, in := range rapid.SliceOfN(rapid.IntRange(-2, 1000), 0, 100).Draw(t, "in") {
				at := max(0, now+time.Duration(in)*scale)
				q.push(at, worked, int32(len(model)), uint32(in))
				model = append(model, event{at, q.seq<<kindBits | uint64(worked), int32(len(model)), uint32(in)})
			}
			for range min(len(model), rapid.IntRange(0, 120).Draw(t, "pops")) {
				pop()
			}
		}
		for len(model) > 0 {
			if q.len() != len(model) {
				t.Fatalf("%d events are pending, want %d", q.len(), len(model))
			}
			pop()
		}
		if q.len() != 0 {
			t.Fatalf("%d events are left", q.len())
		}
	})
}

// TestQueueTakesOutlyingEvents: times at the limits of what a scenario may have must
// neither overflow nor make one bucket of everything for ever.
func TestQueueTakesOutlyingEvents(t *testing.T) {
	var q queue
	const day = 24 * time.Hour
	for i := range 100_000 {
		q.push(1000*day-time.Duration(i%7), worked, int32(i), 0)
	}
	for i := range 1000 {
		q.push(time.Duration(i), worked, 0, 0)
	}
	last := event{}
	for q.len() > 0 {
		e := q.pop()
		if e.before(&last) == 1 {
			t.Fatalf("%+v comes after %+v", e, last)
		}
		last = e
	}
}

func TestQueueAllocatesNothingOnceItHasGrown(t *testing.T) {
	var q queue
	turn := func() {
		for i := range 1000 {
			q.push(q.edge+time.Duration(i)*time.Millisecond, worked, 0, 0)
		}
		for q.len() > 0 {
			q.pop()
		}
	}
	for range 10 {
		turn()
	}
	if n := testing.AllocsPerRun(10, turn); n > 1 {
		t.Errorf("%v allocations in 1000 events", n)
	}
}
