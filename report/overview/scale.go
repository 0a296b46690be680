package overview

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/plot/vg"

	"checkoutlab/report/internal/series"
)

// scale maps values to a stretch of the page.
type scale struct {
	series.Axis
	unit  string // of a time scale's labels
	ticks []tick
}

type tick struct {
	value float64
	label string
}

// at is where a value lies between the two ends; outside of the scale it lies
// at its end.
func (s scale) at(v float64, from, to vg.Length) vg.Length {
	return from + vg.Length(s.Share(v))*(to-from)
}

// linearScale goes from 0 to a little above the highest value, with about n
// ticks at round numbers.
func linearScale(highest float64, n int) scale {
	highest = max(highest, 1)
	s := scale{Axis: series.Axis{Max: highest * 1.08}}
	for i, width := 0, roundStep(highest/float64(n)); float64(i)*width <= highest*1.0001; i++ {
		v := float64(i) * width
		s.ticks = append(s.ticks, tick{v, fmt.Sprintf("%g", v)})
	}
	return s
}

// roundStep is the least of 1, 2, 5, 10, 20, … that is not below v.
func roundStep(v float64) float64 {
	for width := 1.0; ; width *= 10 {
		for _, m := range []float64{1, 2, 5} {
			if width*m >= v {
				return width * m
			}
		}
	}
}

// timeScale is one clock for all columns, in seconds from the start of the run
// to the end of the longest. Labels stand where they have room in the columns.
func timeScale(columns int, end time.Duration) scale {
	seconds := end.Seconds()
	s := scale{Axis: series.Axis{Min: -seconds / 90, Max: seconds}} // room for the dots at 0
	ticks := max(6, 24/max(1, min(maxColumns, columns)))
	var unit float64 // in seconds
	switch {
	case seconds < 5*60:
		s.unit, unit = "seconds", 1
	case seconds < 3*60*60:
		s.unit, unit = "minutes", 60
	default:
		s.unit, unit = "hours", 60*60
	}
	tenths := roundStep(10 * seconds / unit / float64(ticks)) // whole, so that labels are exact
	if s.unit == "hours" {
		tenths = hourStep(tenths)
	}
	for i := 0; float64(i)*tenths*unit <= 10*seconds; i++ {
		v := float64(i) * tenths / 10
		s.ticks = append(s.ticks, tick{v * unit, fmt.Sprintf("%g", v)})
	}
	return s
}

// hourStep is a step in tenths of an hour that divides a day, or is whole days.
func hourStep(tenths float64) float64 {
	for _, hours := range []float64{0.5, 1, 2, 3, 4, 6, 12, 24} {
		if 10*hours >= tenths {
			return 10 * hours
		}
	}
	return math.Ceil(tenths/240) * 240
}

// latencyScale has a tick at each decade, in milliseconds.
func latencyScale(all []series.Survey) scale {
	axis, decades := series.Latencies(all)
	s := scale{Axis: axis}
	first := math.Round(math.Log10(axis.Min))
	for e := range decades + 1 {
		v := math.Pow(10, first+float64(e))
		s.ticks = append(s.ticks, tick{v, duration(v)})
	}
	return s
}

// rounded is a length of time in one unit, for people.
func rounded(d time.Duration) string {
	switch {
	case d >= 90*time.Minute:
		return fmt.Sprintf("%.1f h", d.Hours())
	case d >= 90*time.Second:
		return fmt.Sprintf("%.0f min", d.Minutes())
	default:
		return duration(float64(d) / float64(time.Millisecond))
	}
}

func duration(ms float64) string {
	switch {
	case ms >= 1000:
		return fmt.Sprintf("%g s", math.Round(ms)/1000)
	case ms >= 1:
		return fmt.Sprintf("%.0f ms", ms)
	default:
		return fmt.Sprintf("%.1f ms", ms)
	}
}
