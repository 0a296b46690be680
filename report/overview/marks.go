package overview

import (
	"image/color"
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
	"checkoutlab/report/internal/series"
)

// pathLength is how many marks go into one path: many, for a short file, but not
// all, because the rasteriser takes time with the square of a path's length.
const pathLength = 200

// dots draws every request by its outcome (colour) and load (glyph). Dots that
// would fall on each other are drawn once, so that half a million requests make
// no larger a picture than the panel is. The first load, which depends on the
// least, is drawn last and hidden by none.
func (p panel) dots(all []series.Dot, loads []string) {
	type place struct {
		x, y int
		look int // class and load
	}
	seen := map[place]bool{}
	marks := make([][]vg.Point, int(series.Classes)*len(loads))
	for _, d := range all {
		look := (len(loads)-1-slices.Index(loads, d.Load))*int(series.Classes) + int(d.Class)
		x, y := p.px(d.Due.Seconds()), p.py(series.Milliseconds(d.Latency))
		if at := (place{int(x), int(y), look}); !seen[at] {
			seen[at] = true
			marks[look] = append(marks[look], vg.Point{X: x, Y: y})
		}
	}
	for look, points := range marks {
		load, class := len(loads)-1-look/int(series.Classes), look%int(series.Classes)
		p.SetColor(classColors[class])
		for some := range slices.Chunk(points, pathLength) {
			var path vg.Path
			for _, at := range some {
				path = append(path, glyph(load, at)...)
			}
			p.Fill(path)
		}
	}
}

// glyph is the outline of a load's mark: triangle, disc, square, diamond, and
// so on again.
func glyph(load int, at vg.Point) vg.Path {
	const r = 2.9
	switch load % 4 {
	case 0:
		return polygon(at, 3, math.Pi/2, r*1.45)
	case 1:
		var path vg.Path
		path.Move(vg.Point{X: at.X + r, Y: at.Y})
		path.Arc(at, r, 0, 2*math.Pi)
		path.Close()
		return path
	case 2:
		return polygon(at, 4, math.Pi/4, r*1.3)
	default:
		return polygon(at, 4, 0, r*1.4)
	}
}

func polygon(at vg.Point, corners int, turn float64, r vg.Length) vg.Path {
	var path vg.Path
	for i := range corners {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(corners))
		corner := vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
		if i == 0 {
			path.Move(corner)
		} else {
			path.Line(corner)
		}
	}
	path.Close()
	return path
}

// gauge draws a step function as an area with its outline, and the marked part
// of it as an area in another colour, until the end of the mode: of what is after it
// nothing is known.
func (p panel) gauge(g series.Gauge, end time.Duration) {
	x := p.px(end.Seconds())
	p.area(g.List, x, func(s series.Step) int { return s.Value }, pale(blue), blue)
	if g.Marked {
		p.area(g.List, x, func(s series.Step) int { return s.Inner }, pale(drawing.Ink), drawing.Faded)
	}
}

func (p panel) area(steps []series.Step, end vg.Length, value func(series.Step) int, inside, outline color.NRGBA) {
	if len(steps) == 0 {
		return
	}
	line := []vg.Point{{X: p.cell.Min.X, Y: p.py(0)}}
	to := func(x, y vg.Length) {
		last := line[len(line)-1]
		if x > last.X && y != last.Y {
			line = append(line, vg.Point{X: x, Y: last.Y})
		}
		line = append(line, vg.Point{X: x, Y: y})
	}
	for x, y := range p.thinned(steps, value) {
		to(x, y)
	}
	to(end, line[len(line)-1].Y)
	p.FillPolygon(inside, append(slices.Clone(line), vg.Point{X: end, Y: p.py(0)}))
	for len(line) > 1 {
		some := line[:min(pathLength, len(line))]
		p.StrokeLines(draw.LineStyle{Color: outline, Width: 0.8}, some)
		line = line[len(some)-1:]
	}
}

// thinned goes through the steps; of those within half a point of the page it
// keeps the lowest, the highest and the last.
func (p panel) thinned(steps []series.Step, value func(series.Step) int) func(yield func(x, y vg.Length) bool) {
	return func(yield func(x, y vg.Length) bool) {
		for len(steps) > 0 {
			x := p.px(steps[0].At.Seconds())
			low, high := value(steps[0]), value(steps[0])
			n := 1
			for n < len(steps) && p.px(steps[n].At.Seconds()) < x+0.5 {
				low, high = min(low, value(steps[n])), max(high, value(steps[n]))
				n++
			}
			last := value(steps[n-1])
			steps = steps[n:]
			for _, v := range []int{low, high, last} {
				if !yield(x, p.py(float64(v))) {
					return
				}
			}
		}
	}
}

// limit is a dashed line at a capacity.
func (p panel) limit(v float64) {
	p.StrokeLines(draw.LineStyle{Color: drawing.Ink, Width: 1, Dashes: []vg.Length{4, 3}},
		[]vg.Point{{X: p.cell.Min.X, Y: p.py(v)}, {X: p.cell.Max.X, Y: p.py(v)}})
}

// strips draws the states of the breakers, each in a strip of its own.
func (p panel) strips(all []series.Strip) {
	if len(all) == 0 {
		p.empty("no breaker")
		return
	}
	height := (p.cell.Max.Y - p.cell.Min.Y) / vg.Length(len(all))
	for i, st := range all {
		high := p.cell.Max.Y - vg.Length(i)*height
		for _, s := range series.Worst(st.Spans, p.halfAPoint()) {
			p.state(s, high, height)
		}
	}
}

// halfAPoint is how long half a point of the page lasts.
func (p panel) halfAPoint() time.Duration {
	points := float64(p.cell.Max.X - p.cell.Min.X)
	return time.Duration((p.x.Max - p.x.Min) / points / 2 * float64(time.Second))
}

func (p panel) state(s series.Span, high, height vg.Length) {
	r := vg.Rectangle{
		Min: vg.Point{X: p.px(s.From.Seconds()), Y: high - height + 1},
		Max: vg.Point{X: p.px(s.Until.Seconds()), Y: high - 1},
	}
	drawing.Fill(p.Canvas, r, stateColor(s.State))
	if w := r.Max.X - r.Min.X; height >= 12 && drawing.TextWidth(drawing.Small, s.State) < w-4 {
		on := drawing.White
		if s.State == "HALF_OPEN" { // white is hard to read on orange
			on = drawing.Ink
		}
		drawing.Write(p.Canvas, drawing.Small, on, (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2, drawing.Center|drawing.Middle, s.State)
	}
}
