package sim

import (
	"math/rand/v2"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
)

// provider acts the plan of faults out, in virtual time.
type provider struct {
	w    *world
	name string
	cfg  fault.Config
	plan *fault.Plan
	rand *rand.Rand

	inFlight, abandoned int
}

func newProvider(w *world, name string, cfg fault.Config, rng *rand.Rand) *provider {
	return &provider{w: w, name: name, cfg: cfg, plan: fault.NewPlan(cfg.Latency, cfg.Faults), rand: rng}
}

// begin takes a request in.
func (p *provider) begin(q *request) {
	if p.inFlight >= p.cfg.MaxInFlight {
		p.w.rec.Record(record.Event{At: p.w.now, Kind: record.Capped, Name: p.name, InUse: p.inFlight, Waiting: p.abandoned})
		q.dep.replied(q, reply{status: 503})
		return
	}
	k := p.w.newWork(p, q)
	k.decision = p.plan.Decide(p.w.now, p.rand)
	p.inFlight++
	p.sample(true, k.decision.Fault)
	until := p.w.now + k.decision.Latency
	if k.decision.Hang {
		until = k.decision.Until
	}
	p.w.queue.push(until, ended, k.index, k.life)
}

// end is the end of a piece of work.
func (p *provider) end(k *work) {
	p.inFlight--
	if k.told {
		p.abandoned--
	}
	if p.inFlight < 0 || p.abandoned < 0 || p.abandoned > p.inFlight {
		panic("sim: provider " + p.name + ": more work ended than began")
	}
	p.sample(false, "")
	r := reply{k.decision.Status, k.decision.RetryAfter, k.decision.Fault}
	if k.decision.Hang {
		r = reply{status: cutShort}
	}
	p.w.over(k, r)
}

func (p *provider) leave(k *work) {
	p.abandoned++
	if p.cfg.OnCancel == fault.Stop {
		p.end(k)
		return
	}
	p.sample(false, "")
}

func (p *provider) sample(started bool, faulted string) {
	p.w.rec.Record(record.Event{At: p.w.now, Kind: record.Provider, Name: p.name,
		InUse: p.inFlight, Waiting: p.abandoned, Started: started, Fault: faulted})
}
