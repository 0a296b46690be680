package report

import (
	"fmt"
	"io"
	"strings"

	"checkoutlab/internal/console"
)

// Table writes the run for people, 168 columns wide, without control codes.
func Table(w io.Writer, sum *Summary) error { return TextConfig{}.Table(w, sum) }

// TextConfig is how text is written.
type TextConfig struct {
	// Width is how many columns a line may take; what does not fit beside each
	// other stands below. Default 168; less than 80 counts as 80.
	Width int
	// Color marks what went wrong with ANSI colours.
	Color bool
}

const (
	defaultWidth = 168
	leastWidth   = 80
)

// Table writes what is asked and what the modes are, the figures of each phase, the
// modes below each other so that they compare, then the transitions of the breakers,
// the gates, and whether the run is valid.
func (c TextConfig) Table(w io.Writer, sum *Summary) error {
	if c.Width == 0 {
		c.Width = defaultWidth
	}
	c.Width = max(c.Width, leastWidth)
	out := &strings.Builder{}
	c.opening(out, sum)
	for _, b := range Blocks(sum) {
		if err := c.block(out, b, partsOf(sum)); err != nil {
			return fmt.Errorf("report: table: %w", err)
		}
	}
	if err := c.notes(out, sum); err != nil {
		return fmt.Errorf("report: table: %w", err)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// opening says what was run, what it asks, and what its modes are.
func (c TextConfig) opening(w io.Writer, sum *Summary) {
	fmt.Fprintln(w, sum.Headline())
	for _, line := range wrap(sum.Question, c.Width) {
		fmt.Fprintln(w, line)
	}
	name := 0
	for _, m := range sum.Modes {
		name = max(name, len(m.Mode))
	}
	for _, m := range sum.Modes {
		for i, line := range wrap(m.About, c.Width-name-4) {
			head := m.Mode
			if i > 0 {
				head = ""
			}
			fmt.Fprintf(w, "  %-*s  %s\n", name, head, line)
		}
	}
}

// Block is one phase in every mode that has it.
type Block struct {
	Title string
	Rows  []Row
}

// Row is one mode in a Block.
type Row struct {
	Mode    string
	Figures Figures
}

// Blocks has the phases in the order in which the modes list them, or the whole
// run where a mode has none.
func Blocks(sum *Summary) []Block {
	var all []Block
	index := map[string]int{}
	for _, m := range sum.Modes {
		if len(m.Phases) == 0 {
			m.Phases = []Phase{{Name: "whole", Figures: m.Figures}}
		}
		for _, p := range m.Phases {
			i, known := index[p.Name]
			if !known {
				i = len(all)
				index[p.Name] = i
				all = append(all, Block{Title: phaseTitle(p)})
			}
			if all[i].Title != phaseTitle(p) { // a mode moved the fault
				all[i].Title = p.Name
			}
			all[i].Rows = append(all[i].Rows, Row{m.Mode, p.Figures})
		}
	}
	return all
}

func phaseTitle(p Phase) string {
	if p.Until == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s (%s to %s)", p.Name, instant(p.From), instant(p.Until))
}

// block writes one phase: as many groups of columns beside each other as fit,
// the rest in a further table below.
func (c TextConfig) block(w io.Writer, b Block, parts parts) error {
	fmt.Fprintf(w, "\n%s\n", b.Title)
	modes := console.Column{Head: "mode"}
	for _, r := range b.Rows {
		modes.Cells = append(modes.Cells, r.Mode)
	}
	return console.Fit(w, c.Width, modes, c.groups(b.Rows, parts))
}
