package fault

import (
	"math/rand/v2"

	"checkoutlab/internal/unit"
)

// status answers with an error, after the healthy latency or its own, or after
// that of a slow fault. Of several, the first in the file counts.
type status struct{}

func (status) act(w *Window, rng *rand.Rand, d draft) draft {
	own := d.Latency
	if w.Latency.Given() {
		own = w.Latency.Draw(rng) // also where it will not count: the stream stays aligned
	}
	if d.Status != ok {
		return d
	}
	d.Status, d.RetryAfter = w.Status, w.RetryAfter
	if !d.slowed {
		d.Latency = own
	}
	return d
}

func (status) check(w *Window, ps *unit.Problems) {
	if w.Status != 0 && (w.Status < 400 || w.Status > 599) {
		ps.Addf("status", "%d is not an error; write a code of 400 to 599", w.Status)
	}
	bounded(ps, "retry_after", w.RetryAfter, 0)
}

func (status) takes() []string { return []string{"latency", "status", "retry_after"} }
