// Package console writes tables and colours, as every command of the lab does.
package console

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Column is a head and a cell for each row, with lines in them.
type Column struct {
	Head  string
	Cells []string
	Right bool // to the right, as numbers
}

// Add appends the cell of a further row.
func (c *Column) Add(cell string) { c.Cells = append(c.Cells, cell) }

// gap is how many blanks stand behind each column.
const gap = 2

// Width is how many columns of a terminal a ruled table takes.
func Width(columns []Column) int {
	total := 0
	for _, col := range columns {
		widest := Widest(col.Head)
		for _, cell := range col.Cells {
			widest = max(widest, Widest(cell))
		}
		total += widest + gap
	}
	return total
}

// Widest is the width of the widest line of a text, colours not counted.
func Widest(text string) (n int) {
	for line := range strings.Lines(text) {
		colors := strings.Count(line, off) * (len(off) + len(on(Red)))
		n = max(n, utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))-colors)
	}
	return n
}

// Ruled writes a table that is ruled only below its head. All columns have as
// many cells as the first.
func Ruled(w io.Writer, columns []Column) error {
	behind := tw.CellPadding{Global: tw.Padding{Right: strings.Repeat(" ", gap), Overwrite: true}}
	return write(w, columns, behind, renderer.NewBlueprint(tw.Rendition{
		Borders:  tw.BorderNone,
		Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.Lines{ShowHeaderLine: tw.On}},
	}))
}

// Markdown writes a table as Markdown has it. What its cells hold is not escaped.
func Markdown(w io.Writer, columns []Column) error {
	return write(w, columns, tw.CellPadding{}, renderer.NewMarkdown())
}

func write(w io.Writer, columns []Column, padding tw.CellPadding, how tw.Renderer) error {
	var heads []string
	aligns := make([]tw.Align, len(columns))
	rows := make([][]string, len(columns[0].Cells))
	for i, col := range columns {
		heads = append(heads, col.Head)
		if aligns[i] = tw.AlignLeft; col.Right {
			aligns[i] = tw.AlignRight
		}
		for r, cell := range col.Cells {
			rows[r] = append(rows[r], cell)
		}
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: aligns},
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Padding:    padding,
	}
	var text strings.Builder
	config := tablewriter.Config{Header: cell, Row: cell, Behavior: tw.Behavior{TrimSpace: tw.Off, TrimLine: tw.Off}}
	table := tablewriter.NewTable(&text, tablewriter.WithConfig(config), tablewriter.WithRenderer(how))
	table.Header(heads)
	if err := table.Bulk(rows); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("table: %w", err)
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// Fit writes as many groups of columns beside each other as a width has room for,
// and the rest in further tables below. Each table begins with the column lead.
func Fit(w io.Writer, width int, lead Column, groups [][]Column) error {
	table := []Column{lead}
	for _, g := range groups {
		if len(table) > 1 && Width(append(table, g...)) > width {
			if err := Ruled(w, table); err != nil {
				return err
			}
			fmt.Fprintln(w)
			table = []Column{lead}
		}
		table = append(table, g...)
	}
	return Ruled(w, table)
}
