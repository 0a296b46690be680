package resilience_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

// drawBreaker draws any valid configuration with numbers small enough for every
// rule to matter within some dozens of calls.
func drawBreaker(t *rapid.T) resilience.BreakerConfig {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	share := func(name string) unit.Share { return unit.Percent(25 * rapid.Int64Range(1, 4).Draw(t, name)) }
	c := resilience.BreakerConfig{
		FailureRate: share("failure rate"), OpensAbove: flag("opens above"),
		JudgeOnFailure: flag("judge on failure"), IgnoredSucceed: flag("ignored succeed"),
		OpenFor:    time.Duration(rapid.IntRange(1, 3).Draw(t, "open for")) * time.Second,
		OpenGrowth: 2, OpenMax: 5 * time.Second,
		AdmitAtDeadline: flag("admit at deadline"), AutomaticHalfOpen: flag("automatic"),
		Trials: rapid.IntRange(1, 4).Draw(t, "trials"), KeepWindow: flag("keep window"),
		ConsecutiveFailures: rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "consecutive"),
		TrialLease:          rapid.SampledFrom([]time.Duration{500 * time.Millisecond, 2 * time.Second}).Draw(t, "lease"),
	}
	c.TrialSuccesses = rapid.IntRange(0, c.Trials).Draw(t, "trial successes")
	if flag("no lease") {
		c.TrialLease, c.NoTrialLease = 0, true
	}
	if flag("count window") {
		c.Window.Count = rapid.IntRange(1, 8).Draw(t, "count")
		c.MinimumCalls = rapid.IntRange(1, c.Window.Count).Draw(t, "minimum")
		c.FailureCount = min(c.Window.Count, rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "failure count"))
	} else {
		c.Window = resilience.WindowConfig{Time: 4 * time.Second, Buckets: 4}
		c.MinimumCalls = rapid.IntRange(1, 8).Draw(t, "minimum")
		c.CountStarted = flag("count started")
		c.FailureCount = rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "failure count")
	}
	if flag("slow calls") {
		c.SlowCall, c.SlowRate = time.Second, share("slow rate")
		c.CountInFlight, c.SlowFails = flag("in flight"), flag("slow fails")
	}
	return c.WithDefaults()
}

// pair is a breaker beside its model, with the permits that both have given.
type pair struct {
	breaker *resilience.Breaker
	model   *model
	now     time.Duration
	permits []resilience.Permit
	calls   []*modelCall
	asked   int
	refused int
	ended   int
}

func (p *pair) ask() error {
	permit, err := p.breaker.Acquire(p.now)
	call := p.model.ask(p.now)
	if (err == nil) != (call != nil) {
		return fmt.Errorf("breaker says %v, model admits: %v", err, call != nil)
	}
	p.asked++
	if err != nil {
		p.refused++
		return nil
	}
	p.permits, p.calls = append(p.permits, permit), append(p.calls, call)
	return nil
}

// report ends the i-th of the calls that run.
func (p *pair) report(i int, o resilience.Outcome) {
	took := p.now - p.permits[i].Start()
	p.breaker.Release(p.now, p.permits[i], o, took)
	p.model.report(p.now, p.calls[i], o, took)
	p.permits, p.calls = slices.Delete(p.permits, i, i+1), slices.Delete(p.calls, i, i+1)
	p.ended++
}

func (p *pair) force(s resilience.State) {
	p.breaker.Force(p.now, s)
	p.model.advance(p.now)
	p.model.to(s, p.now)
	if s == resilience.Closed {
		p.model.window = nil
	}
}

// agree checks that both show the same.
func (p *pair) agree() error {
	p.model.advance(p.now)
	if got := p.breaker.State(p.now); got != p.model.state {
		return fmt.Errorf("state %v, the model says %v", got, p.model.state)
	}
	if got, want := p.breaker.Counts(p.now), p.model.counts(p.now); got != want {
		return fmt.Errorf("counts %+v, a slow recount gives %+v", got, want)
	}
	if ran := len(p.permits) + p.ended; p.asked != p.refused+ran {
		return fmt.Errorf("%d asked, but %d refused and %d ran", p.asked, p.refused, ran)
	}
	return nil
}

// do takes one step that two bytes stand for.
func (p *pair) do(op, arg byte) (err error) {
	switch {
	case op < 100:
		err = p.ask()
	case op < 190 && len(p.permits) > 0:
		p.report(int(arg/4)%len(p.permits), resilience.Outcome(arg%4))
	case op < 250:
		p.now += time.Duration(arg%32) * 100 * time.Millisecond
	default:
		p.force(resilience.State(arg % 6))
	}
	if err == nil {
		err = p.agree()
	}
	if err != nil {
		return fmt.Errorf("at %v in %v: %w", p.now, p.model.state, err)
	}
	return nil
}

// agreeOn is the property: whatever happens, breaker and model agree on every answer,
// on the state and on the counts.
func agreeOn(c resilience.BreakerConfig, steps []byte) error {
	p := &pair{breaker: resilience.NewBreaker(c), model: &model{cfg: c.WithDefaults()}}
	for ; len(steps) >= 2; steps = steps[2:] {
		if err := p.do(steps[0], steps[1]); err != nil {
			return err
		}
	}
	return nil
}

func TestBreakerAgreesWithAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Steps are drawn evenly from a seed: rapid itself prefers small bytes, and so
		// hardly ever passes time.
		c, seed := drawBreaker(t), rapid.Uint64().Draw(t, "seed")
		steps := make([]byte, 2*rapid.IntRange(100, 200).Draw(t, "steps"))
		source := rand.New(rand.NewPCG(seed, 0))
		for i := range steps {
			steps[i] = byte(source.Uint32())
		}
		if err := agreeOn(c, steps); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzBreaker is the same property under the fuzzer of the Go tool, which looks for
// steps that reach new code.
func FuzzBreaker(f *testing.F) {
	configs := []resilience.BreakerConfig{
		span20s, slow4s, fourTrials,
		{Window: resilience.WindowConfig{Count: 3}, OpenFor: time.Second, Trials: 3, TrialSuccesses: 2, OpenGrowth: 2},
		{Window: resilience.WindowConfig{Count: 4}, OpenFor: time.Second, Trials: 2, TrialLease: time.Second,
			SlowCall: time.Second, CountInFlight: true, AutomaticHalfOpen: true},
		{Preset: "opossum"}, {Preset: "gobreaker"}, {Preset: "hystrix", MinimumCalls: 3},
	}
	for i := range configs {
		for _, steps := range []string{
			"\x00\x00\x70\x01\x00\x00\x70\x01\xf0\x1f\x00\x00\x70\x00",                                                 // fails until it opens, and is tried
			"\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x14\x70\x01\x70\x05\x70\x08\x70\x03",                                 // many at once, slow
			"\x00\x00\x70\x01\xf0\x1f\x00\x00\x00\x00\xf0\x0b\x00\x00\xf0\x1f\x70\x00\x70\x02",                         // trials outlive their lease
			"\xfa\x03\x00\x00\xfa\x00\x00\x00\xfa\x04\x00\x00\x70\x01\xfa\x01\xf0\x1f\x00\x00\xfa\x02\x00\x00\x70\x01", // forced about
		} {
			f.Add(uint8(i), []byte(steps))
		}
	}
	f.Fuzz(func(t *testing.T, config uint8, steps []byte) {
		if err := agreeOn(configs[int(config)%len(configs)], steps[:min(len(steps), 2000)]); err != nil {
			t.Error(err)
		}
	})
}

func TestBreakerInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := resilience.NewBreaker(drawBreaker(t))
		var now time.Duration
		var running []resilience.Permit
		asked, refused, ran := 0, 0, 0
		state, forced := resilience.Closed, false
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now += time.Duration(rapid.IntRange(0, 500).Draw(t, "ms")) * time.Millisecond
			if rapid.IntRange(0, 40).Draw(t, "force") == 0 {
				forced = !forced
				b.Force(now, map[bool]resilience.State{true: resilience.ForcedOpen}[forced])
			}
			if asked++; rapid.Bool().Draw(t, "end") && len(running) > 0 {
				o := resilience.Outcome(rapid.IntRange(0, 3).Draw(t, "outcome"))
				b.Release(now, running[0], o, now-running[0].Start())
				running = running[1:]
			}
			if p, err := b.Acquire(now); err != nil {
				refused++
			} else if running, ran = append(running, p), ran+1; forced {
				t.Fatal("a call runs while forced open")
			}
			for _, change := range b.Changes() {
				if err := follows(state, change); err != nil {
					t.Fatal(err)
				}
				state = change.To
			}
		}
		if asked != refused+ran {
			t.Fatalf("%d asked, %d refused and %d ran", asked, refused, ran)
		}
	})
}

// follows checks that a transition starts where the last one ended and is one that a
// breaker can make: it opens and closes in turns.
func follows(state resilience.State, t resilience.Transition) error {
	if t.From != state || t.To == state {
		return fmt.Errorf("%v>%v (%s) from %v", t.From, t.To, t.Reason, state)
	}
	if t.Reason == "forced by hand" {
		return nil
	}
	switch [2]resilience.State{t.From, t.To} {
	case [2]resilience.State{resilience.Closed, resilience.Open},
		[2]resilience.State{resilience.Open, resilience.HalfOpen},
		[2]resilience.State{resilience.HalfOpen, resilience.Open},
		[2]resilience.State{resilience.HalfOpen, resilience.Closed}:
		return nil
	}
	return fmt.Errorf("no breaker goes %v>%v (%s)", t.From, t.To, t.Reason)
}
