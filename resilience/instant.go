package resilience

import (
	"math"
	"time"
)

// never is an instant that no run reaches.
const never = time.Duration(math.MaxInt64)

// later is the instant d after now. Where that is past the largest Duration, about 292
// years, it is never: such a d means for ever.
func later(now, d time.Duration) time.Duration {
	if now > 0 && d > never-now {
		return never
	}
	return now + d
}

// soon is an instant for a field in which 0 stands for no bound.
func soon(at time.Duration) time.Duration {
	if at == never {
		return 0
	}
	return at
}
