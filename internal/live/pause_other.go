//go:build !linux

package live

import "time"

// pause sleeps for up to a few milliseconds, as exactly as the runtime can.
func pause(d time.Duration) { time.Sleep(d) }
