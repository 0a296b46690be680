package resilience_test

import (
	"fmt"
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
		TrialLease:          2 * time.Second,
	}
	c.TrialSuccesses = rapid.IntRange(0, c.Trials).Draw(t, "trial successes")
	if flag("no lease") {
		c.TrialLease, c.NoTrialLease = 0, true
	}
	if flag("count window") {
		c.Window.Count = rapid.IntRange(1, 8).Draw(t, "count")
		c.MinimumCalls = rapid.IntRange(1, c.Window.Count).Draw(t, "minimum")
	} else {
		c.Window = resilience.WindowConfig{Time: 4 * time.Second, Buckets: 4}
		c.MinimumCalls = rapid.IntRange(1, 8).Draw(t, "minimum")
		c.CountStarted = flag("count started")
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

func (p *pair) ask(t *rapid.T) {
	permit, err := p.breaker.Acquire(p.now)
	call := p.model.ask(p.now)
	if (err == nil) != (call != nil) {
		t.Fatalf("at %v in %v: breaker says %v, model admits: %v", p.now, p.model.state, err, call != nil)
	}
	p.asked++
	if err != nil {
		p.refused++
		return
	}
	p.permits, p.calls = append(p.permits, permit), append(p.calls, call)
}

func (p *pair) report(t *rapid.T) {
	if len(p.permits) == 0 {
		t.Skip("nothing runs")
	}
	i := rapid.IntRange(0, len(p.permits)-1).Draw(t, "which")
	o := resilience.Outcome(rapid.IntRange(0, 3).Draw(t, "outcome"))
	took := p.now - p.permits[i].Start()
	p.breaker.Release(p.now, p.permits[i], o, took)
	p.model.report(p.now, p.calls[i], o, took)
	last := len(p.permits) - 1
	p.permits[i], p.calls[i] = p.permits[last], p.calls[last]
	p.permits, p.calls = p.permits[:last], p.calls[:last]
	p.ended++
}

func (p *pair) force(t *rapid.T) {
	s := resilience.State(rapid.IntRange(0, 5).Draw(t, "state"))
	p.breaker.Force(p.now, s)
	p.model.advance(p.now)
	p.model.to(s, p.now)
	if s == resilience.Closed {
		p.model.window = nil
	}
}

func (p *pair) pass(t *rapid.T) {
	p.now += time.Duration(rapid.IntRange(1, 30).Draw(t, "tenths")) * 100 * time.Millisecond
}

func (p *pair) agree(t *rapid.T) {
	p.model.advance(p.now)
	if got := p.breaker.State(p.now); got != p.model.state {
		t.Fatalf("at %v: state %v, the model says %v", p.now, got, p.model.state)
	}
	if got, want := p.breaker.Counts(p.now), p.model.counts(p.now); got != want {
		t.Fatalf("at %v in %v: counts %+v, a slow recount gives %+v", p.now, p.model.state, got, want)
	}
	if ran := len(p.permits) + p.ended; p.asked != p.refused+ran {
		t.Fatalf("%d asked, but %d refused and %d ran", p.asked, p.refused, ran)
	}
}

// agreeWithModel is the property: whatever happens, breaker and model agree on every
// answer, on the state and on the counts.
func agreeWithModel(t *rapid.T) {
	c := drawBreaker(t)
	p := &pair{breaker: resilience.NewBreaker(c), model: &model{cfg: c}}
	t.Repeat(map[string]func(*rapid.T){
		"ask": p.ask, "ask again": p.ask, "report": p.report, "report again": p.report,
		"pass": p.pass, "force": p.force, "": p.agree,
	})
}

func TestBreakerAgreesWithAModel(t *testing.T) { rapid.Check(t, agreeWithModel) }

// FuzzBreaker is the same property under the fuzzer of the Go tool.
func FuzzBreaker(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(agreeWithModel))
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
