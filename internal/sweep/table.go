package sweep

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// TableConfig is how the table is written.
type TableConfig struct {
	// Width is how many columns a line may take. A grid that is wider is written
	// as a list. Default 168.
	Width int
}

// Table writes the sweep for people: a list of the values for one axis, a grid
// for two, and a list of all points for more.
func (c TableConfig) Table(w io.Writer, r *Result) error {
	if c.Width == 0 {
		c.Width = 168
	}
	out := &strings.Builder{}
	fmt.Fprintln(out, r.headline())
	if len(r.Axes) == 2 {
		c.grids(out, r)
	} else {
		list(out, r, nil)
	}
	fmt.Fprintln(out)
	for _, note := range r.tableNotes() {
		fmt.Fprintln(out, note)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// grids writes a grid for each mode, the first axis across and the second down.
func (c TableConfig) grids(out *strings.Builder, r *Result) {
	for mode := range r.Modes {
		var grid strings.Builder
		r.grid(&grid, mode)
		if tooWide(grid.String(), c.Width) {
			list(out, r, &mode)
			continue
		}
		fmt.Fprintf(out, "\n%s\nacross: %s\ndown:   %s\n\n%s", r.about(mode), r.Axes[0].Path, r.Axes[1].Path, &grid)
	}
}

func (r *Result) grid(w io.Writer, mode int) {
	across, down := r.Axes[0].Values, r.Axes[1].Values
	rows := [][]string{{""}}
	for _, v := range across {
		rows[0] = append(rows[0], v.Text)
	}
	cells := r.of(mode)
	for y, v := range down {
		row := []string{v.Text}
		for x := range across {
			row = append(row, r.cell(cells[x*len(down)+y]))
		}
		rows = append(rows, row)
	}
	lines(w, rows)
}

// list writes a line for each cell: of one mode, or of all.
func list(out *strings.Builder, r *Result, only *int) {
	for mode := range r.Modes {
		if only != nil && mode != *only {
			continue
		}
		var head []string
		for _, a := range r.Axes {
			head = append(head, a.Path)
		}
		head = append(head, "median")
		if r.intervals() {
			head = append(head, "interval")
		}
		if r.Runs > 1 {
			head = append(head, "runs")
		}
		rows := [][]string{head}
		for _, cell := range r.of(mode) {
			row := append(cell.At[:len(cell.At):len(cell.At)], r.cell(cell))
			if r.intervals() {
				row = append(row, r.interval(cell))
			}
			if r.Runs > 1 {
				row = append(row, fmt.Sprint(cell.Samples))
			}
			rows = append(rows, row)
		}
		fmt.Fprintf(out, "\n%s\n\n", r.about(mode))
		lines(out, rows)
	}
}

// lines sets rows in columns, to the right.
func lines(w io.Writer, rows [][]string) {
	var text strings.Builder
	tw := tabwriter.NewWriter(&text, 0, 8, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		fmt.Fprintln(tw, strings.Join(row, "\t")+"\t")
	}
	_ = tw.Flush() // a strings.Builder takes everything
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
}

func tooWide(text string, width int) bool {
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > width {
			return true
		}
	}
	return false
}
