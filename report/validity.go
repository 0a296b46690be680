package report

import (
	"fmt"
	"time"

	"checkoutlab/internal/unit"
)

// What a run may not exceed if its figures are to be trusted.
const (
	MaxStall   = 500 * time.Millisecond // the process did not run
	MaxSendLag = 25 * time.Millisecond  // p99 of how late requests were sent
)

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

// judge adds the figures of one mode and names what is wrong with them.
func (v *Validity) judge(c *conduct) {
	sent := c.senders()
	v.StallMax = max(v.StallMax, millis(c.stall))
	v.GCPauseMax = max(v.GCPauseMax, millis(c.pause))
	v.Sent += sent
	v.Missed += c.missed
	v.Due += sent + c.missed
	v.BurstMax = max(v.BurstMax, c.bursts.highest())
	if c.stall > MaxStall {
		v.invalid("process stalled in mode %s: %s, at most %s", c.mode, figure(c.stall), figure(MaxStall))
	}
	v.judgeLag(c)
	if c.missed > 0 {
		v.invalid("sender missed requests in mode %s: %d of %d due were never sent", c.mode, c.missed, sent+c.missed)
	}
	if lost := sent - c.lags.Len(); lost != 0 {
		v.invalid("requests without an outcome in mode %s: %d of %d sent", c.mode, lost, sent)
	}
	if c.failed > 0 {
		v.invalid("requests failed in the lab itself in mode %s: %d of %d sent (too few file descriptors or ports?)", c.mode, c.failed, sent)
	}
	for _, name := range sortedKeys(c.capped) {
		v.invalid("provider %s hit its own limit in mode %s: %d requests turned away", name, c.mode, c.capped[name])
	}
}

// judgeLag takes p99 of however few sends: with few it is the maximum, which is
// the stricter figure.
func (v *Validity) judgeLag(c *conduct) {
	if c.lags.Len() == 0 {
		return
	}
	lag := c.lags.ranked(unit.Percent(99))
	if ms := millis(lag); v.SendLagP99 == nil || ms > *v.SendLagP99 {
		v.SendLagP99 = &ms
	}
	if lag > MaxSendLag {
		v.invalid("sender lagged in mode %s: p99 %s, at most %s", c.mode, figure(lag), figure(MaxSendLag))
	}
}
