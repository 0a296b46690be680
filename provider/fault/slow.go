package fault

import (
	"math/rand/v2"

	"checkoutlab/internal/unit"
)

// slow answers as ever, but late. Of several, the longest counts.
type slow struct{}

func (slow) act(w *Window, rng *rand.Rand, d draft) draft {
	l := w.Latency.Draw(rng)
	if d.slowed {
		l = max(l, d.Latency)
	}
	d.Latency, d.slowed = l, true
	return d
}

func (slow) check(w *Window, ps *unit.Problems) {
	if !w.Latency.Given() {
		ps.Addf("", "slow has no latency; write how long an answer takes, such as latency: 10s")
	}
}

func (slow) takes() []string { return []string{"latency"} }
