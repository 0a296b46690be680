package swarm

import (
	"slices"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// loadBook holds that each request that is due is sent and ends exactly once.
type loadBook struct {
	name  string
	load  scenarios.Load
	due   int64 // how many, where neither chance nor the answers decide; or -1
	ended map[int64]bool
	sent  int
}

func newLoadBook(spec scenarios.Spec, name string) *loadBook {
	l := spec.Loads[name]
	b := &loadBook{name: name, load: l, due: l.Count(spec.Duration), ended: map[int64]bool{}}
	ramps := slices.ContainsFunc(l.Stages, func(s scenarios.Stage) bool { return s.Over > 0 })
	if l.Clients > 0 || l.Arrivals == scenarios.Poisson || ramps {
		b.due = -1
	}
	return b
}

func (b *loadBook) enter(e record.Event) error {
	switch {
	case e.Name != b.name:
	case e.Kind == record.Sender:
		b.sent = e.InUse
	case e.Kind == record.Request:
		if b.ended[e.Seq] {
			return failf("a request ends once", "%+v", e)
		}
		b.ended[e.Seq] = true
		waited, gaveUp := e.Latency(), e.Outcome == record.ClientTimeout
		if e.Sent != e.Due || waited < 0 || waited > b.load.GiveUp || gaveUp && waited < b.load.GiveUp {
			return failf("a client waits as long as it says", "%s: %+v", b.load.GiveUp, e)
		}
	}
	return nil
}

func (b *loadBook) balance(bool) error {
	if len(b.ended) != b.sent || b.due >= 0 && int64(b.sent) != b.due {
		return failf("each request ends", "load %s: %d due, %d sent, %d ended", b.name, b.due, b.sent, len(b.ended))
	}
	for seq := range b.ended {
		if seq < 0 || seq >= int64(b.sent) {
			return failf("each request ends", "load %s: one numbered %d of %d", b.name, seq, b.sent)
		}
	}
	return nil
}
