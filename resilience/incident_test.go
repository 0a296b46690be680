package resilience_test

import (
	"slices"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

// incident runs the checkout incident in virtual time: a call every 50 ms for 6 s to
// a dependency that answers after 200 ms, but after 10 s from second 0.5 to 3.5. It
// is the simulated driver of the package documentation.
type incident struct {
	chain    *resilience.Chain
	now      time.Duration
	events   []event
	inFlight int // at the dependency, calls that were given up included
	most     int
	fates    map[error]int // of the calls that came while the dependency was slow
}

type event struct {
	at time.Duration
	do func()
}

// checkout is one call and the instant it came.
type checkout struct {
	call resilience.Call
	came time.Duration
}

func (s *incident) at(instant time.Duration, do func()) {
	s.events = append(s.events, event{instant, do})
}

// run plays the events in the order of their instants, and then of their making.
func (s *incident) run() {
	for len(s.events) > 0 {
		first := 0
		for i, e := range s.events {
			if e.at < s.events[first].at {
				first = i
			}
		}
		e := s.events[first]
		s.events = slices.Delete(s.events, first, first+1)
		s.now = e.at
		e.do()
	}
}

func (s *incident) arrive() {
	c := &checkout{came: s.now}
	c.call.Chain = s.chain
	c.call.Ticket().Owner = c
	s.step(c, resilience.Began)
}

func (s *incident) step(c *checkout, kind resilience.EventKind) {
	act := c.call.Next(s.now, resilience.Event{Kind: kind})
	if t := act.Granted; t != nil {
		s.step(t.Owner.(*checkout), resilience.Permitted)
	}
	switch act.Kind {
	case resilience.Queue:
		s.at(s.now+act.Limit, func() { s.step(c, resilience.Waited) })
	case resilience.Attempt:
		s.send(c)
		s.at(s.now+act.Limit, func() { s.step(c, resilience.TimedOut) })
	case resilience.Finish:
		if slowAt(c.came) {
			s.fates[act.Err]++
		}
	}
}

// send has the dependency work on a call, which it does to the end.
func (s *incident) send(c *checkout) {
	s.inFlight++
	s.most = max(s.most, s.inFlight)
	takes := 200 * time.Millisecond
	if slowAt(s.now) {
		takes = 10 * time.Second
	}
	s.at(s.now+takes, func() {
		s.inFlight--
		s.step(c, resilience.Replied)
	})
}

func slowAt(instant time.Duration) bool {
	return instant >= 500*time.Millisecond && instant < 3500*time.Millisecond
}

// The numbers of calls are those of an independent calculation of the incident, and
// the transitions lie within 50 ms of it.
func TestTheCheckoutIncident(t *testing.T) {
	s := &incident{fates: map[error]int{}, chain: resilience.NewChain(resilience.Policies{
		Timeout:  500 * time.Millisecond,
		Bulkhead: &resilience.BulkheadConfig{MaxConcurrent: 4, Queue: 4, MaxWait: 300 * time.Millisecond},
		Breaker: &resilience.BreakerConfig{
			Window: resilience.WindowConfig{Count: 10}, FailureRate: unit.Percent(50),
			SlowCall: 400 * time.Millisecond, SlowRate: unit.Percent(50),
			OpenFor: time.Second, Trials: 3,
		},
	}, nil)}
	for at := time.Duration(0); at < 6*time.Second; at += 50 * time.Millisecond {
		s.at(at, s.arrive)
	}
	s.run()
	refused := s.fates[resilience.ErrOpen] + s.fates[resilience.ErrFull] + s.fates[resilience.ErrWaited]
	if s.fates[resilience.ErrTimeout] != 15 || refused != 45 || s.most != 19 {
		t.Errorf("%d timed out, %d refused, %d in flight; want 15, 45 and 19", s.fates[resilience.ErrTimeout], refused, s.most)
	}
	want := []string{
		"1.5s CLOSED>OPEN failure rate 50% over 10 calls",
		"2.55s OPEN>HALF_OPEN waited 1000 ms",
		"3.15s HALF_OPEN>OPEN failure rate 100% over 3 calls",
		"4.2s OPEN>HALF_OPEN waited 1000 ms",
		"4.5s HALF_OPEN>CLOSED 3 of 3 trial calls passed",
	}
	if got := told(s.chain.Breaker.Changes()); !slices.Equal(got, want) {
		t.Errorf("transitions:\n got %q\nwant %q", got, want)
	}
}
