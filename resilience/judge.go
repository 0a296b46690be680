package resilience

import (
	"strconv"
	"time"

	"checkoutlab/internal/unit"
)

// Counts returns what the rates are taken over now: the trials while half-open, and
// the window otherwise.
func (b *Breaker) Counts(now time.Duration) Counts {
	now = b.advance(now)
	if b.state == HalfOpen {
		return b.trials.done
	}
	b.window.advance(now)
	return b.window.total
}

// Rates returns the failure rate and the slow-call rate now. Below the minimum of
// calls they do not exist and ok is false.
func (b *Breaker) Rates(now time.Duration) (failure, slow unit.Share, ok bool) {
	c := b.Counts(now)
	if c.Calls == 0 || c.Calls < b.needed() {
		return 0, 0, false
	}
	share := func(part int64) unit.Share { return unit.Share(part * int64(unit.Whole) / c.Calls) }
	return share(c.Failures), share(c.Slow), true
}

// countStart counts a call that asks, where calls are counted when they start.
func (b *Breaker) countStart(now time.Duration) {
	if b.cfg.CountStarted && b.state != Disabled {
		b.window.add(now, Counts{Calls: 1})
	}
}

// count counts a call that has ended.
func (b *Breaker) count(now time.Duration, o Outcome, slow bool) {
	c := Counts{Calls: 1}
	if slow {
		c.Slow = 1
	}
	if o == Failure || slow && b.cfg.SlowFails {
		c.Failures = 1
	}
	b.follow(c.Failures > 0)
	b.tally(now, c)
	b.judge(now, c)
}

// amend takes the end of a call that was counted as slow while it ran. One that was
// counted as a failure, too, has been followed then.
func (b *Breaker) amend(now time.Duration, s slot, o Outcome) {
	if s.failed || o != Success && o != Failure {
		return
	}
	b.follow(o == Failure)
	if o == Success {
		return
	}
	c := Counts{Failures: 1}
	if b.state == HalfOpen {
		b.trials.done.add(c)
	} else {
		b.window.advance(now)
		b.window.amend(s.cell, c)
	}
	b.judge(now, c)
}

// follow keeps the number of failures in a row.
func (b *Breaker) follow(failed bool) {
	if failed {
		b.streak++
	} else {
		b.streak = 0
	}
}

// tally adds a call where this state keeps its counts.
func (b *Breaker) tally(now time.Duration, c Counts) (cell int64) {
	if b.state == HalfOpen {
		b.trials.count(c)
		return 0
	}
	if b.cfg.CountStarted {
		c.Calls = 0 // counted when it asked
	}
	return b.window.add(now, c)
}

// judge acts on the counts after the call c was added to them.
func (b *Breaker) judge(now time.Duration, c Counts) {
	if b.state == HalfOpen {
		b.judgeTrials(now)
		return
	}
	if b.cfg.JudgeOnFailure && c.Failures == 0 && c.Slow == 0 {
		return
	}
	reason := b.tripped(b.window.total)
	switch {
	case reason == "":
	case b.state == Closed:
		b.to(Open, now, reason)
	case !b.warned:
		b.warned = true
		b.changes = append(b.changes, Transition{now, MetricsOnly, MetricsOnly, "would open: " + reason})
	}
}

// judgeTrials decides what the trials so far say, if they say anything yet.
func (b *Breaker) judgeTrials(now time.Duration) {
	done := b.trials.done
	passed := done.Calls - b.trials.bad
	if n := b.cfg.TrialSuccesses; n > 0 {
		switch {
		case passed >= int64(n):
			b.to(Closed, now, passReason(passed, done.Calls))
		case b.trials.bad > int64(b.cfg.Trials-n):
			b.to(Open, now, worst(done))
		}
		return
	}
	if done.Calls < b.needed() {
		return
	}
	if reason := b.tripped(done); reason != "" {
		b.to(Open, now, reason)
	} else {
		b.to(Closed, now, passReason(passed, done.Calls))
	}
}

// needed is the number of calls from which on a rate exists.
func (b *Breaker) needed() int64 {
	if b.state == HalfOpen {
		return int64(min(b.cfg.MinimumCalls, b.cfg.Trials))
	}
	return int64(b.cfg.MinimumCalls)
}

// tripped returns why these counts open the breaker, and "" if they do not.
func (b *Breaker) tripped(c Counts) string {
	streak, count := b.cfg.ConsecutiveFailures, int64(b.cfg.FailureCount)
	switch {
	case b.state == HalfOpen || streak == 0 && count == 0:
		if c.Calls >= b.needed() && b.over(b.cfg.FailureRate, c.Failures, c.Calls) {
			return rateReason("failure", c.Failures, c.Calls)
		}
	case streak > 0 && b.streak >= streak:
		return strconv.Itoa(b.streak) + " failures in a row"
	case count > 0 && c.Failures >= count:
		return countReason(c.Failures, b.cfg.Window)
	}
	if b.cfg.SlowCall > 0 && c.Calls >= b.needed() && b.over(b.cfg.SlowRate, c.Slow, c.Calls) {
		return rateReason("slow-call", c.Slow, c.Calls)
	}
	return ""
}

func (b *Breaker) over(limit unit.Share, part, whole int64) bool {
	if b.cfg.OpensAbove {
		return limit.ExceededBy(part, whole)
	}
	return limit.ReachedBy(part, whole)
}
