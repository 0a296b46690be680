package sweepplot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// scale maps figures to a stretch from 0 to 1.
type scale struct {
	min, max float64
	log      bool
	zero     bool // a logarithmic scale whose lower end stands for 0
}

// decades from which on a scale is logarithmic.
const decades = 2

// scaleOf spans the figures. It is logarithmic if those above zero span more
// than two decades and none is below; zeros then lie at its lower end, below all
// others.
func scaleOf(figures []float64) scale {
	if len(figures) == 0 {
		return scale{max: 1}
	}
	least, most, positive := math.Inf(1), math.Inf(-1), math.Inf(1)
	for _, v := range figures {
		least, most = min(least, v), max(most, v)
		if v > 0 {
			positive = min(positive, v)
		}
	}
	if least >= 0 && most > positive*math.Pow(10, decades) {
		if least == 0 {
			return scale{min: positive / 2, max: most, log: true, zero: true}
		}
		return scale{min: positive, max: most, log: true}
	}
	least = min(least, 0) // a figure is to be seen against nothing
	if most <= least {
		most = least + 1
	}
	return scale{min: least, max: most}
}

// at is where a figure lies, within 0 and 1.
func (s scale) at(v float64) float64 {
	v = min(max(v, s.min), s.max)
	if s.log {
		return math.Log(v/s.min) / math.Log(s.max/s.min)
	}
	return (v - s.min) / (s.max - s.min)
}

// between is where a figure lies between two places of the page.
func (s scale) between(v float64, from, to vg.Length) vg.Length {
	return from + vg.Length(s.at(v))*(to-from)
}

// ticks are round figures within the scale.
func (s scale) ticks() []float64 {
	var values []float64
	if s.zero {
		values = append(values, 0)
	}
	if s.log {
		for e := math.Ceil(math.Log10(s.min) - 1e-9); e <= math.Log10(s.max)+1e-9; e++ {
			values = append(values, math.Pow(10, e))
		}
		return values
	}
	for _, t := range (plot.DefaultTicks{}).Ticks(s.min, s.max) {
		if t.Label != "" && s.min <= t.Value && t.Value <= s.max {
			values = append(values, t.Value)
		}
	}
	return values
}

// figures are those of all points that have one.
func (f Figure) figures() []float64 {
	var all []float64
	for _, p := range f.Panels {
		for _, pt := range p.Points {
			if pt.figure() {
				all = append(all, pt.Value)
			}
		}
	}
	return all
}

// place is the place of a value among numbers in rising order, in units of one
// value: 1.5 lies half way between the second and the third. It reports false
// for a value outside of them.
func place(numbers []float64, v float64) (float64, bool) {
	for i := 1; i < len(numbers); i++ {
		if lo, hi := numbers[i-1], numbers[i]; lo <= v && v <= hi && lo < hi {
			return float64(i-1) + (v-lo)/(hi-lo), true
		}
	}
	return 0, false
}

// value is what lies at a place; the other way of place.
func value(numbers []float64, at float64) float64 {
	i := min(int(at), len(numbers)-2)
	return numbers[i] + (at-float64(i))*(numbers[i+1]-numbers[i])
}
