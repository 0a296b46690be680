package resilience

import (
	"time"

	"checkoutlab/internal/unit"
)

// Budget bounds the retries of all calls to one dependency. A call is active from
// Begin, or Resume after its wait, until Retry grants it another attempt or it ends.
// All amounts are whole millionths of a retry. It is not safe for concurrent use.
type Budget struct {
	cfg     BudgetConfig
	active  int      // attempts that run or queue
	retries int      // retries that wait, run or queue
	tokens  int64    // grpc
	reserve int64    // finagle
	recent  ttlAdder // finagle: deposits less withdrawals
}

// NewBudget returns a fresh budget. It panics on a configuration that Validate refuses.
func NewBudget(c BudgetConfig) *Budget {
	if ps := c.Validate(); len(ps) > 0 {
		panic("resilience: budget: " + ps[0].String())
	}
	c = c.WithDefaults()
	b := &Budget{cfg: c, tokens: int64(c.Tokens) * int64(unit.Whole)}
	b.reserve, _ = c.reserve()
	b.recent.width = c.TTL / ttlSlices
	return b
}

// Begin says that a call is made for the first time.
func (b *Budget) Begin(now time.Duration) {
	b.active++
	if b.cfg.Kind == FinagleBudget {
		b.recent.add(now, int64(b.cfg.Ratio))
	}
}

// Count says how an attempt ended. Only a Success and a Failure count.
func (b *Budget) Count(o Outcome) {
	if b.cfg.Kind != GRPCBudget {
		return
	}
	switch o {
	case Success:
		b.tokens = min(b.tokens+int64(b.cfg.Ratio), int64(b.cfg.Tokens)*int64(unit.Whole))
	case Failure:
		b.tokens = max(b.tokens-int64(unit.Whole), 0)
	}
}

// Retry asks for a retry after an active attempt, the first one or a retry itself. If
// it is granted the call waits: Resume or Cancel follows. If not the call is still
// active.
func (b *Budget) Retry(now time.Duration, again bool) bool {
	under := b.retries
	if again {
		under-- // the one that ends makes room for the next
	}
	if !b.allows(now, under) {
		return false
	}
	b.active--
	b.retries = under + 1
	return true
}

// Resume says that a call's wait is over and its retry begins.
func (b *Budget) Resume() { b.active++ }

// Cancel says that a call ends in its wait.
func (b *Budget) Cancel() { b.retries-- }

// End says that a call ends with an active attempt, the first one or a retry.
func (b *Budget) End(again bool) {
	b.active--
	if again {
		b.retries--
	}
}

// Active is the number of attempts that run or wait in the bulkhead's queue.
func (b *Budget) Active() int { return b.active }

// Retries is the number of retries that are decided and not over.
func (b *Budget) Retries() int { return b.retries }

// allows asks with so many other retries under way, and takes what a retry costs.
func (b *Budget) allows(now time.Duration, under int) bool {
	switch b.cfg.Kind {
	case EnvoyBudget:
		share := int64(b.cfg.Ratio) * int64(b.active) / int64(unit.Whole)
		return int64(under) < max(share, int64(b.cfg.MinRetries))
	case GRPCBudget:
		return 2*b.tokens > int64(b.cfg.Tokens)*int64(unit.Whole)
	}
	if b.reserve+b.recent.sum(now) < int64(unit.Whole) {
		return false
	}
	b.recent.add(now, -int64(unit.Whole))
	return true
}

// ttlSlices is the number of slices that a TTL is cut into, as in Finagle.
const ttlSlices = 10

// ttlAdder sums what was added in the last TTL.
type ttlAdder struct {
	width  time.Duration // of a slice
	latest int64         // number of the newest slice
	slices [ttlSlices]int64
	total  int64
}

func (a *ttlAdder) add(now time.Duration, n int64) {
	a.advance(now)
	a.slices[a.latest%ttlSlices] += n
	a.total += n
}

func (a *ttlAdder) sum(now time.Duration) int64 {
	a.advance(now)
	return a.total
}

// advance forgets the slices that are over. An instant before the latest one seen
// counts as that one.
func (a *ttlAdder) advance(now time.Duration) {
	slice := int64(now / a.width)
	for forget := min(slice-a.latest, ttlSlices); forget > 0; forget-- {
		old := &a.slices[(a.latest+forget)%ttlSlices]
		a.total -= *old
		*old = 0
	}
	a.latest = max(a.latest, slice)
}
