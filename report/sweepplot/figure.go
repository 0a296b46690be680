// Package sweepplot draws what a sweep gave: a heat map for each mode when two
// fields were varied, and a curve for each mode when one was.
package sweepplot

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/report/internal/drawing"
)

// Figure is what is drawn. With values on Y it is a heat map, else a curve.
type Figure struct {
	Title    string
	Subtitle string
	Measure  string // what the colours or the vertical axis show
	X, Y     Axis
	Panels   []Panel
	// Text writes a figure with its unit.
	Text func(float64) string
	// Limit of the measure; nil: none. On a curve it is a line; on a map the
	// boundary between the points that hold it and those that do not is drawn,
	// where Limited is what the boundary is called.
	Limit   *float64
	Limited string
	// Product, if not 0, draws the curve on a map on which the values of the two
	// axes, in their base units, have this product. ProductText names it.
	Product     float64
	ProductText string
	// Notes stand below the drawing.
	Notes []string
}

// Axis is one field that was varied.
type Axis struct {
	Title  string
	Labels []string // the values, in their order
	// Numbers are the values as numbers, in rising order; nil if they have no
	// places on a line, such as words.
	Numbers []float64
}

// Panel is one mode. Its points are in the order of X, and on a map of Y in each
// place of X: the point at (x, y) is Points[x·len(Y)+y].
type Panel struct {
	Title  string
	Points []Point
}

// Point is one cell of the grid.
type Point struct {
	State  State
	Value  float64  // only of a State with a figure
	Low    *float64 // the ends of its interval, if it has one
	High   *float64
	Misses bool // it does not hold the limit
}

// State says what there is at a point.
type State int

const (
	Blank   State = iota // it was not run
	Empty                // there were no samples
	Good                 // it has a figure
	Suspect              // it has a figure of a run that is not to be trusted
)

func (p Point) figure() bool { return p.State == Good || p.State == Suspect }

// Formats that Write knows.
const (
	SVG = drawing.SVG
	PNG = drawing.PNG
)

// Write draws the figure, 1200 pixels wide. The same figure always gives the
// same bytes.
func Write(w io.Writer, f Figure, format string) error {
	height := topEdge + vg.Length(len(f.Notes))*noteLine + bottomEdge
	body := f.curves
	if len(f.Y.Labels) > 0 {
		body = f.maps
		height += f.mapsHeight()
	} else {
		height += f.curvesHeight()
	}
	err := drawing.Page(w, pageWidth, height, format, func(c draw.Canvas) {
		f.titles(c)
		body(c, c.Max.Y-topEdge)
		for i, note := range f.Notes {
			drawing.Write(c, drawing.Small, drawing.Faded, leftEdge, bottomEdge+noteLine*vg.Length(len(f.Notes)-1-i), drawing.Left,
				drawing.Fitted(drawing.Small, note, pageWidth-leftEdge-rightEdge))
		}
	})
	if err != nil {
		return fmt.Errorf("sweepplot: %w", err)
	}
	return nil
}

// Lengths of the page, in points.
const (
	pageWidth  vg.Length = 900
	leftEdge   vg.Length = 24
	rightEdge  vg.Length = 24
	topEdge    vg.Length = 62
	bottomEdge vg.Length = 14
	noteLine   vg.Length = 15
)

func (f Figure) titles(c draw.Canvas) {
	const width = pageWidth - leftEdge - rightEdge
	y := c.Max.Y - 28
	drawing.Write(c, drawing.Title, drawing.Ink, leftEdge, y, drawing.Left, drawing.Fitted(drawing.Title, f.Title, width))
	drawing.Write(c, drawing.Labelled, drawing.Faded, leftEdge, y-19, drawing.Left, drawing.Fitted(drawing.Labelled, f.Subtitle, width))
}
