package fault

import (
	"math/rand/v2"
	"time"

	"checkoutlab/internal/unit"
)

// hang accepts the request and does not answer. When the window ends the
// connection is cut, so that the fault ends by itself. It outdoes every other
// fault; of several, the one that ends last counts.
type hang struct{}

func (hang) act(w *Window, _ *rand.Rand, d draft) draft {
	d.Hang, d.Until = true, max(d.Until, w.Until)
	return d
}

func (hang) check(*Window, *unit.Problems) {}

func (hang) takes() []string { return nil }

// Holds reports whether a request that hangs until the given instant, decided by
// an earlier plan, may go on to hang under this one: whether a hang with the same
// end is open now.
func (p *Plan) Holds(until, now time.Duration) bool {
	for i := range p.windows {
		if w := &p.windows[i]; w.Kind == Hang && w.Until == until && w.open(now) && !w.never() {
			return true
		}
	}
	return false
}
