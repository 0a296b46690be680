package resilience_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/resilience"
)

// crowd is several calls of one chain with the books that a driver could keep of them.
type crowd struct {
	chain *resilience.Chain
	hold  bool
	most  int // attempts of a call
	calls []*caller
	now   time.Duration
	left  int // work that was left behind
}

type caller struct {
	call  resilience.Call
	doing resilience.ActionKind // Finish before it begins
	try   uint8
	tries int // attempts since it began
}

func newCrowd(p resilience.Policies, n int) *crowd {
	c := &crowd{chain: resilience.NewChain(p, rand.New(rand.NewPCG(1, 1))), calls: make([]*caller, n), most: 1}
	if p.Bulkhead != nil {
		c.hold = p.Bulkhead.HoldUntilDone
	}
	if p.Retry != nil {
		c.most = p.Retry.WithDefaults().Attempts
	}
	for i := range c.calls {
		c.calls[i] = &caller{doing: resilience.Finish}
		c.calls[i].call.Chain = c.chain
		c.calls[i].call.Ticket().Owner = c.calls[i]
	}
	return c
}

// tell steps a call, and whichever it hands a slot to.
func (c *crowd) tell(who *caller, ev resilience.Event) error {
	act := who.call.Next(c.now, ev)
	before := *who
	if act.Kind != resilience.Nothing {
		who.doing, who.try = act.Kind, act.Try
	}
	if before.doing == resilience.Attempt && act.Kind != resilience.Nothing &&
		(ev.Kind == resilience.TimedOut || ev.Kind == resilience.GaveUp) {
		c.left++
	}
	if err := c.follows(&before, who, ev, act); err != nil {
		return fmt.Errorf("%v of attempt %d, while %v number %d: %v: %w", ev.Kind, ev.Try, before.doing, before.try, act.Kind, err)
	}
	if act.Granted != nil {
		if err := c.tell(act.Granted.Owner.(*caller), resilience.Event{Kind: resilience.Permitted}); err != nil {
			return err
		}
	}
	return nil
}

// follows checks one answer.
func (c *crowd) follows(before, who *caller, ev resilience.Event, act resilience.Action) error {
	last := before.try
	if ev.Kind == resilience.Began {
		last = 1
	}
	late := ev.Kind != resilience.Began && ev.Try != 0 && ev.Try != before.try
	switch {
	case (late || before.doing == resilience.Finish && ev.Kind != resilience.Began) && act != (resilience.Action{}):
		return fmt.Errorf("an event that is late does something")
	case act.Limit < 0:
		return fmt.Errorf("a limit of %v", act.Limit)
	case act.Kind == resilience.Wait && act.Try != last+1:
		return fmt.Errorf("a wait for attempt %d", act.Try)
	case act.Kind == resilience.Wait && before.doing == resilience.Wait && ev.Kind != resilience.Waited:
		return fmt.Errorf("a wait in a wait")
	}
	if ev.Kind == resilience.Began {
		who.tries = 0
	}
	if before.doing == resilience.Wait && ev.Kind == resilience.GaveUp {
		last-- // the attempt that it waited for was none
	}
	if act.Kind == resilience.Finish && act.Try != last {
		return fmt.Errorf("it ends after attempt %d", act.Try)
	}
	if act.Kind == resilience.Attempt {
		who.tries++
	}
	if who.tries > c.most || int(act.Try) > c.most {
		return fmt.Errorf("attempt %d (%d made) of at most %d", act.Try, who.tries, c.most)
	}
	return nil
}

// balance holds the books of the policies to those of the driver.
func (c *crowd) balance() error {
	running, queued, retries := 0, 0, 0
	for _, who := range c.calls {
		switch who.doing {
		case resilience.Attempt:
			running++
		case resilience.Queue:
			queued++
		}
		if who.doing != resilience.Finish && who.try > 1 {
			retries++
		}
	}
	held := running
	if c.hold {
		held += c.left
	}
	if got := c.chain.Abandoned(); got != c.left {
		return fmt.Errorf("%d abandoned, want %d", got, c.left)
	}
	if b := c.chain.Bulkhead; b != nil && (b.InUse() != held || b.Queued() != queued) {
		return fmt.Errorf("%d slots in use and %d queued, want %d and %d", b.InUse(), b.Queued(), held, queued)
	}
	if r := c.chain.Retry; r != nil && r.Budget != nil {
		if b := r.Budget; b.Active() != running+queued || b.Retries() != retries {
			return fmt.Errorf("%d active and %d retries, want %d and %d", b.Active(), b.Retries(), running+queued, retries)
		}
	}
	return nil
}

// do reads one step from two bytes: what happens, and to which call.
func (c *crowd) do(what, which byte) error {
	who := c.calls[int(which)%len(c.calls)]
	ev := resilience.Event{Outcome: resilience.Outcome(which / 64)}
	if what&8 != 0 { // it says which attempt it is of, an earlier one at times
		if ev.Try = who.try; which&16 != 0 && who.try > 1 {
			ev.Try--
		}
	}
	switch what % 8 {
	case 0, 1:
		if who.doing != resilience.Finish {
			return nil
		}
		ev = resilience.Event{Kind: resilience.Began}
		who.call.Within = time.Duration(which/128) * 400 * time.Millisecond
	case 2, 3:
		ev.Kind, ev.RetryAfter = resilience.Replied, time.Duration(which%3-1)*50*time.Millisecond
	case 4:
		ev.Kind = resilience.TimedOut
	case 5:
		ev.Kind = resilience.Waited
	case 6:
		ev.Kind = resilience.GaveUp
	default:
		c.now += time.Duration(which) * time.Millisecond
		if c.left > 0 && what&16 != 0 {
			c.left--
			if t := c.chain.Ended(c.now); t != nil {
				return c.tell(t.Owner.(*caller), resilience.Event{Kind: resilience.Permitted})
			}
		}
		return nil
	}
	return c.tell(who, ev)
}

// run is the property: whatever happens, each answer is one that may follow, and the
// books balance after every step and are empty in the end.
func (c *crowd) run(steps []byte) error {
	for ; len(steps) >= 2; steps = steps[2:] {
		if err := c.do(steps[0], steps[1]); err != nil {
			return err
		}
		if err := c.balance(); err != nil {
			return err
		}
	}
	for _, who := range c.calls {
		if err := c.tell(who, resilience.Event{Kind: resilience.GaveUp}); err != nil {
			return err
		}
		if who.doing != resilience.Finish {
			return fmt.Errorf("a call that was given up is %v", who.doing)
		}
	}
	for ; c.left > 0; c.left-- {
		if c.chain.Ended(c.now) != nil {
			return fmt.Errorf("a call is queued in the end")
		}
	}
	return c.balance()
}

// crowds are the policies that the property is tried on.
func crowds() []resilience.Policies {
	retry := func(c resilience.RetryConfig, hold bool, order ...string) resilience.Policies {
		p := policies(order...)
		p.Bulkhead.MaxConcurrent, p.Bulkhead.Queue, p.Bulkhead.HoldUntilDone = 2, 2, hold
		p.Breaker.Window.Count = 6
		p.Retry = &c
		return p
	}
	type config = resilience.RetryConfig
	budget := func(kind string) *resilience.BudgetConfig {
		return &resilience.BudgetConfig{Kind: kind}
	}
	plain := policies()
	plain.Bulkhead.HoldUntilDone = true
	return []resilience.Policies{
		plain,
		retry(config{}, false),
		retry(config{Jitter: "full", OnOpen: "wait", Within: time.Second, Budget: budget("envoy")}, true),
		retry(config{Attempts: 20, Jitter: "decorrelated", Backoff: 1, Budget: budget("grpc")}, true, "bulkhead", "breaker", "timeout"),
		retry(config{Attempts: 5, Jitter: "equal", OnOpen: "wait", Budget: budget("finagle")}, false, "timeout", "breaker", "bulkhead"),
		{Retry: &config{Budget: &resilience.BudgetConfig{Kind: "envoy", MinRetries: 1}}},
	}
}

func TestCallsKeepTheirBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(crowds()).Draw(t, "policies")
		c, seed := newCrowd(p, rapid.IntRange(1, 8).Draw(t, "calls")), rapid.Uint64().Draw(t, "seed")
		steps := make([]byte, 400)
		source := rand.New(rand.NewPCG(seed, 0))
		for i := range steps {
			steps[i] = byte(source.Uint32())
		}
		if err := c.run(steps); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzCall(f *testing.F) {
	for i := range crowds() {
		f.Add(uint8(i), []byte("\x00\x00\x02\x40\x05\x00\x04\x00\x05\x00\x1f\x40\x06\x00"))
	}
	f.Fuzz(func(t *testing.T, which uint8, steps []byte) {
		all := crowds()
		if err := newCrowd(all[int(which)%len(all)], 4).run(steps[:min(len(steps), 2000)]); err != nil {
			t.Error(err)
		}
	})
}
