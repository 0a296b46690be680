package sim

import (
	"math/rand/v2"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
)

// cutShort is the status of a connection that was cut without an answer. It is
// none of HTTP's; to a caller it is a failure like a 5xx.
const cutShort = 599

// provider acts the plan of faults out, in virtual time.
type provider struct {
	w    *world
	name string
	cfg  fault.Config
	plan *fault.Plan
	rand *rand.Rand

	inFlight, abandoned int
}

// work is one request at a provider. It may outlive the call that asked for it.
type work struct {
	index    int32
	life     uint32
	provider *provider
	request  *request
	owner    *dependency // of the call
	left     bool        // nobody waits for it any more
	decision fault.Decision
}

func newProvider(w *world, name string, cfg fault.Config, rng *rand.Rand) *provider {
	return &provider{w: w, name: name, cfg: cfg, plan: fault.NewPlan(cfg.Latency, cfg.Faults), rand: rng}
}

// begin takes a request in.
func (p *provider) begin(q *request) {
	if p.inFlight >= p.cfg.MaxInFlight {
		p.w.rec.Record(record.Event{At: p.w.now, Kind: record.Capped, Name: p.name, InUse: p.inFlight, Waiting: p.abandoned})
		q.dep.replied(q, 503, "")
		return
	}
	k := p.w.newWork()
	k.provider, k.request, k.owner = p, q, q.dep
	k.decision = p.plan.Decide(p.w.now, p.rand)
	q.work = k
	p.inFlight++
	p.sample(true, k.decision.Fault)
	until := p.w.now + k.decision.Latency
	if k.decision.Hang {
		until = k.decision.Until
	}
	p.w.queue.push(until, ended, k.index, k.life)
}

// end is the end of a piece of work: an answer, if there is somebody for it.
func (p *provider) end(k *work) {
	q, owner, left, d := k.request, k.owner, k.left, k.decision
	p.drop(k)
	if left {
		q.ghosts--
		owner.step(q, resilience.Event{Kind: resilience.Ended})
		p.w.settle(q)
		return
	}
	status := d.Status
	if d.Hang {
		status = cutShort
	}
	owner.replied(q, status, d.Fault)
}

// leave is a caller going away before it was answered.
func (p *provider) leave(q *request) {
	k := q.work
	q.work = nil
	k.left = true
	q.ghosts++
	p.abandoned++
	if p.cfg.OnCancel == fault.Stop {
		p.end(k)
		return
	}
	p.sample(false, "")
}

// drop takes a piece of work out of the books.
func (p *provider) drop(k *work) {
	p.inFlight--
	if k.left {
		p.abandoned--
	}
	if p.inFlight < 0 || p.abandoned < 0 || p.abandoned > p.inFlight {
		panic("sim: provider " + p.name + ": more work ended than began")
	}
	p.sample(false, "")
	*k = work{index: k.index, life: k.life + 1}
	p.w.freeWork = append(p.w.freeWork, k)
}

func (p *provider) sample(started bool, faulted string) {
	p.w.rec.Record(record.Event{At: p.w.now, Kind: record.Provider, Name: p.name,
		InUse: p.inFlight, Waiting: p.abandoned, Started: started, Fault: faulted})
}

func (w *world) newWork() *work {
	if n := len(w.freeWork); n > 0 {
		k := w.freeWork[n-1]
		w.freeWork = w.freeWork[:n-1]
		return k
	}
	k := &work{index: int32(len(w.works))}
	w.works = append(w.works, k)
	return k
}
