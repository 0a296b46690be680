package sim

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestQueueKeepsTheOrderOfTimeAndOfScheduling checks the heap against sorting.
func TestQueueKeepsTheOrderOfTimeAndOfScheduling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var model []event
		for _, instant := range rapid.SliceOfN(rapid.IntRange(-1, 20), 1, 200).Draw(t, "instants; -1 pops") {
			if instant >= 0 {
				q.push(time.Duration(instant), worked, int32(len(model)), 0)
				model = append(model, event{at: time.Duration(instant), order: q.seq<<kindBits | uint64(worked), ref: int32(len(model))})
				continue
			}
			if len(q.events) == 0 {
				continue
			}
			least := slices.MinFunc(model, func(a, b event) int {
				if a.before(b) {
					return -1
				}
				return 1
			})
			got := q.pop()
			if got.at != least.at || got.order != least.order || got.kind() != worked {
				t.Fatalf("popped %+v, want %+v", got, least)
			}
			model = slices.DeleteFunc(model, func(e event) bool { return e.order == least.order })
		}
		if len(q.events) != len(model) {
			t.Fatalf("%d events left, want %d", len(q.events), len(model))
		}
	})
}
