package agree

import (
	"fmt"
	"io"
	"strings"

	"checkoutlab/internal/console"
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
			if err := console.Ruled(w, columns(rows)); err != nil {
				return fmt.Errorf("agree: %w", err)
			}
		}
		if err := verdict(w, c); err != nil {
			return err
		}
	}
	return nil
}

// columns leave out what stands in the row above.
func columns(rows []Row) []console.Column {
	all := []console.Column{
		{Head: "phase"}, {Head: "of"}, {Head: "figure"}, {Head: "live", Right: true}, {Head: "simulated", Right: true},
		{Head: "difference", Right: true}, {Head: "bound", Right: true}, {},
	}
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
		for c, cell := range []string{phase, subject, r.Measure, r.figure(r.Live), r.figure(r.Sim), r.difference(), r.bound(), mark} {
			all[c].Add(cell)
		}
	}
	return all
}

// verdict says what the comparison comes to.
func verdict(w io.Writer, c *Comparison) error {
	var b strings.Builder
	fmt.Fprintln(&b)
	if len(c.Repeated) > 0 {
		fmt.Fprintf(&b, "the live run was repeated, for the first was not to be trusted:%s\n", reasons(c.Repeated))
	}
	fmt.Fprintf(&b, "live: %s\n%s\n", c.Quiet, c.Verdict())
	_, err := io.WriteString(w, b.String())
	return err
}

// reasons follow a colon: one in the same line, several each in a line of its own.
func reasons(all []string) string {
	if len(all) == 1 {
		return " " + all[0]
	}
	return "\n  " + strings.Join(all, "\n  ")
}

// Verdict says whether the executors agree: in a line, and in one more for each reason
// if there are several for which the live run cannot be trusted.
func (c *Comparison) Verdict() string {
	n, missed := countJudged(c.Rows), len(c.Misses())
	switch {
	case len(c.Unfit) > 0:
		return fmt.Sprintf("%s: INVALID, the live run is not to be trusted:%s", c.Scenario, reasons(c.Unfit))
	case missed > 0:
		return fmt.Sprintf("%s: DIFFERS, %d of %d figures are out of their bounds", c.Scenario, missed, n)
	default:
		return fmt.Sprintf("%s: agrees, %d figures within their bounds", c.Scenario, n)
	}
}
