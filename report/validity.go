package report

import (
	"fmt"
	"slices"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/internal/unit"
)

// What a run may not exceed if its figures are to be trusted.
const (
	MaxStall   = 500 * time.Millisecond // the process did not run
	MaxSendLag = 25 * time.Millisecond  // p99 of how late requests were sent
)

// burstWindow is the length of time in which BurstMax counts.
const burstWindow = 100 * time.Millisecond

// Validity says whether the figures of a run can be trusted: whether it was the
// api that was measured and not the machine.
type Validity struct {
	Valid bool `json:"valid"`
	// Reasons name what went wrong, each with its mode, its figure and its limit.
	Reasons []string `json:"reasons"`

	// The figures are those of the worst mode; the counts are of all modes.
	StallMax   Millis  `json:"stall_max_ms"`
	SendLagP99 *Millis `json:"send_lag_p99_ms"`
	GCPauseMax Millis  `json:"gc_pause_max_ms"`
	Due        int     `json:"due"`
	Sent       int     `json:"sent"`
	Missed     int     `json:"missed"`
	// BurstMax is the highest number of requests sent in any 100 ms.
	BurstMax int `json:"burst_max"`
}

func (v *Validity) invalid(format string, args ...any) {
	v.Valid = false
	v.Reasons = append(v.Reasons, fmt.Sprintf(format, args...))
}

func judgeValidity(rec *record.Recording) Validity {
	v := Validity{Valid: true, Reasons: []string{}}
	for _, m := range rec.Modes {
		v.judge(observe(m))
	}
	return v
}

// conduct is how the machine behaved while it measured one mode.
type conduct struct {
	mode         string
	stall, pause time.Duration
	lags, sends  []time.Duration
	sent, missed int
	failed       int  // requests that the lab itself could not carry
	closed       bool // the senders said how many they had sent
	capped       map[string]int
}

func observe(m record.Mode) conduct {
	c := conduct{mode: m.Name, capped: map[string]int{}}
	for e := range m.Events.All() {
		switch e.Kind {
		case record.Request:
			c.lags = append(c.lags, e.Sent-e.Due)
			c.sends = append(c.sends, e.Sent)
			if e.Outcome == record.Failed {
				c.failed++
			}
		case record.Sender:
			c.closed = true
			c.sent += e.InUse
			c.missed += e.Waiting
		case record.Stall:
			c.stall = max(c.stall, e.Took)
		case record.Pause:
			c.pause = max(c.pause, e.Took)
		case record.Capped:
			c.capped[e.Name]++
		}
	}
	if !c.closed { // cut short: what ended is all that is known
		c.sent = len(c.sends)
	}
	slices.Sort(c.lags)
	slices.Sort(c.sends)
	return c
}

// judge adds the figures of one mode and names what is wrong with them.
func (v *Validity) judge(c conduct) {
	v.StallMax = max(v.StallMax, millis(c.stall))
	v.GCPauseMax = max(v.GCPauseMax, millis(c.pause))
	v.Sent += c.sent
	v.Missed += c.missed
	v.Due += c.sent + c.missed
	v.BurstMax = max(v.BurstMax, burst(c.sends))
	if c.stall > MaxStall {
		v.invalid("process stalled in mode %s: %s, at most %s", c.mode, figure(c.stall), figure(MaxStall))
	}
	v.judgeLag(c)
	if c.missed > 0 {
		v.invalid("sender missed requests in mode %s: %d of %d due were never sent", c.mode, c.missed, c.sent+c.missed)
	}
	if lost := c.sent - len(c.sends); lost != 0 {
		v.invalid("requests without an outcome in mode %s: %d of %d sent", c.mode, lost, c.sent)
	}
	if c.failed > 0 {
		v.invalid("requests failed in the lab itself in mode %s: %d of %d sent (too few file descriptors or ports?)", c.mode, c.failed, c.sent)
	}
	for _, name := range sortedKeys(c.capped) {
		v.invalid("provider %s hit its own limit in mode %s: %d requests turned away", name, c.mode, c.capped[name])
	}
}

// judgeLag takes p99 of however few sends: with few it is the maximum, which is
// the stricter figure.
func (v *Validity) judgeLag(c conduct) {
	n := len(c.lags)
	if n == 0 {
		return
	}
	lag := c.lags[rank(int64(n), unit.Percent(99))-1]
	if ms := millis(lag); v.SendLagP99 == nil || ms > *v.SendLagP99 {
		v.SendLagP99 = &ms
	}
	if lag > MaxSendLag {
		v.invalid("sender lagged in mode %s: p99 %s, at most %s", c.mode, figure(lag), figure(MaxSendLag))
	}
}

// burst is the highest number of sorted instants in any window.
func burst(sends []time.Duration) int {
	most, first := 0, 0
	for i, t := range sends {
		for sends[first] <= t-burstWindow {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}
