package sweepplot

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
)

// Lengths of the curves.
const (
	curveLeft   vg.Length = 92
	curveHeight vg.Length = 320
	curveFoot   vg.Length = 56
)

func (f Figure) curvesHeight() vg.Length {
	return curveHeight + curveFoot + keyLine*vg.Length(len(f.Panels))
}

// chart is the rectangle in which all curves stand.
type chart struct {
	draw.Canvas
	fig   Figure
	scale scale
	cell  vg.Rectangle
}

// curves draws a curve for each mode, with the intervals of its points.
func (f Figure) curves(c draw.Canvas, top vg.Length) {
	figures := f.figures()
	for _, p := range f.Panels {
		for _, pt := range p.Points {
			if pt.Low != nil && pt.High != nil {
				figures = append(figures, *pt.Low, *pt.High)
			}
		}
	}
	if f.Limit != nil {
		figures = append(figures, *f.Limit)
	}
	ch := chart{Canvas: c, fig: f, scale: scaleOf(figures), cell: vg.Rectangle{
		Min: vg.Point{X: leftEdge + curveLeft, Y: top - curveHeight}, Max: vg.Point{X: pageWidth - rightEdge, Y: top - 8},
	}}
	ch.axes()
	if f.Limit != nil {
		y := ch.py(*f.Limit)
		c.StrokeLine2(productStyle, ch.cell.Min.X, y, ch.cell.Max.X, y)
		drawing.Write(c, drawing.Small, drawing.Ink, ch.cell.Max.X-4, y+4, drawing.Right, f.Limited)
	}
	for i, p := range f.Panels {
		ch.curve(i, p.Points)
		ch.name(i, p, ch.cell.Min.Y-curveFoot-keyLine*vg.Length(i))
	}
}

const inset vg.Length = 16 // of the outermost points

// px is the place of the i-th value: by its number if all have one.
func (c chart) px(i int) vg.Length {
	from, to := c.cell.Min.X+inset, c.cell.Max.X-inset
	n := len(c.fig.X.Labels)
	if numbers := c.fig.X.Numbers; len(numbers) > 1 {
		return scale{min: numbers[0], max: numbers[n-1]}.between(numbers[i], from, to)
	}
	return from + (to-from)*(vg.Length(i)+0.5)/vg.Length(n)
}

func (c chart) py(v float64) vg.Length {
	return c.scale.between(v, c.cell.Min.Y+6, c.cell.Max.Y-10)
}

func (c chart) axes() {
	for _, v := range c.scale.ticks() {
		drawing.Line(c.Canvas, drawing.Hair, 0.6, c.cell.Min.X, c.py(v), c.cell.Max.X, c.py(v))
		drawing.Write(c.Canvas, drawing.Label, drawing.Ink, c.cell.Min.X-6, c.py(v), drawing.Right|drawing.Middle, c.fig.Text(v))
	}
	c.SetLineStyle(draw.LineStyle{Color: drawing.Rule, Width: 0.8})
	c.Stroke(drawing.Rectangle(c.cell))
	free := c.cell.Min.X - curveLeft
	for i, text := range c.fig.X.Labels {
		x, half := c.px(i), drawing.TextWidth(drawing.Label, text)/2
		drawing.Line(c.Canvas, drawing.Rule, 0.8, x, c.cell.Min.Y, x, c.cell.Min.Y-3)
		if x-half > free {
			drawing.Write(c.Canvas, drawing.Label, drawing.Ink, x, c.cell.Min.Y-7, drawing.Center|drawing.Top, text)
			free = x + half + 8
		}
	}
	drawing.Write(c.Canvas, drawing.Label, drawing.Faded, (c.cell.Min.X+c.cell.Max.X)/2, c.cell.Min.Y-26, drawing.Center|drawing.Top, c.fig.X.Title)
	title := c.fig.Measure
	if c.scale.log {
		title += " (log scale)"
	}
	drawing.WriteUp(c.Canvas, drawing.Label, drawing.Faded, c.cell.Min.X-curveLeft+16, (c.cell.Min.Y+c.cell.Max.Y)/2,
		drawing.Fitted(drawing.Label, title, curveHeight))
}

// curve joins neighbouring points; it has a gap where there is no figure.
func (c chart) curve(i int, points []Point) {
	col := curveColors[i%len(curveColors)]
	style := draw.LineStyle{Color: col, Width: 1.6, Dashes: dashes[i%len(dashes)]}
	aside := 3 * (vg.Length(i) - vg.Length(len(c.fig.Panels)-1)/2) // so that intervals stand beside each other
	for k, p := range points {
		if !p.figure() {
			continue
		}
		at := vg.Point{X: c.px(k) + aside, Y: c.py(p.Value)}
		if k > 0 && points[k-1].figure() {
			c.StrokeLine2(style, c.px(k-1)+aside, c.py(points[k-1].Value), at.X, at.Y)
		}
		if p.Low != nil && p.High != nil {
			c.interval(draw.LineStyle{Color: col, Width: 1.2}, at.X, *p.Low, *p.High)
		}
		c.SetColor(col)
		c.Fill(disc(at, 3.4))
		if p.State == Suspect {
			drawing.Write(c.Canvas, drawing.Small, drawing.Ink, at.X+6, at.Y, drawing.Left|drawing.Middle, "!")
		}
	}
}

// dashes tell curves apart that lie on each other.
var dashes = [][]vg.Length{nil, {7, 4}, {2, 3}}

func (c chart) interval(style draw.LineStyle, x vg.Length, low, high float64) {
	const cap = 4
	c.StrokeLine2(style, x, c.py(low), x, c.py(high))
	for _, v := range []float64{low, high} {
		c.StrokeLine2(style, x-cap, c.py(v), x+cap, c.py(v))
	}
}

func disc(at vg.Point, r vg.Length) vg.Path {
	const turn = 6.283185307179586
	var path vg.Path
	path.Move(vg.Point{X: at.X + r, Y: at.Y})
	path.Arc(at, r, 0, turn)
	path.Close()
	return path
}

// name is a line of the key.
func (c chart) name(i int, p Panel, y vg.Length) {
	x := c.cell.Min.X
	c.StrokeLine2(draw.LineStyle{Color: curveColors[i%len(curveColors)], Width: 2, Dashes: dashes[i%len(dashes)]}, x, y+4, x+26, y+4)
	drawing.Write(c.Canvas, drawing.Label, drawing.Ink, x+32, y, drawing.Left, drawing.Fitted(drawing.Label, "mode "+p.Title, c.cell.Max.X-x-32))
}
