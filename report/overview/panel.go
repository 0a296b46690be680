package overview

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
	"checkoutlab/report/internal/series"
)

// row is one kind of panel, with the scale that all columns share.
type row struct {
	title   string // along the vertical axis
	height  vg.Length
	scale   scale
	latency bool
	strips  bool
	panel   *series.Panel // of a gauge, nil otherwise
	gauge   int           // which of a mode's gauges
}

// titleLine is from one line of a row's title to the next.
const titleLine vg.Length = 14

// latencyHeight is how high the panel of the requests is.
const latencyHeight vg.Length = 236

// rowsOf are the rows of the page, from the top down.
func (p *page) rowsOf() []row {
	all := p.series
	rows := []row{{title: "latency from due", height: latencyHeight, scale: p.latency, latency: true}}
	for i := range p.panels {
		rows = append(rows, p.gaugeRow(i))
	}
	most := 0 // breakers in a column
	for _, s := range all {
		most = max(most, len(s.Breakers))
	}
	if most > 0 {
		rows = append(rows, row{title: "breaker", height: max(22, min(90, 14*vg.Length(most))), strips: true, scale: scale{Axis: series.Axis{Max: 1}}})
	}
	return rows
}

func (p *page) gaugeRow(gauge int) row {
	highest := 0
	for _, s := range p.series {
		g := s.Gauges[gauge]
		highest = max(highest, g.Max, g.Capacity)
	}
	r := row{panel: &p.panels[gauge], gauge: gauge, height: 76, scale: linearScale(float64(highest), 3)}
	if r.panel.Quantity == series.Queued {
		r.height = 60
	}
	r.title = r.panel.Title()
	return r
}

// panel is a rectangle of the page with two scales.
type panel struct {
	draw.Canvas
	cell vg.Rectangle
	x, y scale
}

func (p panel) px(seconds float64) vg.Length { return p.x.at(seconds, p.cell.Min.X, p.cell.Max.X) }
func (p panel) py(v float64) vg.Length       { return p.y.at(v, p.cell.Min.Y, p.cell.Max.Y) }

// background shades the stretch in which a provider fails.
func (p panel) background(f series.Window) {
	r := p.cell
	r.Min.X, r.Max.X = p.px(f.From.Seconds()), p.px(f.Until.Seconds())
	drawing.Fill(p.Canvas, r, shadow)
}

// faultNames writes what fails over the start of its stretch, as long as it
// does not run into the one before.
func (p panel) faultNames(faults []series.Window) {
	free := p.cell.Min.X
	for _, f := range faults {
		x := p.px(f.From.Seconds())
		width := drawing.TextWidth(drawing.Small, f.Name)
		if x < free || x+width > p.cell.Max.X || f.From.Seconds() >= p.x.Max {
			continue
		}
		drawing.Write(p.Canvas, drawing.Small, drawing.Faded, x+1, p.cell.Max.Y+3, drawing.Left, f.Name)
		free = x + width + 6
	}
}

// down shades how long a service was down.
func (p panel) down(all []series.Restart) {
	for _, r := range all {
		if r.Acted {
			cell := p.cell
			cell.Min.X, cell.Max.X = p.px(r.From.Seconds()), p.px(r.Until.Seconds())
			drawing.Fill(p.Canvas, cell, stopped)
		}
	}
}

// restarts marks where a probe had a service restarted, or would have. The words
// stand over the panel, on that side of the mark on which there is room for them.
func (p panel) restarts(all []series.Restart) {
	free := p.cell.Min.X
	for _, r := range all {
		x, word := p.px(r.From.Seconds()), "would be restarted"
		if r.Acted {
			word = "restarted"
		}
		drawing.Line(p.Canvas, vermillion, 1.2, x, p.cell.Min.Y, x, p.cell.Max.Y+8)
		from := x + 2
		width := drawing.TextWidth(drawing.Small, word)
		if from+width > p.cell.Max.X-noteWidth {
			from = x - 2 - width
		}
		if from >= free {
			drawing.Write(p.Canvas, drawing.Small, vermillion, from, p.cell.Max.Y+3, drawing.Left, word)
			free = from + width + 6
		}
	}
}

// noteWidth is kept free for the note over the right end of a panel.
const noteWidth vg.Length = 84

func (p panel) grid() {
	for _, t := range p.y.ticks {
		drawing.Line(p.Canvas, drawing.Hair, 0.6, p.cell.Min.X, p.py(t.value), p.cell.Max.X, p.py(t.value))
	}
}

func (p panel) frame() {
	r := p.cell
	p.SetLineStyle(draw.LineStyle{Color: drawing.Rule, Width: 0.8})
	p.Stroke(drawing.Rectangle(r))
	for _, t := range p.x.ticks {
		drawing.Line(p.Canvas, drawing.Rule, 0.8, p.px(t.value), r.Min.Y, p.px(t.value), r.Min.Y-3)
	}
}

func (p panel) leftLabels(r row) {
	for _, t := range p.y.ticks {
		drawing.Write(p.Canvas, drawing.Label, drawing.Ink, p.cell.Min.X-5, p.py(t.value), drawing.Right|drawing.Middle, t.label)
	}
	if !r.strips {
		lines := drawing.Wrapped(drawing.Label, r.title, r.height+rowGap-2, 2)
		for i, line := range lines {
			x := 16 + titleLine*(vg.Length(i)-vg.Length(len(lines)-1)/2)
			drawing.WriteUp(p.Canvas, drawing.Label, drawing.Ink, x, (p.cell.Min.Y+p.cell.Max.Y)/2, line)
		}
		return
	}
	drawing.Write(p.Canvas, drawing.Label, drawing.Ink, p.cell.Min.X-5, (p.cell.Min.Y+p.cell.Max.Y)/2, drawing.Right|drawing.Middle, r.title)
}

func (p panel) timeLabels() {
	for _, t := range p.x.ticks {
		drawing.Write(p.Canvas, drawing.Label, drawing.Ink, p.px(t.value), p.cell.Min.Y-5, drawing.Center|drawing.Top, t.label)
	}
	drawing.Write(p.Canvas, drawing.Label, drawing.Faded, (p.cell.Min.X+p.cell.Max.X)/2, p.cell.Min.Y-20, drawing.Center|drawing.Top, p.x.unit+" since start")
}

// note says how high a gauge went.
func note(g series.Gauge) string {
	if g.Capacity > 0 {
		return fmt.Sprintf("max %d of %d", g.Max, g.Capacity)
	}
	return fmt.Sprintf("max %d", g.Max)
}

// note stands over the right end of a panel.
func (p panel) note(text string) {
	drawing.Write(p.Canvas, drawing.Small, drawing.Ink, p.cell.Max.X, p.cell.Max.Y+3, drawing.Right, text)
}

// empty says in the middle of a panel why there is nothing in it.
func (p panel) empty(why string) {
	drawing.Write(p.Canvas, drawing.Small, drawing.Faded, (p.cell.Min.X+p.cell.Max.X)/2, (p.cell.Min.Y+p.cell.Max.Y)/2, drawing.Center|drawing.Middle, why)
}
