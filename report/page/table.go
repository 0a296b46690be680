package page

import "checkoutlab/report/internal/series"

// Table is one phase in every mode.
type Table struct {
	Title  string
	Groups []Group
	Rows   []Row
}

// Group is columns that belong together.
type Group struct {
	Name    string
	Columns []Column
}

// Column is one column of a table.
type Column struct {
	Head   string
	Number bool // set to the right
}

// Row is one mode; Cells are those of all groups, one after the other.
type Row struct {
	Mode  string
	Cells []Cell
}

// Cell is the lines of a cell.
type Cell struct {
	Number bool
	Lines  []Line
}

// Line is a text; Class is that of the outcome it tells of, and Marked whether it
// tells of one. Small says more about it.
type Line struct {
	Text, Small string
	Marked      bool
	Class       int
}

// Outcome is a line about an outcome.
func Outcome(outcome, text, small string) Line {
	return Line{Text: text, Small: small, Marked: true, Class: int(series.ClassOf(outcome))}
}
