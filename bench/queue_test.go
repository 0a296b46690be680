package bench

import (
	"cmp"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// BenchmarkQueue is the queue of gods in the hold model with 100 000 events pending.
// The lab's own, and the heap of the standard library, are timed in internal/sim in
// the same way.
func BenchmarkQueue(b *testing.B) {
	const pending = 100_000
	type event struct {
		at  time.Duration
		seq int
	}
	delays := make([]time.Duration, 1<<16)
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range delays {
		delays[i] = time.Duration(rng.ExpFloat64() * float64(time.Second))
	}
	b.Run("gods", func(b *testing.B) {
		q := priorityqueue.NewWith(func(x, y any) int {
			a, b := x.(event), y.(event)
			return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.seq, b.seq))
		})
		for i := range pending {
			q.Enqueue(event{delays[i%len(delays)], i})
		}
		start := processor()
		for i := 0; b.Loop(); i++ {
			v, _ := q.Dequeue()
			q.Enqueue(event{v.(event).at + delays[i%len(delays)], pending + i})
		}
		perSecond(b, start, 1, "events")
	})
}
