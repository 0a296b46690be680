package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"checkoutlab/internal/console"
	"checkoutlab/internal/record"
)

// footnote says how the tables are to be read.
const footnote = `
A request belongs to the phase in which it was due. Busy, queue, in flight
and bulkhead are the most at once in a phase; in flight counts the calls that
nobody waits for any more, too.
`

// maxTransitions are printed for a mode; transitions.log has them all.
const maxTransitions = 20

// notes writes what stands below the tables: what a mark means, the
// transitions, the gates, and whether the figures can be trusted.
func (c TextConfig) notes(w *strings.Builder, sum *Summary) error {
	fmt.Fprint(w, footnote)
	if strings.Contains(w.String(), atMaximum) {
		fmt.Fprintf(w, "%s: so few requests that this percentile is their maximum.\n", atMaximum)
	}
	if names := binned(sum); len(names) > 0 {
		fmt.Fprintf(w, "More than %d different latencies (%s): percentiles may be up to 0.006 %% too high.\n", MaxDistinct, strings.Join(names, ", "))
	}
	for _, m := range sum.Modes {
		if len(m.Transitions) > 0 {
			fmt.Fprintf(w, "\n%s: what the breaker did\n", m.Mode)
		}
		shown := m.Transitions[:min(len(m.Transitions), maxTransitions)]
		for _, t := range shown {
			fmt.Fprintf(w, "  %s\n", t)
		}
		if left := len(m.Transitions) - len(shown); left > 0 {
			last := m.Transitions[len(m.Transitions)-1]
			fmt.Fprintf(w, "  … and %d more, the last:\n  %s\n", left, last)
		}
	}
	restarts(w, sum)
	if err := c.gates(w, sum); err != nil {
		return err
	}
	c.validity(w, sum)
	return nil
}

// binned are the loads whose percentiles are not exact: see Samples.
func binned(sum *Summary) []string {
	loads := map[string]bool{}
	for _, m := range sum.Modes {
		for name, l := range m.Loads {
			if l.Binned || l.Service.Binned {
				loads[name] = true
			}
		}
	}
	return sortedKeys(loads)
}

// restarts tells what the probes led to.
func restarts(w io.Writer, sum *Summary) {
	for _, m := range sum.Modes {
		if len(m.Restarts) > 0 {
			fmt.Fprintf(w, "\n%s: what the probe led to\n", m.Mode)
		}
		for _, r := range m.Restarts {
			fmt.Fprintf(w, "  %s\n", r)
		}
	}
}

func (c TextConfig) validity(w io.Writer, sum *Summary) {
	v := sum.Validity
	verdict := c.color("valid", console.Green)
	switch {
	case !v.Valid:
		verdict = c.color("INVALID", console.Red)
	case sum.Partial:
		verdict = "valid so far"
	}
	fmt.Fprintf(w, "\n%s: %s, seed %d\n  %d of %d due requests sent, %s\n", verdict, sum.Executor, sum.Seed, v.Sent, v.Due, sum.Punctuality())
	for _, reason := range v.Reasons {
		fmt.Fprintf(w, "  %s\n", reason)
	}
	if sum.Partial {
		fmt.Fprintf(w, "%s: the run was cut short, the figures are of what happened until then\n", c.color("PARTIAL", console.Red))
	}
}

// Punctuality says how far the sender can be trusted.
func (s *Summary) Punctuality() string {
	if s.Executor != "live" {
		return "each in the instant it was due"
	}
	lag := dash
	if p99 := s.Validity.SendLagP99; p99 != nil {
		lag = figure(p99.Duration())
	}
	return "send lag p99 " + lag + ", longest stall " + figure(s.Validity.StallMax.Duration())
}

func (c TextConfig) color(text string, code console.Color) string {
	return console.Paint(c.Color, text, code)
}

// paint colours an outcome: what was answered, what was refused, what was never
// answered.
func (c TextConfig) paint(text, outcome string) string {
	switch {
	case succeeded(outcome):
		return c.color(text, console.Green)
	case record.IsStatus(outcome):
		return c.color(text, console.Yellow)
	default:
		return c.color(text, console.Red)
	}
}

// wrap breaks a text between words into lines of at most width runes, if its
// words let it.
func wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}
