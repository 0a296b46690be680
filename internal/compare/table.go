package compare

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"checkoutlab/internal/console"
)

// TextConfig is how text is written.
type TextConfig struct {
	// Width is how many columns a line may take: where a table does not fit, the
	// intervals stand below the medians. Default 168; less than 80 counts as 80.
	Width int
	// Color marks verdicts with ANSI colours.
	Color bool
	// All shows every figure, not only those that differ.
	All bool
}

const (
	defaultWidth = 168
	leastWidth   = 80
)

// Table writes the comparison for people: a block for each part of the system
// with the figures that differ, and how many do not.
func (c TextConfig) Table(w io.Writer, r *Result) error {
	if c.Width == 0 {
		c.Width = defaultWidth
	}
	c.Width = max(c.Width, leastWidth)
	out := &strings.Builder{}
	c.lines(out, "", oneLineEach(r.headlines()))
	if len(r.Differences) > 0 {
		fmt.Fprintln(out, "\nwhat is not the same")
		c.lines(out, "  ", oneLineEach(r.Differences))
	}
	for _, warning := range r.Warnings {
		fmt.Fprintln(out)
		c.lines(out, "", []string{c.color("warning", console.Yellow) + ": " + oneLine(warning)})
	}
	for _, b := range blocks(r, c.All) {
		if err := c.block(out, b); err != nil {
			return fmt.Errorf("compare: table: %w", err)
		}
	}
	fmt.Fprintln(out)
	for _, line := range c.folded("", r.Tally()) {
		fmt.Fprintln(out, c.color(line, tallyColor(r)))
	}
	c.lines(out, "", r.notes())
	_, err := io.WriteString(w, out.String())
	return err
}

func tallyColor(r *Result) console.Color {
	switch {
	case r.Count(Worse) > 0:
		return console.Red
	case r.Count(Better) > 0:
		return console.Green
	default:
		return console.None
	}
}

// block is the rows of one part of the system that are to be shown.
type block struct {
	title string
	rows  []Row
	left  map[Verdict]int // that are not shown
}

// blocks groups the rows by part. Those that differ come first; the others are
// shown only when all are. A part of which nothing is shown has no block.
func blocks(r *Result, everything bool) []block {
	var list []block
	index := map[string]int{}
	for _, first := range []bool{true, false} {
		for _, row := range r.Rows {
			title := kindTitle(row.Kind, row.Subject)
			i, known := index[title]
			if !known {
				i = len(list)
				index[title] = i
				list = append(list, block{title: title, left: map[Verdict]int{}})
			}
			switch {
			case row.differs() == first && (first || everything):
				list[i].rows = append(list[i].rows, row)
			case !first && !everything && !row.differs():
				list[i].left[row.Verdict]++
			}
		}
	}
	shown := list[:0]
	for _, b := range list {
		if len(b.rows) > 0 {
			shown = append(shown, b)
		}
	}
	return shown
}

// differs is whether a row is shown at once: it has a verdict, or would have one
// if the runs were not too few.
func (r Row) differs() bool {
	switch r.Verdict {
	case Better, Worse, Changed:
		return true
	case TooFew:
		return r.Matters
	default:
		return false
	}
}

// rest says how many rows of a block are not shown.
func (b block) rest() string {
	var parts []string
	for _, v := range []struct {
		verdict Verdict
		words   string
	}{{Noise, "~"}, {Same, "the same in every run"}, {TooFew, "? with no change that matters"}, {NoFigure, "without a figure on a side"}} {
		if n := b.left[v.verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.words))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "and " + strings.Join(parts, ", ")
}

func (c TextConfig) block(w io.Writer, b block) error {
	fmt.Fprintf(w, "\n%s\n", b.title)
	var table []console.Column
	for _, l := range []layout{{intervals: true, p: true}, {stacked: true, intervals: true, p: true}, {stacked: true, intervals: true}, {stacked: true}} {
		if table = c.columns(b.rows, l); console.Width(table) <= c.Width {
			break
		}
	}
	if err := console.Ruled(w, table); err != nil {
		return err
	}
	if rest := b.rest(); rest != "" {
		fmt.Fprintln(w, rest)
	}
	return nil
}

// layout is how much room a table takes. What it leaves out, JSON and CSV have.
type layout struct {
	stacked   bool // what belongs to a median stands below it
	intervals bool
	p         bool
}

func (c TextConfig) columns(rows []Row, l layout) []console.Column {
	mode, phase, measure := console.Column{Head: "mode"}, console.Column{Head: "phase"}, console.Column{Head: "measure"}
	base, baseInterval, new, newInterval := numbers("BASE"), numbers("interval"), numbers("NEW"), numbers("interval")
	change, p, verdict := numbers("change"), numbers("p"), console.Column{Head: "verdict"}
	for i, r := range rows {
		m, ph := r.modeText(), r.phaseText()
		if i > 0 && rows[i-1].modeText() == m {
			if m = ""; rows[i-1].phaseText() == ph {
				ph = ""
			}
		}
		mode.Add(m)
		phase.Add(ph)
		measure.Add(r.Measure)
		between := " "
		if l.stacked {
			between = "\n"
		}
		if l.stacked && l.intervals {
			base.Add(r.Base.stacked(r.Unit))
			new.Add(r.New.stacked(r.Unit))
		} else {
			base.Add(r.Base.median(r.Unit))
			new.Add(r.New.median(r.Unit))
		}
		if l.intervals && !l.stacked {
			baseInterval.Add(strings.TrimSpace(r.Base.interval(r.Unit) + " " + r.Base.present()))
			newInterval.Add(strings.TrimSpace(r.New.interval(r.Unit) + " " + r.New.present()))
		}
		change.Add(r.changeText(between))
		if l.p {
			p.Add(r.pText())
		}
		verdict.Add(c.verdict(r))
	}
	return withoutEmpty(mode, phase, measure, base, baseInterval, new, newInterval, change, p, verdict)
}

func (c TextConfig) verdict(r Row) string {
	return c.color(string(r.Verdict), map[Verdict]console.Color{Better: console.Green, Worse: console.Red, Changed: console.Yellow}[r.Verdict])
}

func (c TextConfig) color(text string, code console.Color) string {
	return console.Paint(c.Color, text, code)
}

// lines writes texts, folded.
func (c TextConfig) lines(w io.Writer, indent string, texts []string) {
	for _, text := range texts {
		for _, line := range c.folded(indent, text) {
			fmt.Fprintln(w, line)
		}
	}
}

// folded breaks a text between words to the width, the lines that follow further
// in.
func (c TextConfig) folded(indent, text string) (lines []string) {
	line := indent
	for i, word := range strings.Split(text, " ") {
		if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > c.Width {
			lines = append(lines, line)
			line = indent + "  " + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
