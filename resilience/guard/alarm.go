package guard

import "time"

// alarm lets time take effect when no call comes, for observers that want to hear of
// a transition when it happens. Its methods are called under the lock.
type alarm struct {
	ring  func() // clears at and takes a step, which sets the alarm anew
	timer *time.Timer
	at    time.Duration // 0: not set
}

// set makes the alarm ring at an instant, unless it rings before: then that ring
// sets it anew.
func (a *alarm) set(now, at time.Duration) {
	if a.at != 0 && a.at <= at {
		return
	}
	a.at = at
	if a.timer == nil {
		a.timer = time.AfterFunc(at-now, a.ring)
	} else {
		a.timer.Reset(at - now)
	}
}
