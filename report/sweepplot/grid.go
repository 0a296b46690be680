package sweepplot

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
)

// grid is one map: a rectangle for each point.
type grid struct {
	draw.Canvas
	fig    Figure
	scale  scale
	points []Point
	cell   vg.Rectangle // of the whole map
}

func (g grid) point(x, y int) Point { return g.points[x*len(g.fig.Y.Labels)+y] }

// px and py are the places of the lines between the cells: 0 is the left or
// lower edge, 1 the next.
func (g grid) px(i float64) vg.Length {
	return g.cell.Min.X + (g.cell.Max.X-g.cell.Min.X)*vg.Length(i)/vg.Length(len(g.fig.X.Labels))
}

func (g grid) py(i float64) vg.Length {
	return g.cell.Min.Y + (g.cell.Max.Y-g.cell.Min.Y)*vg.Length(i)/vg.Length(len(g.fig.Y.Labels))
}

func (g grid) draw() {
	g.each(func(p Point, r vg.Rectangle) {
		r.Max.X, r.Max.Y = r.Max.X+seam, r.Max.Y+seam
		drawing.Fill(g.Canvas, r, g.color(p))
	})
	g.SetLineStyle(draw.LineStyle{Color: drawing.Rule, Width: 0.8})
	g.Stroke(drawing.Rectangle(g.cell))
	if g.fig.Product != 0 {
		g.product()
	}
	if g.fig.Limit != nil {
		g.edges(haloStyle)
		g.edges(boundaryStyle)
	}
	g.each(g.text)
	g.labels()
}

// seam is how far a cell reaches below the next, so that no white shows between
// them.
const seam = 0.4

// each goes through the points with their rectangles.
func (g grid) each(do func(Point, vg.Rectangle)) {
	for x := range g.fig.X.Labels {
		for y := range g.fig.Y.Labels {
			do(g.point(x, y), vg.Rectangle{
				Min: vg.Point{X: g.px(float64(x)), Y: g.py(float64(y))},
				Max: vg.Point{X: g.px(float64(x) + 1), Y: g.py(float64(y) + 1)},
			})
		}
	}
}

func (g grid) color(p Point) color.NRGBA {
	if !p.figure() {
		return absent
	}
	return heatAt(g.scale.at(p.Value))
}

// text writes the figure of a cell where that fits, on ground of its own, so
// that no line runs through it.
func (g grid) text(p Point, r vg.Rectangle) {
	text := ""
	switch p.State {
	case Good:
		text = g.fig.Text(p.Value)
	case Suspect:
		text = g.fig.Text(p.Value) + "!"
	case Empty:
		text = "-"
	}
	width := drawing.TextWidth(drawing.Small, text) / 2
	x, y := (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2
	if text == "" || 2*width > r.Max.X-r.Min.X-4 || r.Max.Y-r.Min.Y < 13 {
		return
	}
	col := g.color(p)
	drawing.Fill(g.Canvas, vg.Rectangle{Min: vg.Point{X: x - width - 1, Y: y - 5}, Max: vg.Point{X: x + width + 1, Y: y + 5}}, col)
	drawing.Write(g.Canvas, drawing.Small, readable(col), x, y, drawing.Center|drawing.Middle, text)
}

// edges strokes the lines between neighbours of which one holds the limit and
// the other does not. Cells without a figure have no say.
func (g grid) edges(style draw.LineStyle) {
	differ := func(a, b Point) bool { return a.figure() && b.figure() && a.Misses != b.Misses }
	reach := style.Width / 2 // so that lines at right angles meet in a corner
	for x := range g.fig.X.Labels {
		for y := range g.fig.Y.Labels {
			here := g.point(x, y)
			right, above := g.px(float64(x)+1), g.py(float64(y)+1)
			if x+1 < len(g.fig.X.Labels) && differ(here, g.point(x+1, y)) {
				g.StrokeLine2(style, right, max(g.py(float64(y))-reach, g.cell.Min.Y), right, min(above+reach, g.cell.Max.Y))
			}
			if y+1 < len(g.fig.Y.Labels) && differ(here, g.point(x, y+1)) {
				g.StrokeLine2(style, max(g.px(float64(x))-reach, g.cell.Min.X), above, min(right+reach, g.cell.Max.X), above)
			}
		}
	}
}

// product draws the curve of one product through the middles of the cells; only
// where both axes have numbers.
func (g grid) product() {
	if len(g.fig.X.Numbers) < 2 || len(g.fig.Y.Numbers) < 2 {
		return
	}
	const steps = 24 // in each cell
	var line []vg.Point
	for i := range steps*(len(g.fig.X.Numbers)-1) + 1 {
		at := float64(i) / steps
		if y, ok := place(g.fig.Y.Numbers, g.fig.Product/value(g.fig.X.Numbers, at)); ok {
			line = append(line, vg.Point{X: g.px(at + 0.5), Y: g.py(y + 0.5)})
		}
	}
	if len(line) > 1 {
		g.StrokeLines(draw.LineStyle{Color: drawing.White, Width: 3.5}, line)
		g.StrokeLines(productStyle, line)
	}
}

// labels writes the values beside the cells, as many as have room.
func (g grid) labels() {
	const gap = 8
	widest := vg.Length(0)
	for _, text := range g.fig.X.Labels {
		widest = max(widest, drawing.TextWidth(drawing.Label, text)+gap)
	}
	for i := 0; i < len(g.fig.X.Labels); i += every(widest, g.px(1)-g.px(0)) {
		drawing.Write(g.Canvas, drawing.Label, drawing.Ink, g.px(float64(i)+0.5), g.cell.Min.Y-7, drawing.Center|drawing.Top, g.fig.X.Labels[i])
	}
	for i := 0; i < len(g.fig.Y.Labels); i += every(16, g.py(1)-g.py(0)) {
		text := drawing.Fitted(drawing.Label, g.fig.Y.Labels[i], mapLeft-30)
		drawing.Write(g.Canvas, drawing.Label, drawing.Ink, g.cell.Min.X-6, g.py(float64(i)+0.5), drawing.Right|drawing.Middle, text)
	}
	width, height := g.cell.Max.X-g.cell.Min.X, g.cell.Max.Y-g.cell.Min.Y
	drawing.Write(g.Canvas, drawing.Label, drawing.Faded, (g.cell.Min.X+g.cell.Max.X)/2, g.cell.Min.Y-26, drawing.Center|drawing.Top,
		fittedPath(g.fig.X.Title, width))
	drawing.WriteUp(g.Canvas, drawing.Label, drawing.Faded, g.cell.Min.X-mapLeft+14, (g.cell.Min.Y+g.cell.Max.Y)/2,
		fittedPath(g.fig.Y.Title, height))
}

// fittedPath is a dotted path without its first parts if it is too wide: the last
// say the most.
func fittedPath(path string, width vg.Length) string {
	text := path
	for drawing.TextWidth(drawing.Label, text) > width {
		_, rest, more := strings.Cut(path, ".")
		if !more {
			return drawing.Fitted(drawing.Label, text, width)
		}
		path, text = rest, "…"+rest
	}
	return text
}

// every is how many labels one stands for when each wants that much room.
func every(wants, room vg.Length) int { return max(1, int(wants/room+0.999)) }
