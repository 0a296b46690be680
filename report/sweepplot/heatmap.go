package sweepplot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
)

// Lengths of the maps.
const (
	mapLeft     vg.Length = 92 // labels and title of the vertical axis
	mapHead     vg.Length = 26 // the name of the mode
	mapFoot     vg.Length = 52 // labels and title of the horizontal axis
	mapGap      vg.Length = 18
	barWidth    vg.Length = 16
	barSpace    vg.Length = 96 // of the scale beside the maps
	keyLine     vg.Length = 22
	leastHeight vg.Length = 170
	mostHeight  vg.Length = 360
	rowHeight   vg.Length = 34
)

// perLine is how many maps stand side by side.
func (f Figure) perLine() int { return min(len(f.Panels), 2) }

func (f Figure) mapHeight() vg.Length {
	return max(leastHeight, min(mostHeight, vg.Length(len(f.Y.Labels))*rowHeight))
}

func (f Figure) mapsHeight() vg.Length {
	lines := (len(f.Panels) + f.perLine() - 1) / f.perLine()
	return vg.Length(lines)*(mapHead+f.mapHeight()+mapFoot) + keyLine
}

// maps draws the maps of all modes in the same colours, from the top down.
func (f Figure) maps(c draw.Canvas, top vg.Length) {
	s := scaleOf(f.figures())
	n := f.perLine()
	all := pageWidth - leftEdge - rightEdge - barSpace
	width := (all-vg.Length(n-1)*mapGap)/vg.Length(n) - mapLeft
	for i, p := range f.Panels {
		line, column := vg.Length(i/n), vg.Length(i%n)
		high := top - line*(mapHead+f.mapHeight()+mapFoot) - mapHead
		x := leftEdge + column*(mapLeft+width+mapGap) + mapLeft
		g := grid{Canvas: c, fig: f, scale: s, points: p.Points, cell: vg.Rectangle{
			Min: vg.Point{X: x, Y: high - f.mapHeight()}, Max: vg.Point{X: x + width, Y: high},
		}}
		drawing.Write(c, drawing.Labelled, drawing.Ink, x, high+8, drawing.Left, drawing.Fitted(drawing.Labelled, "mode "+p.Title, width))
		g.draw()
		if i == 0 {
			f.colourBar(c, s, vg.Point{X: pageWidth - rightEdge - barSpace + 18, Y: high - f.mapHeight()}, f.mapHeight())
		}
	}
	f.key(c, top-f.mapsHeight()+keyLine-8)
}

// colourBar is the scale of the colours.
func (f Figure) colourBar(c draw.Canvas, s scale, at vg.Point, height vg.Length) {
	const steps = 64
	for i := range steps {
		low := at.Y + height*vg.Length(i)/steps
		drawing.Fill(c, vg.Rectangle{Min: vg.Point{X: at.X, Y: low}, Max: vg.Point{X: at.X + barWidth, Y: low + height/steps + 0.5}}, heatAt((float64(i)+0.5)/steps))
	}
	for _, v := range s.ticks() {
		y := s.between(v, at.Y, at.Y+height)
		drawing.Line(c, drawing.Rule, 0.8, at.X+barWidth, y, at.X+barWidth+3, y)
		drawing.Write(c, drawing.Small, drawing.Ink, at.X+barWidth+6, y, drawing.Left|drawing.Middle, f.Text(v))
	}
	if s.log {
		drawing.Write(c, drawing.Small, drawing.Faded, at.X, at.Y-12, drawing.Left|drawing.Top, "log scale")
	}
}

// key names the lines on the maps.
func (f Figure) key(c draw.Canvas, y vg.Length) {
	x := leftEdge + mapLeft
	entry := func(style draw.LineStyle, text string) {
		c.StrokeLine2(style, x, y+4, x+26, y+4)
		drawing.Write(c, drawing.Label, drawing.Ink, x+32, y, drawing.Left, text)
		x += 32 + drawing.TextWidth(drawing.Label, text) + 24
	}
	if f.Limit != nil {
		entry(boundaryStyle, f.Limited)
	}
	if f.Product != 0 {
		entry(productStyle, f.ProductText)
	}
}

var (
	boundaryStyle = draw.LineStyle{Color: boundary, Width: 3}
	haloStyle     = draw.LineStyle{Color: drawing.White, Width: 5.5}
	productStyle  = draw.LineStyle{Color: drawing.Ink, Width: 1.8, Dashes: []vg.Length{6, 4}}
)
