package overview

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
	"checkoutlab/report/internal/series"
)

// About how long and high a cell is, in points.
const (
	cellWidth  vg.Length = 5
	cellHeight vg.Length = 4.72
)

// shades are how dark a cell of answered requests may be.
const shades = 5

// shade of a class, from 1 to shades. Whatever is not an answer is never pale,
// so that a single one among thousands shows.
func shade(k series.Class, level int) color.NRGBA {
	col := classColors[k]
	if k != series.Answered {
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
func (p panel) cells(c series.Cells, most int) {
	var marks [series.Classes][shades + 1]vg.Path
	width := (p.cell.Max.X - p.cell.Min.X) / vg.Length(c.Across)
	height := (p.cell.Max.Y - p.cell.Min.Y) / vg.Length(c.Up)
	for i, counts := range c.Counts {
		x := p.cell.Min.X + vg.Length(i%c.Across)*width
		y := p.cell.Min.Y + vg.Length(i/c.Across)*height
		for k, share := range shares(counts) {
			if share == 0 {
				continue
			}
			dark := shades
			if series.Class(k) == series.Answered {
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
			p.SetColor(shade(series.Class(k), dark))
			for some := range slices.Chunk(path, pathLength*corners) {
				p.Fill(some)
			}
		}
	}
}

// shares are the parts of a cell for the outcomes in it: at least the least
// each, the rest by their counts.
func shares(counts [series.Classes]int) (parts [series.Classes]float64) {
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

// band draws the most as an area and the mean as a line.
func (p panel) band(b *series.Band, marked bool) {
	p.bandOf(b, pale(blue), blue, func(p series.Point) (int, float64) { return p.Most, p.Mean })
	if marked {
		p.bandOf(b, pale(drawing.Ink), drawing.Faded, func(p series.Point) (int, float64) { return p.MostInner, p.MeanInner })
	}
}

func (p panel) bandOf(b *series.Band, inside, line color.NRGBA, pick func(series.Point) (int, float64)) {
	width := (p.cell.Max.X - p.cell.Min.X) / vg.Length(len(b.Points))
	area := []vg.Point{{X: p.cell.Min.X, Y: p.py(0)}}
	var means []vg.Point
	for i, at := range b.Points {
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
