package live

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"checkoutlab/scenarios"
)

// tooLate is the lag past which a due request is not sent any more but counted
// as missed. Only a sender that stood still gets there, and to send then what
// it has missed would be a burst that no client ever caused.
const tooLate = 250 * time.Millisecond

const (
	// timerSlack is how much earlier than due a timer is set, because it may come
	// that much late; the rest is slept by pause.
	timerSlack = 1500 * time.Microsecond
	// sparse is the rate up to which that is worth it, in requests a second. A
	// faster sender would hold a processor in the system call most of the time.
	sparse = 200
)

// pacer hands vegeta the due instants of a load. It waits by itself and tells
// vegeta to wait no longer, because vegeta's own wait cannot be interrupted.
type pacer struct {
	load     scenarios.Load
	schedule *scenarios.Schedule
	now      func() time.Duration
	pause    func(time.Duration)
	done     <-chan struct{}

	mu     sync.Mutex
	sent   []time.Duration // due instants of the hits, in the order of sending
	missed int
}

var _ vegeta.Pacer = (*pacer)(nil)

func newPacer(load scenarios.Load, duration time.Duration, rng *rand.Rand, now func() time.Duration) *pacer {
	return &pacer{
		load: load, schedule: load.Schedule(duration, rng), now: now, pause: pause,
		sent: make([]time.Duration, 0, load.Count(duration)),
	}
}

// until makes the pacer stop when ctx is done.
func (p *pacer) until(ctx context.Context) { p.done = ctx.Done() }

// Pace returns when the next request is due, or says stop after the last.
func (p *pacer) Pace(time.Duration, uint64) (wait time.Duration, stop bool) {
	for {
		due, ok := p.schedule.Next()
		if !ok || !p.sleepUntil(due) {
			return 0, true
		}
		if p.take(due) {
			return 0, false
		}
	}
}

// take books a due instant as sent, or as missed if it is long past.
func (p *pacer) take(due time.Duration) bool {
	late := p.now()-due > tooLate
	p.mu.Lock()
	defer p.mu.Unlock()
	if late {
		p.missed++
		return false
	}
	p.sent = append(p.sent, due)
	return true
}

// sleepUntil waits for an instant of the run's clock; false if stopped.
func (p *pacer) sleepUntil(at time.Duration) bool {
	select {
	case <-p.done:
		return false
	default:
	}
	slack := timerSlack
	if p.Rate(0) > sparse {
		slack = 0
	}
	if wait := at - p.now() - slack; wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
		case <-p.done:
			return false
		}
	}
	for left := at - p.now(); left > 0; left = at - p.now() {
		p.pause(left)
	}
	return true
}

// Rate is the load's highest rate in requests a second; vegeta only prints it.
func (p *pacer) Rate(time.Duration) float64 { return p.load.Peak().PerSecond() }

// due is when the request that was sent as the seq-th was due.
func (p *pacer) due(seq int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[seq]
}

// totals counts the requests sent and those that were due and were not.
func (p *pacer) totals() (sent, missed int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent), p.missed
}
