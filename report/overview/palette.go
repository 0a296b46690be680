package overview

import (
	"image/color"

	"checkoutlab/report/internal/series"
)

// The colours of Okabe and Ito ("Color Universal Design", 2008), which people
// with any of the common colour vision deficiencies tell apart.
var (
	orange     = color.NRGBA{0xE6, 0x9F, 0x00, 0xFF}
	skyBlue    = color.NRGBA{0x56, 0xB4, 0xE9, 0xFF}
	green      = color.NRGBA{0x00, 0x9E, 0x73, 0xFF}
	blue       = color.NRGBA{0x00, 0x72, 0xB2, 0xFF}
	vermillion = color.NRGBA{0xD5, 0x5E, 0x00, 0xFF}
	purple     = color.NRGBA{0xCC, 0x79, 0xA7, 0xFF}
	black      = color.NRGBA{0x00, 0x00, 0x00, 0xFF}

	stopped = color.NRGBA{0xD0, 0xD0, 0xD0, 0xFF} // a service that is down
	shadow  = color.NRGBA{0xF3, 0xE6, 0xD4, 0xFF} // a fault
)

// classColors are the colours of the classes of outcomes.
var classColors = [series.Classes]color.NRGBA{green, skyBlue, orange, purple, black, vermillion}

// stateColor is the colour of a breaker's state.
func stateColor(state string) color.NRGBA {
	switch state {
	case "OPEN", "FORCED_OPEN":
		return vermillion
	case "HALF_OPEN":
		return orange
	default:
		return green
	}
}

// pale is a colour as it looks on white when it is mostly transparent. Areas
// are painted in it and not in a transparent one, so that they look the same in
// every viewer.
func pale(c color.NRGBA) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8((int(v) + 2*0xFF) / 3) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 0xFF}
}
