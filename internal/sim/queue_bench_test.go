package sim

import (
	stdheap "container/heap"
	"math/rand/v2"
	"testing"
	"time"
)

// pending is how many events wait while a queue is timed.
const pending = 100_000

// BenchmarkQueue is the hold model (Jones: An empirical comparison of
// priority-queue and event-set implementations, 1986): of many pending events the
// earliest is taken and a new one put in, a random while later. A pop with its push is
// one event.
func BenchmarkQueue(b *testing.B) {
	delays := make([]time.Duration, 1<<16)
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range delays {
		delays[i] = time.Duration(rng.ExpFloat64() * float64(time.Second))
	}
	b.Run("lab", func(b *testing.B) {
		var q queue
		for i := range pending {
			q.push(delays[i%len(delays)], worked, int32(i), 0)
		}
		for i := 0; b.Loop(); i++ {
			e := q.pop()
			q.push(e.at+delays[i%len(delays)], worked, e.ref, e.gen)
		}
		perSecond(b)
	})
	b.Run("container-heap", func(b *testing.B) {
		var q boxed
		for i := range pending {
			stdheap.Push(&q, event{at: delays[i%len(delays)], order: uint64(i)})
		}
		for i := 0; b.Loop(); i++ {
			e := stdheap.Pop(&q).(event)
			e.at, e.order = e.at+delays[i%len(delays)], uint64(pending+i)
			stdheap.Push(&q, e)
		}
		perSecond(b)
	})
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// boxed is the same queue as one writes it with the standard library.
type boxed []event

func (q boxed) Len() int           { return len(q) }
func (q boxed) Less(i, j int) bool { return q[i].before(&q[j]) == 1 }
func (q boxed) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *boxed) Push(e any)        { *q = append(*q, e.(event)) }
func (q *boxed) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
