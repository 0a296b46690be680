package compare

import (
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// column is a head and a cell for each row.
type column struct {
	head  string
	cells []string
	right bool // to the right, as numbers
}

func numbers(head string) column { return column{head: head, right: true} }

func (c *column) add(cell string) { c.cells = append(c.cells, cell) }

// any reports whether a cell says something.
func (c column) any() bool {
	for _, cell := range c.cells {
		if cell != "" && cell != dash {
			return true
		}
	}
	return false
}

// withoutEmpty leaves out columns that say nothing.
func withoutEmpty(columns ...column) (kept []column) {
	for _, c := range columns {
		if c.any() {
			kept = append(kept, c)
		}
	}
	return kept
}

// ruled writes columns as text with a rule below the head and two blanks between.
func ruled(columns []column) (string, error) {
	return written(columns, tw.CellPadding{Global: tw.Padding{Right: "  ", Overwrite: true}},
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.Lines{ShowHeaderLine: tw.On}},
		})))
}

// piped writes columns as a Markdown table.
func piped(columns []column) (string, error) {
	return written(columns, tw.CellPadding{}, tablewriter.WithRenderer(renderer.NewMarkdown()))
}

func written(columns []column, padding tw.CellPadding, how tablewriter.Option) (string, error) {
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
		Padding:    padding,
	}
	var text, out strings.Builder
	config := tablewriter.Config{Header: cell, Row: cell, Behavior: tw.Behavior{TrimSpace: tw.Off, TrimLine: tw.Off}}
	table := tablewriter.NewTable(&text, tablewriter.WithConfig(config), how)
	table.Header(heads)
	if err := table.Bulk(rows); err != nil {
		return "", err
	}
	if err := table.Render(); err != nil {
		return "", err
	}
	for line := range strings.Lines(text.String()) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String(), nil
}

// widest is the width of the widest line, colours not counted.
func widest(text string) (n int) {
	for line := range strings.Lines(text) {
		colors := strings.Count(line, "\x1b[0m") * (len("\x1b[31m") + len("\x1b[0m"))
		n = max(n, utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))-colors)
	}
	return n
}
