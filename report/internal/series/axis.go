package series

import (
	"math"
	"time"
)

// Axis is a scale between two values.
type Axis struct {
	Min, Max float64
	Log      bool
}

// Share is where a value lies on the axis, from 0 to 1; outside of the axis it
// lies at its end.
func (a Axis) Share(v float64) float64 {
	lo, hi := a.Min, a.Max
	v = min(max(v, lo), hi)
	if a.Log {
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return (v - lo) / (hi - lo)
}

// Latencies is an axis of whole decades around all latencies, in milliseconds,
// and how many decades it has; without the better part of a last decade in which
// there is nothing.
func Latencies(all []Survey) (axis Axis, decades int) {
	least, most := math.Inf(1), 0.0
	for _, s := range all {
		if len(s.Loads) > 0 {
			least, most = min(least, Milliseconds(s.Least)), max(most, Milliseconds(s.Most))
		}
	}
	if most == 0 { // no requests
		least, most = 1, 1000
	}
	from := math.Floor(math.Log10(max(least*0.95, shortest)))
	to := max(from+1, math.Ceil(math.Log10(most*1.1)))
	axis = Axis{Min: math.Pow(10, from), Max: math.Pow(10, to), Log: true}
	decades = int(to - from)
	if most*2 < axis.Max {
		axis.Max = most * 2
		decades--
	}
	return axis, decades
}

// End is the end of the longest mode, at least a second.
func End(all []Survey) time.Duration {
	end := time.Second
	for _, s := range all {
		end = max(end, s.End)
	}
	return end
}

// shortest is the latency in milliseconds below which none is told apart.
const shortest = 0.1

// Milliseconds is a latency as it is drawn.
func Milliseconds(d time.Duration) float64 {
	return max(shortest, float64(d)/float64(time.Millisecond))
}
