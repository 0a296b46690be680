package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
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

// Table writes the figures of each phase, the modes below each other so that
// they compare, then the transitions of the breakers and whether the run is
// valid.
func (c TextConfig) Table(w io.Writer, sum *Summary) error {
	if c.Width == 0 {
		c.Width = defaultWidth
	}
	c.Width = max(c.Width, leastWidth)
	out := &strings.Builder{}
	fmt.Fprintln(out, sum.Headline())
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
	modes := column{head: "mode"}
	for _, r := range b.Rows {
		modes.cells = append(modes.cells, r.Mode)
	}
	table := []column{modes}
	for _, g := range c.groups(b.Rows, parts) {
		if len(table) > 1 && width(append(table, g...)) > c.Width {
			if err := write(w, table); err != nil {
				return err
			}
			fmt.Fprintln(w)
			table = []column{modes}
		}
		table = append(table, g...)
	}
	return write(w, table)
}

// column is a head and a cell for each row, with lines in it.
type column struct {
	head  string
	cells []string
	right bool // to the right, as numbers
}

// gap is what tablewriter sets after each column.
const gap = 2

func width(columns []column) int {
	total := 0
	for _, col := range columns {
		widest := textWidth(col.head)
		for _, cell := range col.cells {
			widest = max(widest, textWidth(cell))
		}
		total += widest + gap
	}
	return total
}

// write draws one table, ruled only below its head.
func write(w io.Writer, columns []column) error {
	var heads []string
	aligns := make([]tw.Align, len(columns))
	rows := make([][]string, len(columns[0].cells))
	for i, col := range columns {
		heads = append(heads, col.head)
		if aligns[i] = tw.AlignLeft; col.right {
			aligns[i] = tw.AlignRight
		}
		for r, cell := range col.cells {
			rows[r] = append(rows[r], cell)
		}
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: aligns},
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Padding:    tw.CellPadding{Global: tw.Padding{Right: strings.Repeat(" ", gap), Overwrite: true}},
	}
	var text strings.Builder
	table := tablewriter.NewTable(&text,
		tablewriter.WithConfig(tablewriter.Config{Header: cell, Row: cell, Behavior: tw.Behavior{TrimSpace: tw.Off, TrimLine: tw.Off}}),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.Lines{ShowHeaderLine: tw.On}},
		})))
	table.Header(heads)
	if err := table.Bulk(rows); err != nil {
		return err
	}
	if err := table.Render(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	return nil
}
