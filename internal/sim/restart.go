package sim

import "checkoutlab/internal/record"

// stop is what a probe leads to. A service that is really restarted loses all that
// it has: its requests are cut, and whom it calls sees its callers go.
func (s *service) stop(probe *load) {
	really := probe.liveness.Restart
	if s.down {
		return // another probe was faster
	}
	s.w.rec.Record(record.Event{At: s.w.now, Kind: record.Restart, Name: s.name, Reason: probe.liveness.Why(), Started: really})
	if !really {
		return
	}
	s.down = true
	s.cutAll(func(q *request) bool { return !q.working })
	// Those that wait for a slot go before those that would hand it to them.
	s.cutAll(func(q *request) bool { return q.dep != nil && q.work == nil })
	s.cutAll(func(*request) bool { return true })
	for _, d := range s.deps {
		d.die()
	}
	for _, k := range s.w.works {
		if k.left && !k.told && k.owner.dead {
			k.tell()
		}
	}
	s.w.after(probe.liveness.Startup, start, probe.index, 0)
}

// cutAll ends the requests that fit.
func (s *service) cutAll(fits func(*request) bool) {
	for _, q := range s.w.requests { // those that are over belong to no service
		if q.service == s && !q.answered && fits(q) {
			s.drop(q)
		}
	}
}

// start begins with new policies.
func (s *service) start() {
	s.down = false
	s.rand = s.w.stream("service/" + s.name)
	s.connect()
	s.w.rec.Record(record.Event{At: s.w.now, Kind: record.Ready, Name: s.name})
}
