package incident

import (
	"slices"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// world is the pool of workers and what happens to it, request by request.
type world struct {
	run    scenarios.Run
	free   [workers]time.Duration // when each worker is free again
	slots  [4]time.Duration       // when each slot of the bulkhead is free again
	trials map[time.Duration]int  // trial calls, by when the state began
	sent   map[string]int

	all  []record.Event
	busy []span // workers
	wait []span // queue of the service
	work []span // provider
	gone []span // provider, after its caller had gone
	hold []span // slots of the bulkhead
	line []span // queue of the bulkhead
}

// span is a stretch in which one more is in use.
type span struct{ from, until time.Duration }

func (w *world) add(e record.Event) { w.all = append(w.all, e) }

// events works out one mode.
func events(run scenarios.Run) []record.Event {
	w := &world{run: run, trials: map[time.Duration]int{}, sent: map[string]int{}}
	for _, a := range arrivals(run.Spec) {
		i := soonest(w.free[:])
		start := max(a.due, w.free[i])
		if start > a.due {
			w.wait = append(w.wait, span{a.due, start})
		}
		took, work, outcome, reason := time.Duration(0), time.Duration(0), "200", ""
		if a.load == "checkout" {
			took, work, outcome, reason = w.answer(start)
		}
		if work > 0 {
			call := work
			if outcome == "504" {
				call = timeout
			}
			begin := start + took - call
			w.work = append(w.work, span{begin, begin + work})
			if work > took {
				w.gone = append(w.gone, span{begin + call, begin + work})
			}
		}
		if took > 0 {
			w.free[i] = start + took
			w.busy = append(w.busy, span{start, start + took})
		}
		w.request(a, start+took, outcome, reason)
	}
	return w.finish()
}

// guarded is answer behind the breaker and the bulkhead.
func (w *world) guarded(at time.Duration) (took, work time.Duration, outcome, reason string) {
	switch state, since := stateAt(at); {
	case state == "OPEN", state == "HALF_OPEN" && w.trials[since] >= 3:
		w.add(record.Event{At: at, Kind: record.Refused, Name: "checkout/payment", Reason: record.BreakerOpen})
		return 0, 0, "503", record.BreakerOpen
	case state == "HALF_OPEN":
		w.trials[since]++
	}
	i := soonest(w.slots[:])
	begin := max(at, w.slots[i])
	if begin-at > 300*ms {
		w.add(record.Event{At: at, Kind: record.Refused, Name: "checkout/payment", Reason: record.BulkheadFull})
		return 300 * ms, 0, "503", record.BulkheadFull
	}
	took, work, outcome = 200*ms, 200*ms, "200"
	if begin >= slowFrom && begin < slowUntil {
		took, work, outcome, reason = timeout, 10*time.Second, "504", record.Timeout
	}
	w.slots[i] = begin + took
	w.hold = append(w.hold, span{begin, begin + took})
	if begin > at {
		w.line = append(w.line, span{at, begin})
	}
	return begin - at + took, work, outcome, reason
}

func soonest(free []time.Duration) int {
	least := 0
	for i := range free {
		if free[i] < free[least] {
			least = i
		}
	}
	return least
}

// finish turns the spans into events and closes the loads.
func (w *world) finish() []record.Event {
	w.gauge(record.Service, "checkout", w.busy, w.wait)
	w.gauge(record.Provider, "payment", w.work, w.gone)
	if protects(w.run.Mode) {
		w.gauge(record.Bulkhead, "checkout/payment", w.hold, w.line)
		for _, t := range script {
			t.Kind, t.Name = record.Transition, "checkout/payment"
			w.add(t)
		}
	}
	for _, load := range []string{"checkout", "health"} {
		w.add(record.Event{At: 9 * time.Second, Kind: record.Sender, Name: load, InUse: w.sent[load]})
	}
	w.add(record.Event{At: 2 * time.Second, Kind: record.Stall, Took: 21 * ms})
	w.add(record.Event{At: 3 * time.Second, Kind: record.Pause, Took: 80 * time.Microsecond})
	w.add(record.Event{At: 9100 * ms, Kind: record.End})
	kept := slices.DeleteFunc(w.all, func(e record.Event) bool { return e.At > 9100*ms }) // the provider is closed
	slices.SortStableFunc(kept, func(a, b record.Event) int { return int(a.At - b.At) })
	return kept
}

// gauge records two counts, of those in use and of those waiting.
func (w *world) gauge(kind record.Kind, name string, inUse, waiting []span) {
	type step struct {
		at      time.Duration
		use, in int
	}
	var steps []step
	for _, s := range inUse {
		steps = append(steps, step{s.from, 1, 0}, step{s.until, -1, 0})
	}
	for _, s := range waiting {
		steps = append(steps, step{s.from, 0, 1}, step{s.until, 0, -1})
	}
	slices.SortStableFunc(steps, func(a, b step) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return a.use + a.in - b.use - b.in // who leaves makes room first
	})
	now := record.Event{Kind: kind, Name: name}
	for _, s := range steps {
		now.At = s.at
		now.InUse += s.use
		now.Waiting += s.in
		now.Started, now.Fault = kind == record.Provider && s.use > 0, ""
		if now.Started && s.at >= slowFrom && s.at < slowUntil {
			now.Fault = "slow"
		}
		w.add(now)
	}
}
