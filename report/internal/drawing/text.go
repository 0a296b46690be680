package drawing

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
	Title    = sans(20, xfont.WeightBold)
	Heading  = sans(16, xfont.WeightBold)
	Label    = sans(12, xfont.WeightNormal)
	Labelled = sans(12.5, xfont.WeightNormal)
	Small    = sans(11, xfont.WeightNormal)
)

func sans(size vg.Length, weight xfont.Weight) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size, Weight: weight}
}

// Anchor says which point of a text stands at its place; without one it is the
// left end of the base line.
type Anchor int

const (
	Left  Anchor = 0
	Right Anchor = 1 << iota
	Center
	Top
	Middle
)

// Write writes a line of text with its anchor at (x, y).
func Write(c draw.Canvas, f font.Font, col color.Color, x, y vg.Length, a Anchor, s string) {
	face := handler.Fonts.Lookup(f, f.Size)
	switch {
	case a&Right != 0:
		x -= face.Width(s)
	case a&Center != 0:
		x -= face.Width(s) / 2
	}
	const capHeight = 0.72 // of Liberation Sans
	switch {
	case a&Top != 0:
		y -= capHeight * f.Size
	case a&Middle != 0:
		y -= capHeight * f.Size / 2
	}
	c.SetColor(col)
	c.FillString(face, vg.Point{X: x, Y: y}, s)
}

// WriteUp writes upwards, with the middle of the text at (x, y).
func WriteUp(c draw.Canvas, f font.Font, col color.Color, x, y vg.Length, s string) {
	c.Push()
	c.Translate(vg.Point{X: x, Y: y})
	c.Rotate(math.Pi / 2)
	Write(c, f, col, 0, 0, Center|Middle, s)
	c.Pop()
}

// TextWidth is how wide a line of text is.
func TextWidth(f font.Font, s string) vg.Length {
	face := handler.Fonts.Lookup(f, f.Size)
	return face.Width(s)
}

// Fitted is a text, cut short with an ellipsis if it is too wide.
func Fitted(f font.Font, s string, width vg.Length) string {
	if TextWidth(f, s) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && TextWidth(f, string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// Wrapped breaks a text between words into at most n lines; what does not fit
// is cut from the last.
func Wrapped(f font.Font, s string, width vg.Length, n int) []string {
	var lines []string
	for _, word := range strings.Fields(s) {
		last := len(lines) - 1
		if last >= 0 && (len(lines) == n || TextWidth(f, lines[last]+" "+word) <= width) {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	for i := range lines {
		lines[i] = Fitted(f, lines[i], width)
	}
	return lines
}
