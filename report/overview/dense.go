package overview

import (
	"image/color"
	"math"
	"slices"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
)

// cells counts requests by the place in the latency panel on which their dots
// would fall, and by their outcome.
type cells struct {
	across, up int
	time       scale
	latency    scale
	counts     [][classes]int // row after row, from the bottom
}

// About how long and high a cell is, in points.
const (
	cellWidth  vg.Length = 5
	cellHeight vg.Length = 4.72
)

func newCells(width vg.Length, time, latency scale) cells {
	c := cells{across: int(width / cellWidth), up: int(latencyHeight / cellHeight), time: time, latency: latency}
	c.counts = make([][classes]int, c.across*c.up)
	return c
}

func (c *cells) add(d dot) {
	x := int(c.time.at(d.due.Seconds(), 0, vg.Length(c.across)))
	y := int(c.latency.at(milliseconds(d.latency), 0, vg.Length(c.up)))
	c.counts[min(y, c.up-1)*c.across+min(x, c.across-1)][d.class]++
}

// shades are how dark a cell of answered requests may be.
const shades = 5

// shade of a class, from 1 to shades. Whatever is not an answer is never pale,
// so that a single one among thousands shows.
func shade(k class, level int) color.NRGBA {
	col := classLooks[k].color
	if k != answered {
		return col
	}
	mix := func(v uint8) uint8 { return uint8((int(v)*(level+1) + 0xFF*(shades-level)) / (shades + 1)) }
	return color.NRGBA{mix(col.R), mix(col.G), mix(col.B), 0xFF}
}

// level of a count of answers, by its logarithm.
func level(n, most int) int {
	if most < 2 {
		return shades
	}
	return 1 + int(math.Log(float64(n))/math.Log(float64(most))*(shades-0.01))
}

// least is the least part of a cell's width that an outcome takes in it.
const least = 0.2

// cells draws each cell in parts, as wide as the shares of the outcomes in it.
func (p panel) cells(c cells, most int) {
	var marks [classes][shades + 1]vg.Path
	width := (p.cell.Max.X - p.cell.Min.X) / vg.Length(c.across)
	height := (p.cell.Max.Y - p.cell.Min.Y) / vg.Length(c.up)
	for i, counts := range c.counts {
		x := p.cell.Min.X + vg.Length(i%c.across)*width
		y := p.cell.Min.Y + vg.Length(i/c.across)*height
		for k, share := range shares(counts) {
			if share == 0 {
				continue
			}
			dark := shades
			if class(k) == answered {
				dark = level(counts[k], most)
			}
			end := x + vg.Length(share)*width
			marks[k][dark] = append(marks[k][dark], drawing.Rectangle(vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: end, Y: y + height}})...)
			x = end
		}
	}
	const corners = 5 // of a rectangle's path, its close included
	for k := range marks {
		for dark, path := range marks[k] {
			p.SetColor(shade(class(k), dark))
			for some := range slices.Chunk(path, pathLength*corners) {
				p.Fill(some)
			}
		}
	}
}

// shares are the parts of a cell for the outcomes in it: at least the least
// each, the rest by their counts.
func shares(counts [classes]int) (parts [classes]float64) {
	total, kinds := 0, 0
	for _, n := range counts {
		total += n
		if n > 0 {
			kinds++
		}
	}
	for k, n := range counts {
		if n > 0 {
			floor := min(least, 1/float64(kinds))
			parts[k] = floor + (1-floor*float64(kinds))*float64(n)/float64(total)
		}
	}
	return parts
}

// mostAnswers is the highest count of answers in any cell of any column.
func mostAnswers(all []series) int {
	most := 0
	for _, s := range all {
		for _, counts := range s.cells.counts {
			most = max(most, counts[answered])
		}
	}
	return most
}

// band is a gauge with more steps than can be drawn: for each point of the
// page the most and the mean over time.
type band struct {
	time   scale
	points []point
	last   step
}

type point struct {
	most, mostInner int
	sum, sumInner   float64 // over the time of the point, in its units
}

func newBand(width vg.Length, time scale) *band {
	return &band{time: time, points: make([]point, int(width))}
}

func (b *band) place(t time.Duration) float64 {
	return float64(b.time.at(t.Seconds(), 0, vg.Length(len(b.points))))
}

// add ends what held until now.
func (b *band) add(s step) {
	b.hold(s.at)
	b.last = s
	p := &b.points[min(int(b.place(s.at)), len(b.points)-1)]
	p.most, p.mostInner = max(p.most, s.value), max(p.mostInner, s.inner)
}

func (b *band) hold(until time.Duration) {
	from, to := b.place(b.last.at), b.place(until)
	for i := int(from); i < len(b.points) && float64(i) < to; i++ {
		p := &b.points[i]
		length := min(to, float64(i+1)) - max(from, float64(i))
		p.sum += length * float64(b.last.value)
		p.sumInner += length * float64(b.last.inner)
		p.most, p.mostInner = max(p.most, b.last.value), max(p.mostInner, b.last.inner)
	}
}

func (b *band) close(end time.Duration) { b.hold(end) }

// band draws the most as an area and the mean as a line.
func (p panel) band(b *band, marked bool) {
	p.bandOf(b, pale(blue), blue, func(p point) (int, float64) { return p.most, p.sum })
	if marked {
		p.bandOf(b, pale(drawing.Ink), drawing.Faded, func(p point) (int, float64) { return p.mostInner, p.sumInner })
	}
}

func (p panel) bandOf(b *band, inside, line color.NRGBA, pick func(point) (int, float64)) {
	width := (p.cell.Max.X - p.cell.Min.X) / vg.Length(len(b.points))
	area := []vg.Point{{X: p.cell.Min.X, Y: p.py(0)}}
	var means []vg.Point
	for i, at := range b.points {
		most, mean := pick(at)
		x, y := p.cell.Min.X+vg.Length(i)*width, p.py(float64(most))
		area = append(area, vg.Point{X: x, Y: y}, vg.Point{X: x + width, Y: y})
		means = append(means, vg.Point{X: x + width/2, Y: p.py(mean)})
	}
	p.FillPolygon(inside, append(area, vg.Point{X: p.cell.Max.X, Y: p.py(0)}))
	for len(means) > 1 {
		some := means[:min(pathLength, len(means))]
		p.StrokeLines(draw.LineStyle{Color: line, Width: 1}, some)
		means = means[len(some)-1:]
	}
}
