package live

import (
	"syscall"
	"time"
)

// pause sleeps for up to a few milliseconds, to within about 0.1 ms. The
// runtime's own timers come up to a millisecond late on an idle machine, because
// epoll counts in those.
func pause(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&t, nil) // woken early by a signal: the caller looks at the clock
}
