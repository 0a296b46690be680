package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// JSON writes the summary as summary.json has it: two blanks deep, keys in a
// fixed order, with a newline at its end.
func JSON(w io.Writer, sum *Summary) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false) // gates have < and > in them
	if err := enc.Encode(sum); err != nil {
		return fmt.Errorf("report: summary: %w", err)
	}
	return nil
}

// Transitions writes transitions.log: one line for each change of a breaker's
// state, under a line with the mode's name when there are several modes.
func Transitions(w io.Writer, sum *Summary) error {
	var b strings.Builder
	for _, m := range sum.Modes {
		if len(m.Transitions) > 0 && len(sum.Modes) > 1 {
			fmt.Fprintf(&b, "# %s\n", m.Mode)
		}
		for _, t := range m.Transitions {
			fmt.Fprintln(&b, t)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
