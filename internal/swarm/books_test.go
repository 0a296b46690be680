package swarm

import (
	"errors"
	"slices"
	"testing"
	"time"

	"checkoutlab/internal/record"
)

// kept is a scenario in which every book is opened and every kind of event occurs.
const kept = `
name: kept
question: Which slips do the books find?
duration: 10s
providers:
  payment: {faults: [{kind: slow, from: 1s, until: 5s, latency: 10s}]}
services:
  shop:
    workers: 8
    queue: 4
    routes: {POST /checkout: {calls: [payment]}}
    dependencies:
      payment:
        order: [bulkhead, breaker, timeout]
        timeout: 500ms
        bulkhead: {max_concurrent: 4, queue: 4, max_wait: 300ms}
        breaker: {window: {count: 10}, open_for: 1s, trials: 2}
  keeper: {workers: 1, routes: {GET /: {work: 23h}}}
loads:
  checkout: {service: shop, route: POST /checkout, rate: 40/s, give_up: 450ms}
  keeper: {service: keeper, route: GET /, rate: 1/h, give_up: 24h}
`

// TestBooksFindSlips takes what a run left, changes it as a fault of the lab would,
// and asks which rule finds that.
func TestBooksFindSlips(t *testing.T) {
	r, err := read([]byte(kept), 1)
	if err != nil {
		t.Fatal(err)
	}
	log, err := carryOut(r)
	if err != nil {
		t.Fatal(err)
	}
	sound := slices.Collect(log.All())
	if err := balance(r.Spec, sound); err != nil {
		t.Fatal(err)
	}
	is := func(k record.Kind) func(record.Event) bool {
		return func(e record.Event) bool { return e.Kind == k }
	}
	to := func(state string) func(record.Event) bool {
		return func(e record.Event) bool { return e.Kind == record.Transition && e.To == state }
	}
	started := func(e record.Event) bool { return e.Started }
	gaveUp := func(e record.Event) bool { return e.Outcome == record.ClientTimeout }
	for _, row := range []struct {
		slip  string
		where func(record.Event) bool
		slips func(events []record.Event, i int) []record.Event
		rule  string
	}{
		{"an event of the past", is(record.End), change(func(e *record.Event) { e.At = 0 }), "time does not go back"},
		{"a run cut short", is(record.End), change(func(e *record.Event) { e.Reason = "interrupted" }), "a run ends once, by itself"},
		{"two ends", is(record.End), twice, "a run ends once, by itself"},
		{"a request without an end", is(record.Request), gone, "each request ends"},
		{"a request with two ends", is(record.Request), twice, "a request ends once"},
		{"a request that nobody sent", is(record.Request), change(func(e *record.Event) { e.Seq = 1e6 }), "each request ends"},
		{"a client without patience", gaveUp, change(func(e *record.Event) { e.Due, e.Sent = e.Due+1, e.Sent+1 }), "a client waits as long as it says"},
		{"a client who waits too long", is(record.Request), change(func(e *record.Event) { e.Due, e.Sent = e.Due-time.Second, e.Sent-time.Second }), "a client waits as long as it says"},
		{"a start that is not counted", started, gone, "in flight is started less ended"},
		{"an end that is not counted", started, change(func(e *record.Event) { e.InUse++ }), "in flight is started less ended"},
		{"less than nothing in flight", is(record.Provider), change(func(e *record.Event) { e.InUse = -1 }), "in flight is started less ended"},
		{"more abandoned than in flight", is(record.Provider), change(func(e *record.Event) { e.Waiting = e.InUse + 1 }), "in flight is started less ended"},
		{"a worker too many", is(record.Service), change(func(e *record.Event) { e.InUse = 9 }), "slots and places are what there is of them"},
		{"a place too many", is(record.Bulkhead), change(func(e *record.Event) { e.InUse, e.Waiting = 4, 5 }), "slots and places are what there is of them"},
		{"waiting beside a free slot", is(record.Bulkhead), change(func(e *record.Event) { e.InUse, e.Waiting = 1, 1 }), "nobody waits beside a free slot"},
		{"a breaker that skips a state", to(halfOpen), change(func(e *record.Event) { e.To = closed }), "a breaker opens and closes in turns"},
		{"a breaker that does not say why", to(open), change(func(e *record.Event) { e.Reason = "" }), "a breaker opens and closes in turns"},
		{"a call through an open breaker", to(open), begun(1), "an open breaker lets nothing through"},
		{"a breaker that is not open long enough", to(open), soon, "a breaker stays open as long as it says"},
		{"trials without a limit", to(halfOpen), begun(3), "half-open lets its trials through and no more"},
		{"a refusal that is not told of", is(record.Refused), gone, "refusals and runs are all calls"},
		{"a refusal that nobody asked for", is(record.Refused), twice, "refusals and runs are all calls"},
	} {
		i := slices.IndexFunc(sound, row.where)
		if i < 0 {
			t.Errorf("%s: the run has no such event", row.slip)
			continue
		}
		err := balance(r.Spec, row.slips(slices.Clone(sound), i))
		var f *Failure
		if !errors.As(err, &f) || f.Rule != row.rule {
			t.Errorf("%s: found %v, want %q", row.slip, err, row.rule)
		}
	}
}

func change(with func(e *record.Event)) func([]record.Event, int) []record.Event {
	return func(events []record.Event, i int) []record.Event {
		with(&events[i])
		return events
	}
}

func gone(events []record.Event, i int) []record.Event { return slices.Delete(events, i, i+1) }

func twice(events []record.Event, i int) []record.Event {
	return slices.Insert(events, i, events[i])
}

// begun lets so many calls begin at the provider right after an event.
func begun(n int) func([]record.Event, int) []record.Event {
	return func(events []record.Event, i int) []record.Event {
		e := record.Event{}
		for _, before := range events[:i] {
			if before.Kind == record.Provider {
				e = before
			}
		}
		e.At, e.Started = events[i].At, true
		for range n {
			i, e.InUse = i+1, e.InUse+1
			events = slices.Insert(events, i, e)
		}
		return events
	}
}

// soon lets the transition after one follow at once.
func soon(events []record.Event, i int) []record.Event {
	next := i + 1 + slices.IndexFunc(events[i+1:], func(e record.Event) bool { return e.Kind == record.Transition })
	e := events[next]
	e.At = events[i].At
	return slices.Insert(slices.Delete(events, next, next+1), i+1, e)
}
