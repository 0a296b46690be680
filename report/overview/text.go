package overview

import (
	"image/color"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

var handler = text.Plain{Fonts: font.NewCache(liberation.Collection())}

// Sizes of text; large enough to be read from the back of a room when the page
// fills a screen.
var (
	title    = sans(20, xfont.WeightBold)
	heading  = sans(16, xfont.WeightBold)
	label    = sans(12, xfont.WeightNormal)
	labelled = sans(12.5, xfont.WeightNormal)
	small    = sans(11, xfont.WeightNormal)
)

func sans(size vg.Length, weight xfont.Weight) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size, Weight: weight}
}

// anchor says which point of a text stands at its place; without one it is the
// left end of the base line.
type anchor int

const (
	left  anchor = 0
	right anchor = 1 << iota
	center
	top
	middle
)

func write(c draw.Canvas, f font.Font, col color.Color, x, y vg.Length, a anchor, s string) {
	face := handler.Fonts.Lookup(f, f.Size)
	switch {
	case a&right != 0:
		x -= face.Width(s)
	case a&center != 0:
		x -= face.Width(s) / 2
	}
	const capHeight = 0.72 // of Liberation Sans
	switch {
	case a&top != 0:
		y -= capHeight * f.Size
	case a&middle != 0:
		y -= capHeight * f.Size / 2
	}
	c.SetColor(col)
	c.FillString(face, vg.Point{X: x, Y: y}, s)
}

// writeUp writes upwards, with the middle of the text at (x, y).
func writeUp(c draw.Canvas, f font.Font, col color.Color, x, y vg.Length, s string) {
	c.Push()
	c.Translate(vg.Point{X: x, Y: y})
	c.Rotate(math.Pi / 2)
	write(c, f, col, 0, 0, center|middle, s)
	c.Pop()
}

func textWidth(f font.Font, s string) vg.Length {
	face := handler.Fonts.Lookup(f, f.Size)
	return face.Width(s)
}

// fitted is a text, cut short with an ellipsis if it is too wide.
func fitted(f font.Font, s string, width vg.Length) string {
	if textWidth(f, s) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && textWidth(f, string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// wrapped breaks a text between words into at most n lines; what does not fit
// is cut from the last.
func wrapped(f font.Font, s string, width vg.Length, n int) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		last := len(lines) - 1
		if last >= 0 && (len(lines) == n || textWidth(f, lines[last]+" "+word) <= width) {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	for i := range lines {
		lines[i] = fitted(f, lines[i], width)
	}
	return lines
}

func fill(c draw.Canvas, r vg.Rectangle, col color.Color) {
	c.SetColor(col)
	c.Fill(rectangle(r))
}

func rectangle(r vg.Rectangle) vg.Path {
	var path vg.Path
	path.Move(r.Min)
	path.Line(vg.Point{X: r.Max.X, Y: r.Min.Y})
	path.Line(r.Max)
	path.Line(vg.Point{X: r.Min.X, Y: r.Max.Y})
	path.Close()
	return path
}

func (p panel) line(col color.Color, width, x0, y0, x1, y1 vg.Length) {
	p.StrokeLine2(draw.LineStyle{Color: col, Width: width}, x0, y0, x1, y1)
}
