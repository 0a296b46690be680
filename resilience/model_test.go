package resilience_test

import (
	"slices"
	"time"

	"checkoutlab/resilience"
)

// model is a breaker as one would explain it: it keeps every call for ever and
// counts again each time it is asked. It is slow, and has no ring, no running total
// and no list of its own.
type model struct {
	cfg      resilience.BreakerConfig
	now      time.Duration
	state    resilience.State
	era      int           // grows with each transition
	opened   time.Duration // since when it is open
	rounds   int           // failed rounds of trials
	window   []*tallied
	trials   []*tallied // that have ended
	calls    []*modelCall
	inARow   int
	warnings int
}

// tallied is a call that was counted, at an instant.
type tallied struct {
	at           time.Duration
	counts       bool // among the calls, not only among the failures or slow ones
	failed, slow bool
}

// modelCall is a permit that has not come back.
type modelCall struct {
	era            int
	start, expires time.Duration
	trial          bool // holds a place
	tallied        *tallied
}

// advance lets everything due by now happen, earliest first.
func (m *model) advance(now time.Duration) {
	m.now = max(m.now, now)
	for {
		at, happen := m.nextEvent()
		if happen == nil || at > m.now {
			return
		}
		happen(at)
	}
}

func (m *model) nextEvent() (first time.Duration, happen func(time.Duration)) {
	consider := func(at time.Duration, do func(time.Duration)) {
		if happen == nil || at < first {
			first, happen = at, do
		}
	}
	if m.state == resilience.Open && m.cfg.AutomaticHalfOpen {
		consider(m.opened+m.wait(), func(at time.Duration) { m.to(resilience.HalfOpen, at) })
	}
	for _, c := range m.calls {
		if c.era != m.era {
			continue
		}
		if c.trial && !m.cfg.NoTrialLease {
			consider(c.expires, func(time.Duration) { c.trial = false })
		}
		if m.cfg.CountInFlight && c.tallied == nil && (c.trial || m.state != resilience.HalfOpen) {
			consider(c.start+m.cfg.SlowCall+1, func(at time.Duration) {
				c.trial, c.tallied = false, m.tally(at, m.cfg.SlowFails, true)
				if m.cfg.SlowFails {
					m.inARow++
				}
				m.judge(at, c.tallied)
			})
		}
	}
	return first, happen
}

func (m *model) ask(now time.Duration) *modelCall {
	m.advance(now)
	if m.cfg.CountStarted && m.state != resilience.Disabled {
		m.window = append(m.window, &tallied{at: m.now, counts: true})
	}
	deadline := m.opened + m.wait()
	admitsAtDeadline := m.cfg.AdmitAtDeadline || m.cfg.AutomaticHalfOpen
	if m.state == resilience.Open && (m.now > deadline || m.now == deadline && admitsAtDeadline) {
		m.to(resilience.HalfOpen, m.now)
	}
	c := &modelCall{era: m.era, start: m.now, expires: m.now + m.cfg.TrialLease}
	switch m.state {
	case resilience.Open, resilience.ForcedOpen:
		return nil
	case resilience.HalfOpen:
		places := m.cfg.Trials - len(m.trials)
		for _, other := range m.calls {
			if other.era == m.era && other.trial {
				places--
			}
		}
		if places <= 0 {
			return nil
		}
		c.trial = true
	case resilience.Disabled:
		c.era = -1
	}
	m.calls = append(m.calls, c)
	return c
}

func (m *model) report(now time.Duration, c *modelCall, o resilience.Outcome, took time.Duration) {
	m.advance(now)
	m.calls = slices.DeleteFunc(m.calls, func(other *modelCall) bool { return other == c })
	if o == resilience.Ignored && m.cfg.IgnoredSucceed {
		o = resilience.Success
	}
	slow := m.cfg.SlowCall > 0 && took > m.cfg.SlowCall
	failed := o == resilience.Failure
	switch {
	case c.era != m.era:
	case c.tallied != nil: // it became slow before
		switch {
		case c.tallied.failed: // in the row since then
		case failed:
			c.tallied.failed = true
			m.inARow++
			m.judge(m.now, &tallied{failed: true})
		case o == resilience.Success:
			m.inARow = 0
		}
	case m.state == resilience.HalfOpen && !c.trial, o == resilience.Neutral, o == resilience.Ignored:
	default:
		failed = failed || slow && m.cfg.SlowFails
		if m.inARow++; !failed {
			m.inARow = 0
		}
		m.judge(m.now, m.tally(m.now, failed, slow))
	}
}

func (m *model) tally(at time.Duration, failed, slow bool) *tallied {
	c := &tallied{at: at, counts: true, failed: failed, slow: slow}
	if m.state == resilience.HalfOpen {
		m.trials = append(m.trials, c)
	} else {
		c.counts = !m.cfg.CountStarted
		m.window = append(m.window, c)
	}
	return c
}

// counts is the slow recount of what the rates are taken over.
func (m *model) counts(now time.Duration) (sum resilience.Counts) {
	calls := m.trials
	if m.state != resilience.HalfOpen {
		calls = m.window
		if n := m.cfg.Window.Count; n > 0 {
			calls = calls[max(0, len(calls)-n):]
		}
	}
	for _, c := range calls {
		if m.state != resilience.HalfOpen && m.cfg.Window.Time > 0 {
			width := m.cfg.Window.Time / time.Duration(m.cfg.Window.Buckets)
			if c.at/width <= now/width-time.Duration(m.cfg.Window.Buckets) {
				continue
			}
		}
		sum.Calls += one(c.counts)
		sum.Failures += one(c.failed)
		sum.Slow += one(c.slow)
	}
	return sum
}

func (m *model) judge(now time.Duration, last *tallied) {
	sum := m.counts(now)
	var passed int64
	for _, c := range m.trials {
		passed += one(!c.failed && !c.slow)
	}
	half := m.state == resilience.HalfOpen
	switch n := int64(m.cfg.TrialSuccesses); {
	case half && n > 0 && passed >= n:
		m.to(resilience.Closed, now)
	case half && n > 0 && sum.Calls-passed > int64(m.cfg.Trials)-n:
		m.to(resilience.Open, now)
	case half && n > 0:
	case half && sum.Calls < int64(min(m.cfg.Trials, m.cfg.MinimumCalls)):
	case half && m.trips(sum, 0, 0):
		m.to(resilience.Open, now)
	case half:
		m.to(resilience.Closed, now)
	case m.cfg.JudgeOnFailure && !last.failed && !last.slow:
	case !m.trips(sum, m.cfg.ConsecutiveFailures, m.cfg.FailureCount):
	case m.state == resilience.Closed:
		m.to(resilience.Open, now)
	default:
		m.warnings = 1
	}
}

func (m *model) trips(sum resilience.Counts, inARow, inAll int) bool {
	enough := sum.Calls > 0 && sum.Calls >= int64(m.cfg.MinimumCalls)
	if m.state == resilience.HalfOpen {
		enough = true
	}
	over := func(part int64, rate float64) bool { // percents of few calls are exact in float64
		if m.cfg.OpensAbove {
			return enough && float64(part)*100 > rate*100*float64(sum.Calls)
		}
		return enough && float64(part)*100 >= rate*100*float64(sum.Calls)
	}
	if m.cfg.SlowCall > 0 && over(sum.Slow, m.cfg.SlowRate.Float()) {
		return true
	}
	if inARow > 0 || inAll > 0 {
		return inARow > 0 && m.inARow >= inARow || inAll > 0 && sum.Failures >= int64(inAll)
	}
	return over(sum.Failures, m.cfg.FailureRate.Float())
}

func (m *model) wait() time.Duration {
	wait := m.cfg.OpenFor
	for range m.rounds - 1 {
		wait = min(time.Duration(float64(wait)*m.cfg.OpenGrowth), m.cfg.OpenMax)
	}
	return wait
}

func (m *model) to(s resilience.State, now time.Duration) {
	keep := m.cfg.KeepWindow && s == resilience.Closed
	if s == resilience.Open {
		m.opened = now
		m.rounds++
	} else if s != resilience.HalfOpen && s != resilience.ForcedOpen && !keep {
		m.window = nil
	}
	if s == resilience.Closed {
		m.rounds = 0
	}
	m.state, m.trials, m.inARow, m.warnings = s, nil, 0, 0
	m.era++
}

func one(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
