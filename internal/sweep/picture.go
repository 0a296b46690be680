package sweep

import (
	"fmt"
	"io"
	"strings"

	"checkoutlab/report/sweepplot"
)

// Picture draws the sweep, as "svg" or "png": a curve for each mode over one
// axis, a heat map over two. On a map product, if not 0, draws the curve on which
// the values of both axes, in seconds, events a second or as they are, have this
// product.
func Picture(w io.Writer, r *Result, product float64, format string) error {
	f := sweepplot.Figure{
		Title: r.Measure, Subtitle: r.headline() + ". " + r.method(), Measure: r.Measure,
		X: axisOf(r.Axes[0]), Text: r.figure, Limit: r.Limit, Notes: r.notes(),
	}
	if r.Limit != nil {
		f.Limited = fmt.Sprintf("limit: %s %s", r.Operator, r.figure(*r.Limit))
	}
	if len(r.Axes) == 2 {
		f.Y = axisOf(r.Axes[1])
		f.Limited = "boundary: beyond it the limit is missed"
		if product != 0 {
			f.Product, f.ProductText = product, fmt.Sprintf("%s × %s = %g", last(r.Axes[0].Path), last(r.Axes[1].Path), product)
		}
	}
	for mode, name := range r.Modes {
		panel := sweepplot.Panel{Title: name}
		for _, c := range r.of(mode) {
			panel.Points = append(panel.Points, c.point())
		}
		f.Panels = append(f.Panels, panel)
	}
	return sweepplot.Write(w, f, format)
}

// last is the name of the field at the end of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

func axisOf(a Axis) sweepplot.Axis {
	out := sweepplot.Axis{Title: a.Path}
	for _, v := range a.Values {
		out.Labels = append(out.Labels, v.Text)
		if a.rising() {
			out.Numbers = append(out.Numbers, v.Number)
		}
	}
	return out
}

func (c Cell) point() sweepplot.Point {
	p := sweepplot.Point{Low: c.Low, High: c.High, Misses: c.misses()}
	if c.Median != nil {
		p.Value = *c.Median
	}
	switch {
	case !c.Done:
		p.State = sweepplot.Blank
	case c.Median == nil:
		p.State = sweepplot.Empty
	case c.Invalid != "":
		p.State = sweepplot.Suspect
	default:
		p.State = sweepplot.Good
	}
	return p
}
