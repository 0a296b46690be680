package fault

import (
	"math/rand/v2"

	"checkoutlab/internal/unit"
)

// hang accepts the request and does not answer. When the window ends the
// connection is cut, so that the fault ends by itself. It outdoes every other
// fault; of several, the one that ends last counts.
type hang struct{}

func (hang) act(w *Window, _ *rand.Rand, d *Decision) {
	d.Hang, d.Until = true, max(d.Until, w.Until)
}

func (hang) check(*Window, *unit.Problems) {}

func (hang) takes() []string { return nil }
