package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/console"
	"checkoutlab/internal/gate"
)

// gates writes what became of each gate.
func (c TextConfig) gates(w *strings.Builder, sum *Summary) error {
	if len(sum.Gates) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\n%s\n", c.gatesTitle(sum))
	table := c.gateColumns(sum.Gates, false)
	if console.Width(table) > c.Width {
		table = c.gateColumns(sum.Gates, true)
	}
	return console.Ruled(w, table)
}

func (c TextConfig) gatesTitle(sum *Summary) string {
	held, advisory := 0, 0
	for _, g := range sum.Gates {
		if g.Passed {
			held++
		} else if g.Advisory {
			advisory++
		}
	}
	title := fmt.Sprintf("gates: %d of %d hold", held, len(sum.Gates))
	if advisory > 0 {
		title += fmt.Sprintf(", %d advisory missed", advisory)
	}
	if failed := len(sum.Failed()); failed > 0 {
		return c.color(fmt.Sprintf("%s, %d FAILED", title, failed), console.Red)
	}
	return title
}

// gateColumns are narrow with the measure, and what is to be said, below the
// subject.
func (c TextConfig) gateColumns(gates []Gate, narrow bool) []console.Column {
	verdict, measure, limit, note := console.Column{Head: "gate"}, console.Column{Head: "measure"}, console.Column{Head: "limit"}, console.Column{Head: "note"}
	actual, margin := console.Column{Head: "actual", Right: true}, console.Column{Head: "margin", Right: true}
	notes := false
	for _, g := range gates {
		verdict.Cells = append(verdict.Cells, c.gateVerdict(g))
		text := g.Measure
		if text == "" {
			text = g.Text
		}
		said := g.said()
		if narrow {
			text = strings.Replace(text, ": ", ":\n  ", 1)
			for _, line := range wrap(said, outcomeWidth) {
				text += "\n  " + line
			}
			said = ""
		}
		measure.Cells = append(measure.Cells, text)
		a, l, m := g.Words()
		actual.Cells = append(actual.Cells, a)
		limit.Cells = append(limit.Cells, l)
		margin.Cells = append(margin.Cells, m)
		note.Cells = append(note.Cells, said)
		notes = notes || said != ""
	}
	table := []console.Column{verdict, measure, actual, limit, margin}
	if notes {
		table = append(table, note)
	}
	return table
}

func (c TextConfig) gateVerdict(g Gate) string {
	switch {
	case g.Passed:
		return c.color("holds", console.Green)
	case g.Advisory:
		return c.color("missed", console.Yellow)
	default:
		return c.color("FAILED", console.Red)
	}
}

// said is what is to be said of a gate beside its figures.
func (g Gate) said() string {
	switch {
	case !g.Advisory:
		return g.Note
	case g.Note == "":
		return "advisory"
	default:
		return "advisory; " + g.Note
	}
}

// Words are the gate's figures for people: what was measured, what it is held
// to, and how far apart they are; a dash for what does not exist.
func (g Gate) Words() (actual, limit, margin string) {
	actual, margin = dash, dash
	if g.Operator == "" {
		return actual, dash, margin
	}
	if g.Actual != nil {
		actual = glance(*g.Actual, g.Unit)
		if *g.Actual != g.Limit && actual == glance(g.Limit, g.Unit) { // apart by less than is shown
			actual = exactly(*g.Actual, g.Unit)
		}
		margin = glance(*g.Margin, g.Unit)
		if *g.Margin > 0 {
			margin = "+" + margin
		}
	}
	return actual, g.Operator + " " + exactly(g.Limit, g.Unit), margin
}

// glance prints a figure of a gate as the other tables print it.
func glance(value float64, unit string) string {
	const shown = 0.05 // less would be 0.0 ms
	switch gate.Unit(unit) {
	case gate.Millis:
		if value != 0 && math.Abs(value) < shown {
			return exactly(value, unit)
		}
		return figure(time.Duration(math.Round(value * float64(time.Millisecond))))
	case gate.Percent:
		text := strconv.FormatFloat(value, 'f', 4, 64)
		return strings.TrimRight(strings.TrimRight(text, "0"), ".") + "%"
	default:
		return plainNumber(value)
	}
}

// exactly prints every digit that a figure has.
func exactly(value float64, unit string) string {
	switch gate.Unit(unit) {
	case gate.Millis:
		if math.Abs(value) >= 1000 {
			return plainNumber(value/1000) + " s"
		}
		return plainNumber(value) + " ms"
	case gate.Percent:
		return plainNumber(value) + "%"
	default:
		return plainNumber(value)
	}
}

// plainNumber has nine decimals at the most, a nanosecond in a second.
func plainNumber(value float64) string {
	text := strconv.FormatFloat(value, 'f', 9, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// String is the gate and what became of it in one line, such as
//
//	health{mode:protected,phase:slow}: p95 is 61 ms, must be < 50 ms (-11 ms)
func (g Gate) String() string {
	switch {
	case g.Operator == "": // it could not be read
		return g.Text + " (" + g.Note + ")"
	case g.Actual == nil: // the mode is in the measure, and not always in the text
		_, limit, _ := strings.Cut(g.Text, g.Operator)
		return fmt.Sprintf("%s %s %s (%s)", g.Measure, g.Operator, strings.TrimSpace(limit), g.Note)
	}
	actual, limit, margin := g.Words()
	return fmt.Sprintf("%s is %s, must be %s (%s)", g.Measure, actual, limit, margin)
}
