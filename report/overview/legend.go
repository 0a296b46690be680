package overview

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
)

// titles writes what the page is about and its legend.
func (p *page) titles(c draw.Canvas) {
	const width = pageWidth - leftEdge - rightEdge
	y := c.Max.Y - 26
	drawing.Write(c, drawing.Title, drawing.Ink, leftEdge, y, drawing.Left, drawing.Fitted(drawing.Title, p.Title, width))
	drawing.Write(c, drawing.Labelled, drawing.Faded, leftEdge, y-18, drawing.Left, drawing.Fitted(drawing.Labelled, p.Subtitle, width))
	y -= 42
	for _, line := range p.legend {
		x := leftEdge
		for _, e := range line {
			if e.mark != nil {
				e.mark(c, vg.Point{X: x + 5, Y: y + 4})
				x += markWidth
			}
			drawing.Write(c, drawing.Labelled, drawing.Ink, x, y, drawing.Left, e.name)
			x += drawing.TextWidth(drawing.Labelled, e.name) + entryGap
		}
		y -= legendLine
	}
}

// columnHead writes the name of a mode, what it is, and how many of the
// requests of each load were answered with success.
func (p *page) columnHead(c draw.Canvas, i int, x, y, width vg.Length) {
	drawing.Write(c, drawing.Heading, drawing.Ink, x, y-14, drawing.Left, drawing.Fitted(drawing.Heading, p.Columns[i].Title, width))
	for n, line := range drawing.Wrapped(drawing.Label, p.Columns[i].About, width, 2) {
		drawing.Write(c, drawing.Label, drawing.Faded, x, y-29-14*vg.Length(n), drawing.Left, line)
	}
	answers, requests := map[string]int{}, map[string]int{}
	for _, d := range p.series[i].dots {
		requests[d.load]++
		if d.class == answered {
			answers[d.load]++
		}
	}
	var parts []string
	for _, load := range p.loads {
		parts = append(parts, fmt.Sprintf("%s %d/%d", load, answers[load], requests[load]))
	}
	if len(parts) > 0 {
		drawing.Write(c, drawing.Label, drawing.Ink, x, y-58, drawing.Left, drawing.Fitted(drawing.Label, "ok: "+strings.Join(parts, ", "), width))
	}
}

// entry is one item of the legend, with a mark in front of it or without.
type entry struct {
	name string
	mark func(c draw.Canvas, at vg.Point)
}

const (
	legendLine vg.Length = 19
	markWidth  vg.Length = 14
	entryGap   vg.Length = 16
)

// legendOf tells the marks apart that occur in the figure, in as many lines as
// that takes.
func (p *page) legendOf() [][]entry {
	entries := p.markEntries()
	if len(p.rows) > 0 && p.rows[len(p.rows)-1].strips {
		entries = append(entries, entry{name: "breaker:"})
		for _, state := range []string{"CLOSED", "HALF_OPEN", "OPEN"} {
			entries = append(entries, swatch(state, stateColor(state)))
		}
	}
	var lines [][]entry
	var free vg.Length
	for _, e := range entries {
		width := markWidth + drawing.TextWidth(drawing.Labelled, e.name) + entryGap
		if width > free {
			lines = append(lines, nil)
			free = pageWidth - leftEdge - rightEdge + entryGap
		}
		free -= width
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
	}
	return lines
}

func (p *page) markEntries() []entry {
	var entries []entry
	for i, load := range p.loads {
		entries = append(entries, entry{load, func(c draw.Canvas, at vg.Point) {
			c.SetColor(drawing.Faded)
			c.Fill(glyph(i, at))
		}})
	}
	var seen [classes]bool
	faulted, abandoned := false, false
	for _, s := range p.series {
		for _, d := range s.dots {
			seen[d.class] = true
		}
		for _, st := range s.inFlight.steps {
			abandoned = abandoned || st.inner > 0
		}
		faulted = faulted || len(s.faults) > 0
	}
	for class, look := range classLooks {
		if seen[class] {
			entries = append(entries, swatch(look.name, look.color))
		}
	}
	if abandoned {
		entries = append(entries, swatch("abandoned by its caller", pale(drawing.Ink)))
	}
	if faulted {
		entries = append(entries, swatch("provider at fault", shadow))
	}
	return entries
}

func swatch(name string, col color.Color) entry {
	return entry{name, func(c draw.Canvas, at vg.Point) {
		drawing.Fill(c, vg.Rectangle{Min: vg.Point{X: at.X - 5, Y: at.Y - 5}, Max: vg.Point{X: at.X + 5, Y: at.Y + 5}}, col)
	}}
}
