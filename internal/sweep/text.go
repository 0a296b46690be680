package sweep

import (
	"fmt"
	"strconv"
	"strings"

	"checkoutlab/report"
)

// Marks of the table.
const (
	dash    = "-"
	missing = "" // it was not run
	invalid = "!"
	misses  = "x"
)

// figure writes a figure with its unit.
func (r *Result) figure(v float64) string {
	switch r.Unit {
	case "ms":
		return report.Millis(v).Text()
	case "%":
		return strconv.FormatFloat(v, 'f', 1, 64) + "%"
	default:
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
}

// cell writes a cell for the table: a dash if there were no samples, and marked
// if its figure is not to be trusted or misses the limit.
func (r *Result) cell(c Cell) string {
	text := missing
	switch {
	case c.Median != nil:
		text = r.figure(*c.Median)
	case c.Done:
		text = dash
	}
	if !r.marked() {
		return text
	}
	mark := " "
	switch {
	case c.Invalid != "":
		mark = invalid
	case c.misses():
		mark = misses
	}
	return text + " " + mark
}

// marked reports whether a cell has a mark; the others then leave room for it.
func (r *Result) marked() bool {
	return r.count(func(c Cell) bool { return c.Invalid != "" || c.misses() }) > 0
}

func (c Cell) misses() bool { return c.Holds != nil && !*c.Holds }

// headline says what was swept.
func (r *Result) headline() string {
	line := fmt.Sprintf("%s, %s, %s", r.Scenario, r.Executor, r.seeds())
	if len(r.Changes) > 0 {
		line += ", changed by " + strings.Join(r.Changes, " ")
	}
	return line
}

func (r *Result) seeds() string {
	if r.Runs == 1 {
		return fmt.Sprintf("seed %d", r.Seed)
	}
	return fmt.Sprintf("seeds %d to %d", r.Seed, r.Seed+uint64(r.Runs)-1)
}

// method says what the figures are.
func (r *Result) method() string {
	switch {
	case r.Runs == 1:
		return "Each figure is that of one run."
	case r.intervals():
		return fmt.Sprintf("Each figure is the median of %d runs, with its interval at %g %% by order statistics.", r.Runs, 100*r.Confidence)
	default:
		return fmt.Sprintf("Each figure is the median of %d runs; an interval at %g %% takes six.", r.Runs, 100*r.Confidence)
	}
}

func (r *Result) intervals() bool {
	return r.count(func(c Cell) bool { return c.Low != nil }) > 0
}

// interval writes both ends in one unit of length.
func (r *Result) interval(c Cell) string {
	if c.Low == nil {
		return dash
	}
	return r.figure(*c.Low) + " to " + r.figure(*c.High)
}

// tableNotes say how the table is to be read and what is wrong with it.
func (r *Result) tableNotes() []string {
	lines := []string{r.method()}
	if r.count(Cell.misses) > 0 {
		lines = append(lines, misses+": misses the limit.")
	}
	return append(lines, r.notes()...)
}

// notes say what marks there are, and what is wrong with the sweep.
func (r *Result) notes() []string {
	var lines []string
	if r.count(func(c Cell) bool { return c.Done && c.Median == nil }) > 0 {
		lines = append(lines, dash+": no samples, or too few for the percentile.")
	}
	if n := r.Invalid(); n > 0 {
		i := 0
		for r.Cells[i].Invalid == "" {
			i++
		}
		c := r.Cells[i]
		lines = append(lines, fmt.Sprintf("%s: a run that is not to be trusted, in %d of %d cells; the first at %s: %s",
			invalid, n, len(r.Cells), strings.Join(c.At, ", "), c.Invalid))
	}
	if r.Partial {
		lines = append(lines, fmt.Sprintf("PARTIAL: the sweep was cut short, %d of %d cells are done", r.Done(), len(r.Cells)))
	}
	return lines
}

// about names what a table or picture is of.
func (r *Result) about(mode int) string {
	return fmt.Sprintf("mode %s: %s", r.Modes[mode], r.Measure)
}
