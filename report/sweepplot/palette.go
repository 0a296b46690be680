package sweepplot

import (
	"image/color"

	"gonum.org/v1/plot/palette/brewer"

	"checkoutlab/report/internal/drawing"
)

// heat is ColorBrewer's YlGnBu, light for little and dark for much, which people
// with any of the common colour vision deficiencies tell apart, and which keeps
// its order in print (Harrower and Brewer, 2003).
var heat = func() []color.Color {
	p, err := brewer.GetPalette(brewer.TypeSequential, "YlGnBu", 9)
	if err != nil {
		panic("sweepplot: " + err.Error()) // a slip in the name above
	}
	return p.Colors()
}()

// heatAt is the colour at a place from 0 to 1.
func heatAt(at float64) color.NRGBA {
	x := at * float64(len(heat)-1)
	i := min(int(x), len(heat)-2)
	part := x - float64(i)
	r0, g0, b0, _ := heat[i].RGBA()
	r1, g1, b1, _ := heat[i+1].RGBA()
	mix := func(a, b uint32) uint8 {
		return uint8((float64(a)*(1-part) + float64(b)*part) / 0x101)
	}
	return color.NRGBA{mix(r0, r1), mix(g0, g1), mix(b0, b1), 0xFF}
}

// readable is the colour of text that can be read on another.
func readable(on color.NRGBA) color.NRGBA {
	// The weights are those of ITU-R BT.601.
	if 299*int(on.R)+587*int(on.G)+114*int(on.B) > 140_000 {
		return drawing.Ink
	}
	return drawing.White
}

// Colours of Okabe and Ito, as in the overview: those of curves in their order,
// and of the boundary.
var (
	curveColors = []color.NRGBA{
		{0xD5, 0x5E, 0x00, 0xFF}, {0x00, 0x72, 0xB2, 0xFF}, {0x00, 0x9E, 0x73, 0xFF},
		{0xE6, 0x9F, 0x00, 0xFF}, {0xCC, 0x79, 0xA7, 0xFF}, {0x56, 0xB4, 0xE9, 0xFF}, {0x00, 0x00, 0x00, 0xFF},
	}
	boundary = color.NRGBA{0xD5, 0x5E, 0x00, 0xFF}
	absent   = color.NRGBA{0xF0, 0xF0, 0xF0, 0xFF}
)
