package overview

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
	"checkoutlab/report/internal/series"
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
	var parts []string
	for _, load := range p.loads {
		var t series.Tally
		if seen := p.series[i].Loads[load]; seen != nil {
			t = *seen
		}
		parts = append(parts, fmt.Sprintf("%s %d/%d", load, t.Answers(), t.Requests))
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

// breakers is what stands before the states of a breaker.
const breakers = "breaker:"

// legendOf tells the marks apart that occur in the figure, in as many lines as
// that takes.
func (p *page) legendOf() [][]entry {
	entries := p.markEntries()
	if len(p.rows) > 0 && p.rows[len(p.rows)-1].strips {
		entries = append(entries, entry{name: breakers})
		for _, state := range []string{"CLOSED", "HALF_OPEN", "OPEN"} {
			entries = append(entries, swatch(state, stateColor(state)))
		}
	}
	var lines [][]entry
	var free vg.Length
	width := func(e entry) vg.Length { return markWidth + drawing.TextWidth(drawing.Labelled, e.name) + entryGap }
	for i, e := range entries {
		needed := width(e)
		if e.name == breakers { // not alone at the end of a line
			needed += width(entries[i+1])
		}
		if needed > free {
			lines = append(lines, nil)
			free = pageWidth - leftEdge - rightEdge + entryGap
		}
		free -= width(e)
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
	}
	return lines
}

func (p *page) markEntries() []entry {
	var entries []entry
	for i, load := range p.loads {
		if p.dense[load] {
			continue
		}
		entries = append(entries, entry{load, func(c draw.Canvas, at vg.Point) {
			c.SetColor(drawing.Faded)
			c.Fill(glyph(i, at))
		}})
	}
	var seen [series.Classes]bool
	faulted, abandoned, banded, down := false, false, false, false
	for _, s := range p.series {
		for k := range seen {
			seen[k] = seen[k] || s.Seen[k]
		}
		abandoned = abandoned || s.Abandoned
		faulted = faulted || len(s.Faults) > 0
		down = down || slices.ContainsFunc(s.Restarts, func(r series.Restart) bool { return r.Acted })
		banded = banded || slices.ContainsFunc(s.Gauges, func(g series.Gauge) bool { return g.Band != nil })
	}
	for class, look := range classColors {
		if seen[class] {
			entries = append(entries, swatch(p.classes[class], look))
		}
	}
	if abandoned {
		entries = append(entries, swatch("abandoned by its caller", pale(drawing.Ink)))
	}
	if down {
		entries = append(entries, swatch("service down", stopped))
	}
	if faulted {
		entries = append(entries, swatch("provider at fault", shadow))
	}
	if len(p.dense) > 0 {
		entries = append(entries, p.cellEntry())
	}
	if banded {
		entries = append(entries, entry{name: "area: the most at once, line: the mean"})
	}
	if p.omitted != "" {
		entries = append(entries, entry{name: drawing.Fitted(drawing.Labelled, p.omitted, pageWidth-leftEdge-rightEdge)})
	}
	return entries
}

// cellEntry says which requests are not drawn one by one, and how then.
func (p *page) cellEntry() entry {
	var names []string
	for _, load := range p.loads {
		if p.dense[load] {
			names = append(names, load)
		}
	}
	each := time.Duration((p.time.Max - p.time.Min) / float64(p.series[0].Cells.Across) * float64(time.Second))
	text := fmt.Sprintf("%s: counted in cells of %s, darker is more answers, width is the share of an outcome (at least a fifth)", strings.Join(names, ", "), rounded(each))
	return entry{text, func(c draw.Canvas, at vg.Point) {
		const width = 10.0 / shades
		for level := 1; level <= shades; level++ {
			x := at.X - 5 + vg.Length(level-1)*width
			drawing.Fill(c, vg.Rectangle{Min: vg.Point{X: x, Y: at.Y - 5}, Max: vg.Point{X: x + width, Y: at.Y + 5}}, shade(series.Answered, level))
		}
	}}
}

func swatch(name string, col color.Color) entry {
	return entry{name, func(c draw.Canvas, at vg.Point) {
		drawing.Fill(c, vg.Rectangle{Min: vg.Point{X: at.X - 5, Y: at.Y - 5}, Max: vg.Point{X: at.X + 5, Y: at.Y + 5}}, col)
	}}
}
