package overview

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// row is one kind of panel, with the scale that all columns share.
type row struct {
	title   string // along the vertical axis
	height  vg.Length
	scale   scale
	latency bool
	strips  bool
	pick    func(series) gauge
}

// rowsOf are the rows of the page, from the top down.
func rowsOf(all []series) []row {
	rows := []row{
		{title: "latency from due", height: 236, scale: latencyScale(all), latency: true},
		gaugeRow(all, "workers busy", 76, func(s series) gauge { return s.busy }),
		gaugeRow(all, "queued", 60, func(s series) gauge { return s.queued }),
		gaugeRow(all, "at provider", 76, func(s series) gauge { return s.inFlight }),
	}
	most := 0 // breakers in a column
	for _, s := range all {
		most = max(most, len(s.breakers))
	}
	if most > 0 {
		rows = append(rows, row{title: "breaker", height: max(22, min(90, 14*vg.Length(most))), strips: true, scale: scale{max: 1}})
	}
	return rows
}

func gaugeRow(all []series, title string, height vg.Length, pick func(series) gauge) row {
	highest := 0
	for _, s := range all {
		g := pick(s)
		highest = max(highest, g.max(), g.capacity)
	}
	return row{title: title, height: height, scale: linearScale(float64(highest), 3), pick: pick}
}

// panel is a rectangle of the page with two scales.
type panel struct {
	draw.Canvas
	cell vg.Rectangle
	x, y scale
}

func (p panel) px(seconds float64) vg.Length { return p.x.at(seconds, p.cell.Min.X, p.cell.Max.X) }
func (p panel) py(v float64) vg.Length       { return p.y.at(v, p.cell.Min.Y, p.cell.Max.Y) }

// background shades the stretches in which a provider fails.
func (p panel) background(faults []window) {
	for _, f := range faults {
		r := p.cell
		r.Min.X, r.Max.X = p.px(f.from.Seconds()), p.px(f.until.Seconds())
		fill(p.Canvas, r, shadow)
	}
}

// faultNames writes what fails over the start of its stretch, as long as it
// does not run into the one before.
func (p panel) faultNames(faults []window) {
	free := p.cell.Min.X
	for _, f := range faults {
		x := p.px(f.from.Seconds())
		width := textWidth(small, f.name)
		if x < free || x+width > p.cell.Max.X || f.from.Seconds() >= p.x.max {
			continue
		}
		write(p.Canvas, small, faded, x+1, p.cell.Max.Y+3, left, f.name)
		free = x + width + 6
	}
}

func (p panel) grid() {
	for _, t := range p.y.ticks {
		p.line(hair, 0.6, p.cell.Min.X, p.py(t.value), p.cell.Max.X, p.py(t.value))
	}
}

func (p panel) frame() {
	r := p.cell
	p.SetLineStyle(draw.LineStyle{Color: rule, Width: 0.8})
	p.Stroke(rectangle(r))
	for _, t := range p.x.ticks {
		p.line(rule, 0.8, p.px(t.value), r.Min.Y, p.px(t.value), r.Min.Y-3)
	}
}

func (p panel) leftLabels(r row) {
	for _, t := range p.y.ticks {
		write(p.Canvas, label, ink, p.cell.Min.X-5, p.py(t.value), right|middle, t.label)
	}
	if !r.strips {
		writeUp(p.Canvas, label, ink, 16, (p.cell.Min.Y+p.cell.Max.Y)/2, r.title)
		return
	}
	write(p.Canvas, label, ink, p.cell.Min.X-5, (p.cell.Min.Y+p.cell.Max.Y)/2, right|middle, r.title)
}

func (p panel) timeLabels() {
	for _, t := range p.x.ticks {
		write(p.Canvas, label, ink, p.px(t.value), p.cell.Min.Y-5, center|top, t.label)
	}
	write(p.Canvas, label, faded, (p.cell.Min.X+p.cell.Max.X)/2, p.cell.Min.Y-20, center|top, "seconds since start")
}

// note stands over the right end of a panel.
func (p panel) note(text string) {
	write(p.Canvas, small, ink, p.cell.Max.X, p.cell.Max.Y+3, right, text)
}

// empty says in the middle of a panel why there is nothing in it.
func (p panel) empty(why string) {
	write(p.Canvas, small, faded, (p.cell.Min.X+p.cell.Max.X)/2, (p.cell.Min.Y+p.cell.Max.Y)/2, center|middle, why)
}
