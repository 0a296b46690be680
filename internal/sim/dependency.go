package sim

import (
	"errors"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// errProvider stands for a reply of the provider that is an error.
var errProvider = errors.New("sim: the provider failed")

// dependency is a provider or a service behind the policies of the one that calls
// it: the simulated driver of resilience.Call.
type dependency struct {
	w       *world
	name    string
	index   int32
	at      target // unless a call says otherwise
	chain   *resilience.Chain
	holds   bool          // slots until the work is done
	alarmAt time.Duration // 0: none set
	dead    bool          // its service has been stopped

	inUse, queued int // as last recorded
}

func newDependency(w *world, name string, cfg scenarios.Dependency) *dependency {
	d := &dependency{w: w, name: name, index: int32(len(w.deps)), holds: cfg.HoldsUntilDone(),
		chain: resilience.NewChain(cfg.Policies, w.stream("retry/"+name))}
	w.deps = append(w.deps, d)
	return d
}

// begin makes a call for a request that holds a worker.
func (d *dependency) begin(q *request, at target) {
	q.dep, q.at, q.status, q.heard = d, at, 0, ""
	q.call = resilience.Call{Chain: d.chain}
	q.call.Ticket().Owner = q
	d.step(q, resilience.Event{Kind: resilience.Began})
}

// step tells a call what happened and does what it says.
func (d *dependency) step(q *request, ev resilience.Event) {
	act := q.call.Next(d.w.now, ev)
	d.observe()
	if act.Granted != nil {
		d.step(act.Granted.Owner.(*request), resilience.Event{Kind: resilience.Permitted})
	}
	switch act.Kind {
	case resilience.Queue:
		if act.Limit > 0 {
			d.w.after(act.Limit, waited, q.index, q.turn)
		}
	case resilience.Attempt:
		q.heard = ""
		if act.Limit > 0 {
			d.w.after(act.Limit, timedOut, q.index, q.turn)
		}
		q.at.begin(q) // last, for it may reply at once
	case resilience.Wait:
		d.w.rec.Record(record.Event{At: d.w.now, Kind: record.Retry, Name: d.name, InUse: int(act.Try), Took: act.Limit})
		d.part(q)
		d.w.after(act.Limit, waited, q.index, q.turn)
	case resilience.Finish:
		if act.OverBudget {
			d.w.rec.Record(record.Event{At: d.w.now, Kind: record.OverBudget, Name: d.name, InUse: int(act.Try)})
		}
		d.finish(q, ev, act.Err)
	}
}

// part is the end of an attempt for its call. Timers set for it are void, and its
// work, if there still is any, goes on without it.
func (d *dependency) part(q *request) {
	q.turn++
	if q.work != nil {
		d.w.leave(q)
	}
}

// ended is the end of work that a call left behind.
func (d *dependency) ended() {
	granted := d.chain.Ended(d.w.now)
	d.observe()
	if granted != nil {
		d.step(granted.Owner.(*request), resilience.Event{Kind: resilience.Permitted})
	}
}

// wake is a timer of a call that ran out.
func (d *dependency) wake(q *request, k kind) {
	ev := resilience.Event{Kind: resilience.Waited}
	if k == timedOut {
		ev.Kind = resilience.TimedOut
	}
	d.step(q, ev)
}

// replied is the answer of who was asked, or the cutting of the connection.
func (d *dependency) replied(q *request, r reply) {
	q.work, q.status, q.heard = nil, r.status, r.fault
	d.step(q, resilience.Event{Kind: resilience.Replied, Outcome: scenarios.OutcomeOf(r.status),
		RetryAfter: scenarios.Heeded(r.retryAfter)})
}

// cancel gives a call up whose client has gone.
func (d *dependency) cancel(q *request) {
	d.step(q, resilience.Event{Kind: resilience.GaveUp})
}

// finish goes on with the request after its call.
func (d *dependency) finish(q *request, ev resilience.Event, err error) {
	d.part(q)
	q.dep = nil
	if q.heard != "" {
		q.fault = q.heard
	}
	switch {
	case ev.Kind == resilience.GaveUp:
		q.service.answer(q, scenarios.Answer{Status: cutShort})
		return
	case err != nil:
		d.refused(err)
	case q.status >= 400:
		err = errProvider
	}
	q.service.called(q, scenarios.AnswerTo(err, d.openFor()))
}

// openFor is how long the breaker will refuse every call.
func (d *dependency) openFor() time.Duration {
	if d.chain.Breaker == nil {
		return 0
	}
	return d.chain.Breaker.RetryAfter(d.w.now)
}

// refused records a call that a policy turned away.
func (d *dependency) refused(err error) {
	if errors.Is(err, resilience.ErrTimeout) {
		return
	}
	d.w.rec.Record(record.Event{At: d.w.now, Kind: record.Refused, Name: d.name, Reason: scenarios.AnswerTo(err, 0).Reason})
}

// die is the end of the policies with the service that they were in.
func (d *dependency) die() {
	d.dead = true
	if b := d.chain.Breaker; b != nil {
		if state := b.State(d.w.now); state != resilience.Closed {
			d.w.rec.Record(record.Event{At: d.w.now, Kind: record.Transition, Name: d.name,
				From: state.String(), To: resilience.Closed.String(), Reason: record.Restarted})
		}
	}
	if d.inUse > 0 || d.queued > 0 {
		d.w.rec.Record(record.Event{At: d.w.now, Kind: record.Bulkhead, Name: d.name})
	}
}

// observe records what a step changed, and sets the alarm for what will change
// without one.
func (d *dependency) observe() {
	if d.dead {
		return
	}
	if b := d.chain.Breaker; b != nil {
		for _, t := range b.Changes() {
			d.w.rec.Record(record.Event{At: t.At, Kind: record.Transition, Name: d.name,
				From: t.From.String(), To: t.To.String(), Reason: t.Reason})
		}
		if at, ok := b.Due(); ok && (d.alarmAt == 0 || at < d.alarmAt) {
			d.alarmAt = at
			d.w.queue.push(at, alarm, d.index, 0)
		}
	}
	if b := d.chain.Bulkhead; b != nil {
		if inUse, queued := b.InUse(), b.Queued(); inUse != d.inUse || queued != d.queued {
			d.inUse, d.queued = inUse, queued
			d.w.rec.Record(record.Event{At: d.w.now, Kind: record.Bulkhead, Name: d.name, InUse: inUse, Waiting: queued})
		}
	}
}

// ring lets passing time take effect on the breaker.
func (d *dependency) ring() {
	d.alarmAt = 0
	if d.dead {
		return
	}
	d.chain.Breaker.State(d.w.now)
	d.observe()
}
