package compare

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
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
	c.lines(out, "", r.headlines())
	if len(r.Differences) > 0 {
		fmt.Fprintln(out, "\nwhat is not the same")
		c.lines(out, "  ", r.Differences)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintln(out)
		c.lines(out, "", []string{c.color("warning", yellow) + ": " + warning})
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

func tallyColor(r *Result) string {
	switch {
	case r.Count(Worse) > 0:
		return red
	case r.Count(Better) > 0:
		return green
	default:
		return ""
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
	var text string
	for _, l := range []layout{{intervals: true, p: true}, {stacked: true, intervals: true, p: true}, {stacked: true, intervals: true}, {stacked: true}} {
		var err error
		if text, err = ruled(c.columns(b.rows, l)); err != nil {
			return err
		}
		if widest(text) <= c.Width {
			break
		}
	}
	fmt.Fprint(w, text)
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

func (c TextConfig) columns(rows []Row, l layout) []column {
	mode, phase, measure := column{head: "mode"}, column{head: "phase"}, column{head: "measure"}
	base, baseInterval, new, newInterval := numbers("BASE"), numbers("interval"), numbers("NEW"), numbers("interval")
	change, p, verdict := numbers("change"), numbers("p"), column{head: "verdict"}
	for i, r := range rows {
		m, ph := r.modeText(), r.phaseText()
		if i > 0 && rows[i-1].modeText() == m {
			if m = ""; rows[i-1].phaseText() == ph {
				ph = ""
			}
		}
		mode.add(m)
		phase.add(ph)
		measure.add(r.Measure)
		between := " "
		if l.stacked {
			between = "\n"
		}
		if l.stacked && l.intervals {
			base.add(r.Base.stacked(r.Unit))
			new.add(r.New.stacked(r.Unit))
		} else {
			base.add(r.Base.median(r.Unit))
			new.add(r.New.median(r.Unit))
		}
		if l.intervals && !l.stacked {
			baseInterval.add(strings.TrimSpace(r.Base.interval(r.Unit) + " " + r.Base.present()))
			newInterval.add(strings.TrimSpace(r.New.interval(r.Unit) + " " + r.New.present()))
		}
		change.add(r.changeText(between))
		if l.p {
			p.add(r.pText())
		}
		verdict.add(c.verdict(r))
	}
	return withoutEmpty(mode, phase, measure, base, baseInterval, new, newInterval, change, p, verdict)
}

func (c TextConfig) verdict(r Row) string {
	return c.color(string(r.Verdict), map[Verdict]string{Better: green, Worse: red, Changed: yellow}[r.Verdict])
}

// Foreground colours of ANSI terminals.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (c TextConfig) color(text, code string) string {
	if !c.Color || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
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
