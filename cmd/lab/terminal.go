package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// isTerminal reports whether what is written is seen by a person, in columns and
// with control codes.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}

// terminal is how many columns a terminal has, 0 if there is no telling, and whether
// it may be coloured, which NO_COLOR forbids (https://no-color.org).
func terminal(w io.Writer) (width int, color bool) {
	if !isTerminal(w) {
		return 0, false
	}
	width, _, _ = term.GetSize(int(w.(*os.File).Fd())) // 0 with an error
	return width, os.Getenv("NO_COLOR") == ""
}
