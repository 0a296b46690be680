package drawing

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Colours of what is not data.
var (
	White = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
	Ink   = color.NRGBA{0x22, 0x22, 0x22, 0xFF}
	Faded = color.NRGBA{0x55, 0x55, 0x55, 0xFF}
	Rule  = color.NRGBA{0x88, 0x88, 0x88, 0xFF}
	Hair  = color.NRGBA{0xDD, 0xDD, 0xDD, 0xFF}
)

// Formats that Page knows.
const (
	SVG = "svg"
	PNG = "png"
)

// dpi gives a picture of 1600 pixels for a page of 1200 points.
const dpi = 96

// Page writes what is drawn on a white page of that size, in points. The same
// drawing always gives the same bytes.
func Page(w io.Writer, width, height vg.Length, format string, paint func(draw.Canvas)) error {
	onWhite := func(c draw.Canvas) {
		Fill(c, c.Rectangle, White)
		paint(c)
	}
	switch format {
	case SVG:
		canvas := vgsvg.NewWith(vgsvg.UseWH(width, height))
		onWhite(draw.New(canvas))
		return writeSVG(w, canvas)
	case PNG:
		canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))}
		onWhite(draw.New(canvas))
		_, err := canvas.WriteTo(w)
		return err
	default:
		return fmt.Errorf("format %q: %s or %s", format, SVG, PNG)
	}
}

// writeSVG names fonts of the same metrics for a reader that does not have ours.
func writeSVG(w io.Writer, canvas *vgsvg.Canvas) error {
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")))
	return err
}

// Fill fills a rectangle.
func Fill(c draw.Canvas, r vg.Rectangle, col color.Color) {
	c.SetColor(col)
	c.Fill(Rectangle(r))
}

// Rectangle is the outline of a rectangle.
func Rectangle(r vg.Rectangle) vg.Path {
	var path vg.Path
	path.Move(r.Min)
	path.Line(vg.Point{X: r.Max.X, Y: r.Min.Y})
	path.Line(r.Max)
	path.Line(vg.Point{X: r.Min.X, Y: r.Max.Y})
	path.Close()
	return path
}

// Line strokes a straight line.
func Line(c draw.Canvas, col color.Color, width, x0, y0, x1, y1 vg.Length) {
	c.StrokeLine2(draw.LineStyle{Color: col, Width: width}, x0, y0, x1, y1)
}
