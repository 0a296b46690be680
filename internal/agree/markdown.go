package agree

import (
	"fmt"
	"io"
	"math"

	"checkoutlab/internal/console"
)

// Markdown writes a row for each mode: of each kind of figure the difference that
// takes up most of its bound, with what was measured live and what was simulated.
// What is out of bound is bold.
func Markdown(w io.Writer, all []*Comparison) error {
	table := []console.Column{{Head: "scenario"}, {Head: "mode"}, {Head: "figures"}}
	for _, k := range kinds {
		table = append(table, console.Column{Head: k.name})
	}
	table = append(table, console.Column{Head: "verdict"})
	for _, c := range all {
		for mode := range c.modes() {
			for i, cell := range c.condensed(mode) {
				table[i].Add(cell)
			}
		}
	}
	return console.Markdown(w, table)
}

// condensed is the row of a mode.
func (c *Comparison) condensed(rows []Row) []string {
	cells := []string{c.Scenario, rows[0].Mode, fmt.Sprint(countJudged(rows))}
	for _, k := range kinds {
		cells = append(cells, largest(rows, k.Kind))
	}
	switch {
	case len(c.Unfit) > 0:
		return append(cells, "**invalid**")
	case len(misses(rows)) > 0:
		return append(cells, "**differs**")
	}
	return append(cells, "agrees")
}

// largest is the difference that takes up most of its bound among the rows of one
// kind; of several the first.
func largest(rows []Row, k Kind) string {
	var worst Row
	n := 0
	for _, r := range rows {
		if r.Kind != k {
			continue
		}
		if n++; n == 1 || r.use() > worst.use() {
			worst = r
		}
	}
	var text string
	switch d := worst.Difference(); {
	case n == 0:
		return dash
	case k == Transition && !math.IsNaN(d):
		text = fmt.Sprintf("%s (%d)", worst.difference(), n)
	case d == 0:
		text = worst.difference()
	default:
		text = fmt.Sprintf("%s (%s, %s)", worst.difference(), worst.figure(worst.Live), worst.figure(worst.Sim))
	}
	if !worst.Holds() {
		return "**" + text + "**"
	}
	return text
}
