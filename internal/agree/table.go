package agree

import (
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Table writes every figure of the comparisons both ways, mode by mode, and
// marks those that are out of their bounds.
func Table(w io.Writer, all []*Comparison) error {
	for i, c := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s, seed %d\n", c.Scenario, c.Seed)
		for rows := range c.modes() {
			fmt.Fprintf(w, "\nmode %s\n", rows[0].Mode)
			if err := write(w, heads, cells(rows), narrow, ruled()); err != nil {
				return err
			}
		}
		if err := verdict(w, c); err != nil {
			return err
		}
	}
	return nil
}

var heads = []string{"phase", "of", "figure", "live", "simulated", "difference", "bound", ""}

// cells leaves out what stands in the row above.
func cells(rows []Row) [][]string {
	var all [][]string
	for i, r := range rows {
		phase, subject := r.Phase, r.Subject
		if phase == "" {
			phase = "whole run"
		}
		if i > 0 && rows[i-1].Phase == r.Phase {
			phase = ""
			if rows[i-1].Subject == r.Subject {
				subject = ""
			}
		}
		mark := ""
		if !r.Holds() {
			mark = "<- OUT OF BOUND"
		}
		all = append(all, []string{phase, subject, r.Measure, r.figure(r.Live), r.figure(r.Sim), r.difference(), r.bound(), mark})
	}
	return all
}

// verdict says what the comparison comes to.
func verdict(w io.Writer, c *Comparison) error {
	var b strings.Builder
	fmt.Fprintln(&b)
	if len(c.Repeated) > 0 {
		fmt.Fprintf(&b, "the live run was repeated, for the first was not to be trusted: %s\n", strings.Join(c.Repeated, "; "))
	}
	fmt.Fprintf(&b, "live: %s\n%s\n", c.Quiet, c.Verdict())
	_, err := io.WriteString(w, b.String())
	return err
}

// Verdict says in a line whether the executors agree.
func (c *Comparison) Verdict() string {
	n, missed := countJudged(c.Rows), len(c.Misses())
	switch {
	case len(c.Unfit) > 0:
		return fmt.Sprintf("%s: INVALID, the live run is not to be trusted: %s", c.Scenario, strings.Join(c.Unfit, "; "))
	case missed > 0:
		return fmt.Sprintf("%s: DIFFERS, %d of %d figures are out of their bounds", c.Scenario, missed, n)
	default:
		return fmt.Sprintf("%s: agrees, %d figures within their bounds", c.Scenario, n)
	}
}

// ruled draws a rule below the head and nothing else.
func ruled() tablewriter.Option {
	return tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
		Borders:  tw.BorderNone,
		Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.Lines{ShowHeaderLine: tw.On}},
	}))
}

// narrow sets two blanks after a cell and none before it.
var narrow = tw.CellPadding{Global: tw.Padding{Right: "  ", Overwrite: true}}

// write draws one table, the numbers to the right.
func write(w io.Writer, heads []string, rows [][]string, padding tw.CellPadding, how tablewriter.Option) error {
	aligns := make([]tw.Align, len(heads))
	for i, head := range heads {
		switch aligns[i] = tw.AlignLeft; head {
		case "live", "simulated", "difference", "bound":
			aligns[i] = tw.AlignRight
		}
	}
	cell := tw.CellConfig{
		Alignment:  tw.CellAlignment{PerColumn: aligns},
		Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off},
		Padding:    padding,
	}
	var text strings.Builder
	config := tablewriter.Config{Header: cell, Row: cell, Behavior: tw.Behavior{TrimSpace: tw.Off, TrimLine: tw.Off}}
	table := tablewriter.NewTable(&text, tablewriter.WithConfig(config), how)
	table.Header(heads)
	if err := table.Bulk(rows); err != nil {
		return fmt.Errorf("agree: table: %w", err)
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("agree: table: %w", err)
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}
