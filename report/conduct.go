package report

import (
	"math"
	"slices"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// conduct is how the machine behaved while it measured one mode.
type conduct struct {
	mode         string
	stall, pause time.Duration
	lags         Samples
	bursts       bursts
	sent, missed int
	failed       int  // requests that the lab itself could not carry
	closed       bool // the senders said how many they had sent
	capped       map[string]int
}

func newConduct(r scenarios.Run) conduct {
	return conduct{mode: r.Mode, bursts: bursts{patience: patience(r.Spec)}, capped: map[string]int{}}
}

func (c *conduct) add(e *record.Event) {
	switch e.Kind {
	case record.Request:
		c.lags.Add(e.Sent - e.Due)
		c.bursts.add(e.Sent, e.At)
		if e.Outcome == record.Failed {
			c.failed++
		}
	case record.Sender:
		c.closed = true
		c.sent += e.InUse
		c.missed += e.Waiting
	case record.Stall:
		c.stall = max(c.stall, e.Took)
	case record.Pause:
		c.pause = max(c.pause, e.Took)
	case record.Capped:
		c.capped[e.Name]++
	}
}

// senders is how many requests were sent. Of a run that was cut short those
// that ended are all that is known.
func (c *conduct) senders() int {
	if !c.closed {
		return c.lags.Len()
	}
	return c.sent
}

// burstWindow is the length of time in which BurstMax counts.
const burstWindow = 100 * time.Millisecond

// bursts finds the highest number of requests sent in any burstWindow. Requests
// come in the order in which they ended, and are kept until none can come any
// more that was sent before them.
type bursts struct {
	patience time.Duration // no request takes longer
	sends    []time.Duration
	full     int // how many are kept before some are let go
	most     int
}

// lateness is how much later than its client gives up a request may end.
const lateness = 10 * time.Second

// patience is the longest that a request may take; of an unknown scenario there
// is no knowing.
func patience(spec scenarios.Spec) time.Duration {
	longest := time.Duration(0)
	for _, l := range spec.Loads {
		if l.GiveUp <= 0 {
			return math.MaxInt64
		}
		longest = max(longest, l.GiveUp+lateness)
	}
	if longest == 0 {
		return math.MaxInt64
	}
	return longest
}

func (b *bursts) add(sent, ended time.Duration) {
	const least = 1024
	b.sends = append(b.sends, sent)
	if len(b.sends) < max(least, b.full) {
		return
	}
	b.count()
	keep := 0
	if ended > math.MinInt64+b.patience {
		settled := ended - b.patience - burstWindow
		keep, _ = slices.BinarySearch(b.sends, settled)
	}
	b.sends = b.sends[:copy(b.sends, b.sends[keep:])]
	b.full = 2 * len(b.sends)
}

func (b *bursts) highest() int {
	b.count()
	return b.most
}

// count looks at the windows that end with each send.
func (b *bursts) count() {
	slices.Sort(b.sends)
	first := 0
	for i, t := range b.sends {
		for b.sends[first] <= t-burstWindow {
			first++
		}
		b.most = max(b.most, i-first+1)
	}
}
