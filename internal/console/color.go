package console

// Color is a foreground colour of ANSI terminals.
type Color string

// The colours that the lab uses.
const (
	Red    Color = "31"
	Green  Color = "32"
	Yellow Color = "33"
	None   Color = ""
)

const off = "\x1b[0m"

func on(c Color) string { return "\x1b[" + string(c) + "m" }

// Paint colours a text where colours are wanted.
func Paint(wanted bool, text string, c Color) string {
	if !wanted || c == None {
		return text
	}
	return on(c) + text + off
}
