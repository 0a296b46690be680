package resilience_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/resilience"
)

func policies(order ...string) resilience.Policies {
	return resilience.Policies{
		Order: order, Timeout: 500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 1, MaxWait: 300 * time.Millisecond},
		Breaker: &resilience.BreakerConfig{
			Window: resilience.WindowConfig{Count: 2}, OpenFor: time.Second, Trials: 1,
		},
	}
}

// drive plays events to the calls a, b and c of one chain, one word a step: the
// instant in ms, the call, the event, and the action that must follow. An event is as
// eventNamed reads it, began/TIME for a caller that waits so long, or ended for work
// that was left behind. An action is attempt/LIMIT, queue/LIMIT, wait/TIME, nothing, or
// finish with an error; +a or +b means that the call's ticket was granted.
func drive(t *testing.T, p resilience.Policies, steps ...string) *resilience.Chain {
	t.Helper()
	chain := resilience.NewChain(p, rand.New(rand.NewPCG(1, 0)))
	calls := map[string]*resilience.Call{}
	for _, name := range []string{"a", "b", "c"} {
		calls[name] = &resilience.Call{Chain: chain}
		calls[name].Ticket().Owner = name
	}
	for _, step := range steps {
		at, rest, _ := strings.Cut(step, " ")
		words, want, _ := strings.Cut(rest, " -> ")
		name, event, _ := strings.Cut(words, " ")
		var act resilience.Action
		switch event, within, _ := strings.Cut(event, "/"); {
		case event == "ended":
			act.Granted = chain.Ended(duration(at))
		case within != "":
			calls[name].Within = duration(within)
			fallthrough
		default:
			act = calls[name].Next(duration(at), eventNamed(event))
		}
		if got := actionText(act); got != want {
			t.Fatalf("%s: got %q, want %q", step, got, want)
		}
	}
	return chain
}

// eventNamed reads an event: a kind or the outcome of a reply, then :OUTCOME for that of
// another kind, +TIME for a Retry-After and #N for the attempt it is of.
func eventNamed(name string) (ev resilience.Event) {
	name, try, _ := strings.Cut(name, "#")
	name, after, _ := strings.Cut(name, "+")
	name, outcome, _ := strings.Cut(name, ":")
	ev = plainEvent(name)
	if outcome != "" {
		ev.Outcome = plainEvent(outcome).Outcome
	}
	if try != "" {
		ev.Try = try[0] - '0'
	}
	if after != "" {
		ev.RetryAfter = duration(after)
	}
	return ev
}

func plainEvent(name string) resilience.Event {
	for o := resilience.Success; o <= resilience.Neutral; o++ {
		if o.String() == name {
			return resilience.Event{Kind: resilience.Replied, Outcome: o}
		}
	}
	for k := resilience.Began; k <= resilience.Expired; k++ {
		if k.String() == name {
			return resilience.Event{Kind: k}
		}
	}
	panic("no event " + name)
}

func actionText(act resilience.Action) string {
	text := act.Kind.String()
	if act.Limit > 0 {
		text += "/" + act.Limit.String()
	}
	if act.OverBudget {
		text += " over budget"
	}
	if act.Err != nil {
		text += " " + strings.TrimPrefix(act.Err.Error(), "resilience: ")
	}
	if act.Granted != nil {
		text += fmt.Sprintf(" +%v", act.Granted.Owner)
	}
	return text
}

func TestCall(t *testing.T) {
	holding := policies()
	holding.Bulkhead.HoldUntilDone = true
	for _, c := range []struct {
		name   string
		p      resilience.Policies
		steps  []string
		counts resilience.Counts // of the breaker in the end
		inUse  int
	}{
		{"goes from policy to policy and gives everything back", policies(), []string{
			"0s a began -> attempt/500ms", "0.2s a success -> finish",
		}, resilience.Counts{Calls: 1}, 0},
		{"a slot goes to the call that waits", policies(), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0s c began -> finish bulkhead full",
			"0.2s a success -> finish +b", "0.2s b permitted -> attempt/500ms", "0.4s b success -> finish",
		}, resilience.Counts{Calls: 2}, 0},
		{"a wait that is too long is no failure of the dependency", policies(), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.3s b waited -> finish bulkhead wait exceeded",
			"0.4s a success -> finish",
		}, resilience.Counts{Calls: 1}, 0},
		{"a slot granted in the instant the wait ends is used", policies(), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.3s a success -> finish +b",
			"0.3s b waited -> attempt/500ms", "0.3s b permitted -> nothing", "0.4s b success -> finish",
		}, resilience.Counts{Calls: 2}, 0},
		{"a caller that gives up in the queue leaves no trace", policies(), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.1s b gave up -> finish",
			"0.2s c began -> queue/300ms", "0.3s a success -> finish +c",
		}, resilience.Counts{Calls: 1}, 1},
		{"a caller that gives up with a slot granted hands it on", policies(), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.1s a success -> finish +b",
			"0.1s c began -> queue/300ms", "0.1s b gave up -> finish +c",
		}, resilience.Counts{Calls: 1}, 1},
		{"a caller that gives up an attempt is neutral", policies(), []string{
			"0s a began -> attempt/500ms", "0.1s a gave up -> finish", "0.2s a ended -> nothing",
		}, resilience.Counts{}, 0},
		{"a timeout is a failure, and frees the slot", policies(), []string{
			"0s a began -> attempt/500ms", "0.1s b began -> queue/300ms",
			"0.5s a timed out -> finish attempt timed out +b", "9s a ended -> nothing",
		}, resilience.Counts{Calls: 1, Failures: 1}, 1},
		{"08 with hold until done the slot is free when the work has ended", holding, []string{
			"0s a began -> attempt/500ms", "0.3s b began -> queue/300ms",
			"0.5s a timed out -> finish attempt timed out", "0.55s a ended -> nothing +b",
		}, resilience.Counts{Calls: 1, Failures: 1}, 1},
		{"a call that waits when the breaker opens still gets its slot", policies(), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.1s a failure -> finish +b",
			"0.1s c began -> queue/300ms", "0.1s b permitted -> attempt/500ms", "0.2s b failure -> finish +c",
			"0.2s a began -> finish circuit open", "0.2s c permitted -> attempt/500ms",
		}, resilience.Counts{Calls: 2, Failures: 2}, 1},
		{"the bulkhead outside the breaker gives its slot back when refused", policies("bulkhead", "breaker", "timeout"), []string{
			"0s a began -> attempt/500ms", "0.1s a failure -> finish", "0.1s a began -> attempt/500ms",
			"0.1s b began -> queue/300ms", "0.2s a failure -> finish +b", "0.2s b permitted -> finish circuit open",
		}, resilience.Counts{Calls: 2, Failures: 2}, 0},
		{"a timeout outside the bulkhead counts the wait", policies("breaker", "timeout", "bulkhead"), []string{
			"0s a began -> attempt/500ms", "0.1s b began -> queue/300ms", "0.3s a success -> finish +b",
			"0.3s b permitted -> attempt/300ms",
		}, resilience.Counts{Calls: 1}, 1},
		{"a timeout outside the breaker says nothing to it", policies("timeout", "breaker", "bulkhead"), []string{
			"0s a began -> attempt/500ms", "0.5s a timed out -> finish attempt timed out",
		}, resilience.Counts{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			chain := drive(t, c.p, c.steps...)
			if got := chain.Breaker.Counts(0); got != c.counts {
				t.Errorf("counts %+v, want %+v", got, c.counts)
			}
			if got := chain.Bulkhead.InUse(); got != c.inUse {
				t.Errorf("%d slots in use, want %d", got, c.inUse)
			}
		})
	}
}

func TestCallMeasuresFromTheAttempt(t *testing.T) {
	p := policies()
	p.Breaker.SlowCall = 400 * time.Millisecond
	p.Breaker.CountInFlight = true
	chain := drive(t, p,
		"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.29s a success -> finish +b",
		"0.29s b permitted -> attempt/500ms", "0.6s b success -> finish")
	if got, want := chain.Breaker.Counts(time.Second), (resilience.Counts{Calls: 2}); got != want {
		t.Errorf("counts %+v, want %+v: b waited 290 ms and ran 310 ms", got, want)
	}
}

// Whatever happens to the calls of a chain, each one either runs once or is turned
// away, and in the end nothing is held.
func TestCallsGiveEverythingBack(t *testing.T) {
	orders := [][]string{nil, {"bulkhead", "breaker", "timeout"}, {"timeout", "breaker", "bulkhead"}}
	rapid.Check(t, func(t *rapid.T) {
		p := policies(rapid.SampledFrom(orders).Draw(t, "order")...)
		p.Bulkhead.HoldUntilDone = rapid.Bool().Draw(t, "hold")
		chain := resilience.NewChain(p, nil)
		calls := make([]resilience.Call, rapid.IntRange(1, 20).Draw(t, "calls"))
		ran, turnedAway := map[*resilience.Call]bool{}, map[*resilience.Call]bool{}
		var now time.Duration
		tell := func(c *resilience.Call, kind resilience.EventKind) {
			switch act := c.Next(now, resilience.Event{Kind: kind}); {
			case act.Kind == resilience.Attempt && ran[c], act.Kind == resilience.Finish && turnedAway[c]:
				t.Fatalf("%v at %v: %v comes twice", kind, now, act.Kind)
			case act.Kind == resilience.Attempt:
				ran[c] = true
			case act.Kind == resilience.Finish && !ran[c]:
				turnedAway[c] = true
			}
		}
		for i := range calls {
			calls[i].Chain = chain
			tell(&calls[i], resilience.Began)
			for range rapid.IntRange(0, 5).Draw(t, "events") {
				now += time.Duration(rapid.IntRange(0, 400).Draw(t, "ms")) * time.Millisecond
				kind := resilience.EventKind(rapid.IntRange(2, 5).Draw(t, "kind"))
				tell(&calls[rapid.IntRange(0, i).Draw(t, "which")], kind)
				if chain.Abandoned() > 0 && rapid.Bool().Draw(t, "ended") {
					chain.Ended(now)
				}
			}
		}
		for i := range calls {
			tell(&calls[i], resilience.GaveUp)
		}
		for chain.Abandoned() > 0 {
			chain.Ended(now)
		}
		if chain.Bulkhead.InUse() != 0 || chain.Bulkhead.Queued() != 0 {
			t.Fatalf("%d slots are in use and %d calls queued", chain.Bulkhead.InUse(), chain.Bulkhead.Queued())
		}
		if len(ran)+len(turnedAway) != len(calls) {
			t.Fatalf("%d ran and %d were turned away, of %d", len(ran), len(turnedAway), len(calls))
		}
	})
}

func TestFullBulkheadInTheBreaker(t *testing.T) {
	steps := []string{"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0s c began -> finish bulkhead full"}
	for _, c := range []struct {
		name  string
		fails bool
		order []string
		after string // what a call after the refusal is told
	}{
		{"is no failure", false, nil, "1ms c began -> finish bulkhead full"},
		{"is one where it is counted", true, nil, "1ms c began -> finish circuit open"},
		{"but not outside of the breaker", true, []string{"bulkhead", "breaker", "timeout"}, "1ms c began -> finish bulkhead full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := policies(c.order...)
			p.Breaker.Window.Count, p.Breaker.FullFails = 1, c.fails
			drive(t, p, append(steps, c.after)...)
		})
	}
	p := policies()
	p.Breaker.Window.Count, p.Breaker.FullFails = 1, true
	drive(t, p, "0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.3s b waited -> finish bulkhead wait exceeded",
		"0.3s c began -> finish circuit open")
}

// A caller's deadline leaves the work to itself, counts as the event says and is not
// tried again.
func TestExpired(t *testing.T) {
	for outcome, want := range map[string]resilience.Counts{
		"failure": {Calls: 1, Failures: 1}, "success": {Calls: 1}, "ignored": {}, "neutral": {},
	} {
		p := retrying(resilience.RetryConfig{})
		p.Bulkhead.HoldUntilDone = true
		chain := drive(t, p, "0s a began -> attempt/500ms", "0.2s b began -> queue/300ms", "0.3s a expired:"+outcome+" -> finish",
			"0.4s a ended -> nothing +b", "0.4s b permitted -> attempt/500ms")
		if got := chain.Breaker.Counts(time.Second); got != want {
			t.Errorf("%s: counts %+v, want %+v", outcome, got, want)
		}
	}
}
