// Package incident makes recordings for the tests of the reports: the checkout
// incident as it is known to go, worked out in a few lines and without any of
// the lab's own parts, so that a report can be looked at without an executor.
package incident

import (
	"slices"
	"strconv"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// The incident: the provider is slow from slowFrom to slowUntil.
const (
	ms        = time.Millisecond
	slowFrom  = 500 * ms
	slowUntil = 3500 * ms
	duration  = 6 * time.Second
	workers   = 16
	timeout   = 500 * ms
)

// Started is when every recording says that it was made.
var Started = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

// Modes are the modes there are recordings of.
var Modes = []string{"none", "timeout", "timeout-40", "protected", "protected-40"}

var abouts = map[string]string{
	"none":         "no protection at all",
	"timeout":      "every payment call is given up after 500 ms",
	"timeout-40":   "the same at twice the load, 40 checkouts a second",
	"protected":    "timeout, bulkhead and circuit breaker",
	"protected-40": "the same at 40/s, where 4 slots are too few: 40/s × 0.2 s = 8 (Little's law)",
}

// Recording returns the incident in some modes, with what was run in each.
func Recording(modes ...string) (*record.Recording, []scenarios.Run) {
	rec := &record.Recording{Header: record.Header{
		SchemaVersion: record.SchemaVersion, Scenario: "checkout-incident", Executor: "live", Seed: 1,
		Version: "test", Started: Started, GoVersion: "go1.26", CPUs: 2, Modes: modes,
	}}
	var runs []scenarios.Run
	for _, mode := range modes {
		run := scenarios.Run{Spec: spec(mode), Mode: mode, Seed: 1}
		runs = append(runs, run)
		rec.Modes = append(rec.Modes, record.Mode{Name: mode, Events: record.NewLog(events(run)...)})
	}
	return rec, runs
}

func spec(mode string) scenarios.Spec {
	rate := unit.PerSecond(20)
	if mode == "timeout-40" || mode == "protected-40" {
		rate = unit.PerSecond(40)
	}
	var p resilience.Policies
	if mode != "none" {
		p.Timeout = timeout
	}
	if protects(mode) {
		p.Bulkhead = &resilience.BulkheadConfig{MaxConcurrent: 4, Queue: 4, MaxWait: 300 * ms}
		p.Breaker = &resilience.BreakerConfig{}
	}
	return scenarios.Spec{
		Modes: []scenarios.Mode{{Name: mode, About: abouts[mode]}},
		Name:  "checkout-incident", Question: "Why does /health fail when only the payment provider is slow?",
		Duration: duration, Drain: 3 * time.Second,
		Providers: map[string]fault.Config{"payment": {Faults: []fault.Window{{Kind: "slow", From: slowFrom, Until: slowUntil}}}},
		Services: map[string]scenarios.Service{"checkout": {
			Workers: workers, Queue: 1000,
			Dependencies: map[string]scenarios.Dependency{"payment": {Provider: "payment", Policies: p}},
		}},
		Loads: map[string]scenarios.Load{
			"checkout": {Service: "checkout", Route: "POST /checkout", Rate: rate, Start: 20 * ms, GiveUp: 3 * time.Second},
			"health":   {Service: "checkout", Route: "GET /health", Rate: unit.PerSecond(4), GiveUp: 2 * time.Second},
		},
	}
}

func protects(mode string) bool { return mode == "protected" || mode == "protected-40" }

// arrival is a request that is due.
type arrival struct {
	load string
	seq  int64
	due  time.Duration
}

func arrivals(s scenarios.Spec) []arrival {
	var all []arrival
	for _, name := range []string{"checkout", "health"} {
		due := s.Loads[name].Schedule(s.Duration, nil)
		for n := int64(0); ; n++ {
			at, ok := due.Next()
			if !ok {
				break
			}
			all = append(all, arrival{name, n, at})
		}
	}
	slices.SortStableFunc(all, func(a, b arrival) int { return int(a.due - b.due) })
	return all
}

// script is what the breaker is known to do when the mode is protected.
var script = []record.Event{
	{At: 1521 * ms, From: "CLOSED", To: "OPEN", Reason: "failure rate 50% over 10 calls"},
	{At: 2521 * ms, From: "OPEN", To: "HALF_OPEN", Reason: "waited 1000 ms"},
	{At: 3122 * ms, From: "HALF_OPEN", To: "OPEN", Reason: "failure rate 100% over 3 calls"},
	{At: 4172 * ms, From: "OPEN", To: "HALF_OPEN", Reason: "waited 1000 ms"},
	{At: 4472 * ms, From: "HALF_OPEN", To: "CLOSED", Reason: "3 of 3 trial calls passed"},
}

// stateAt is the state of the breaker at an instant, and when it entered it.
func stateAt(t time.Duration) (state string, since time.Duration) {
	state = "CLOSED"
	for _, s := range script {
		if s.At <= t {
			state, since = s.To, s.At
		}
	}
	return state, since
}

// answer is how long the service takes over a checkout that got a worker at an
// instant, and how long the provider works on it; 0 if it was never asked.
func (w *world) answer(at time.Duration) (took, work time.Duration, outcome, reason string) {
	if protects(w.run.Mode) {
		return w.guarded(at)
	}
	work = 200 * ms
	if at >= slowFrom && at < slowUntil {
		work = 10 * time.Second
	}
	if w.run.Mode != "none" && work > timeout {
		return timeout, work, "504", record.Timeout
	}
	return work, work, "200", ""
}

// jitter makes latencies look measured; it has no chance in it.
func jitter(seq int64) time.Duration {
	return 300*time.Microsecond + time.Duration(seq*7919%900)*time.Microsecond
}

func (w *world) request(a arrival, end time.Duration, outcome, reason string) {
	giveUp := w.run.Spec.Loads[a.load].GiveUp
	sent := a.due + jitter(a.seq)/3
	end += jitter(a.seq)
	if end >= sent+giveUp {
		end, outcome, reason = sent+giveUp, record.ClientTimeout, ""
	}
	fault := ""
	if outcome == "504" {
		fault = "slow"
	}
	w.add(record.Event{At: end, Kind: record.Request, Name: a.load, Seq: a.seq, Due: a.due, Sent: sent, Outcome: outcome, Reason: reason, Fault: fault})
	w.sent[a.load]++
}

// Wide returns a recording with many parts: n modes, services, providers and
// loads each, nothing of which fails.
func Wide(n int) (*record.Recording, []scenarios.Run) {
	rec := &record.Recording{Header: record.Header{Scenario: "wide", Executor: "sim", Seed: 7, Started: Started}}
	var runs []scenarios.Run
	for m := range n {
		mode := "mode-" + strconv.Itoa(m+1)
		s := scenarios.Spec{Name: "wide", Duration: time.Second, Providers: map[string]fault.Config{},
			Services: map[string]scenarios.Service{}, Loads: map[string]scenarios.Load{}}
		var all []record.Event
		for i := range n {
			name := strconv.Itoa(i + 1)
			s.Providers["provider-"+name] = fault.Config{}
			s.Services["service-"+name] = scenarios.Service{Workers: 4}
			s.Loads["load-"+name] = scenarios.Load{Service: "service-" + name, Route: "GET /" + name, Rate: unit.PerSecond(10), GiveUp: time.Second}
			for k := range 10 {
				due := time.Duration(k) * 100 * ms
				all = append(all,
					record.Event{At: due, Kind: record.Service, Name: "service-" + name, InUse: k % 4},
					record.Event{At: due + time.Duration(i+1)*ms, Kind: record.Request, Name: "load-" + name, Seq: int64(k), Due: due, Sent: due, Outcome: "200"})
			}
		}
		all = append(all, record.Event{At: 2 * time.Second, Kind: record.End})
		slices.SortStableFunc(all, func(a, b record.Event) int { return int(a.At - b.At) })
		rec.Modes = append(rec.Modes, record.Mode{Name: mode, Events: record.NewLog(all...)})
		runs = append(runs, scenarios.Run{Spec: s, Mode: mode, Seed: 7})
	}
	return rec, runs
}
