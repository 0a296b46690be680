package live

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"checkoutlab/internal/loopback"
	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// attack is one load, driven by vegeta.
type attack struct {
	name     string
	load     scenarios.Load
	target   vegeta.Target
	clock    clock
	pacer    *pacer
	observer *observer
	liveness *scenarios.Liveness                // of a probe
	restart  func(why string, up time.Duration) // what a probe leads to
	tell     func(at time.Duration, why string) // in place of that
}

func newAttack(name string, load scenarios.Load, base string, duration time.Duration, rng *rand.Rand, c clock) *attack {
	method, path, _ := strings.Cut(load.Route, " ")
	a := &attack{
		name:     name,
		load:     load,
		target:   vegeta.Target{Method: method, URL: base + path, Header: http.Header{}},
		clock:    c,
		pacer:    newPacer(load, duration, rng, c.now),
		observer: newObserver(),
	}
	if load.Probe != nil {
		a.liveness = &scenarios.Liveness{Probe: *load.Probe}
	}
	return a
}

// run sends until the load's time is over or ctx is done, and returns when the
// last request has been answered or given up by its client.
func (a *attack) run(ctx context.Context, rec record.Recorder) {
	transport := loopback.NewTransport()
	defer transport.CloseIdleConnections()
	attacker := newAttacker(a.observer.around(loopback.Once(transport), a.load.GiveUp))
	a.pacer.until(ctx)
	results := attacker.Attack(vegeta.NewStaticTargeter(a.target), a.pacer, 0, a.name)
	for res := range results {
		e := a.event(res)
		rec.Record(e)
		a.judge(e)
	}
	sent, missed := a.pacer.totals()
	rec.Record(record.Event{At: a.clock.now(), Kind: record.Sender, Name: a.name, InUse: sent, Waiting: missed})
}

// judge takes the answer to a probe.
func (a *attack) judge(e record.Event) {
	l := a.liveness
	switch {
	case l == nil || !l.Answered(e.At, e.Sent, e.Outcome):
	case l.Restart:
		a.restart(l.Why(), e.At+l.Startup)
	default:
		a.tell(e.At, l.Why())
	}
}

// newAttacker has no cap on its workers and follows no redirect.
func newAttacker(transport http.RoundTripper) *vegeta.Attacker {
	return vegeta.NewAttacker(vegeta.Client(&http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}), vegeta.MaxBody(maxBody))
}

// event tells of one result, with its latency counted from the instant at which
// it was due.
func (a *attack) event(res *vegeta.Result) record.Event {
	sent := res.Timestamp.Sub(a.clock.zero)
	e := record.Event{
		At: sent + res.Latency, Kind: record.Request, Name: a.name, Seq: int64(res.Seq),
		Due: a.pacer.due(int(res.Seq)), Sent: sent,
	}
	e.Outcome, e.Reason, e.Fault = a.observer.outcome(res)
	return e
}
