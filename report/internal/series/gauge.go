package series

import "time"

// Gauge is a step function of time, of one service or provider.
type Gauge struct {
	Extent
	List     []Step
	Band     *Band // in place of the list, if it were too long
	Marked   bool  // steps have a second value, a part of the first
	Capacity int   // 0: none
}

// Step is a value from an instant on.
type Step struct {
	At           time.Duration
	Value, Inner int
}

// gauges are those of all panels, for a mode, with nothing in them.
func (f Frame) gauges(src Source, s Survey) []Gauge {
	all := make([]Gauge, len(f.Panels))
	for i, p := range f.Panels {
		g := Gauge{Extent: s.extent(p), Marked: p.Quantity == InFlight}
		if p.Quantity == Busy {
			g.Capacity = src.Spec.Services[p.Part].Workers
		}
		if g.Steps > maxSteps {
			g.Band = newBand(f.Points, f.Time)
		}
		all[i] = g
	}
	return all
}

// add does nothing to no gauge.
func (g *Gauge) add(s Step) {
	switch {
	case g == nil:
	case g.Band != nil:
		g.Band.add(s)
	default:
		g.List = append(g.List, s)
	}
}

// Band is a gauge with more steps than can be shown: for each of as many points
// the most and the mean over time.
type Band struct {
	Points []Point
	time   Axis
	last   Step
}

// Point is one stretch of a band.
type Point struct {
	Most, MostInner int
	Mean, MeanInner float64
}

func newBand(points int, time Axis) *Band {
	return &Band{time: time, Points: make([]Point, points)}
}

func (b *Band) place(t time.Duration) float64 {
	return b.time.Share(t.Seconds()) * float64(len(b.Points))
}

// add ends what held until now.
func (b *Band) add(s Step) {
	b.hold(s.At)
	b.last = s
	p := &b.Points[min(int(b.place(s.At)), len(b.Points)-1)]
	p.Most, p.MostInner = max(p.Most, s.Value), max(p.MostInner, s.Inner)
}

func (b *Band) hold(until time.Duration) {
	from, to := b.place(b.last.At), b.place(until)
	for i := int(from); i < len(b.Points) && float64(i) < to; i++ {
		p := &b.Points[i]
		length := min(to, float64(i+1)) - max(from, float64(i))
		p.Mean += length * float64(b.last.Value)
		p.MeanInner += length * float64(b.last.Inner)
		p.Most, p.MostInner = max(p.Most, b.last.Value), max(p.MostInner, b.last.Inner)
	}
}

func (b *Band) close(end time.Duration) { b.hold(end) }
