package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"checkoutlab/internal/console"
	"checkoutlab/internal/gate"
	"checkoutlab/report"
)

// Repeats writes what several runs of one scenario, made with different seeds, came
// to together: the median of each figure with its interval, mode by mode in each
// phase, and how many of the runs met each gate. Runs that are invalid or partial
// are told of and not counted. All is not looked at.
func (c TextConfig) Repeats(w io.Writer, runs []*report.Summary) error {
	if len(runs) == 0 {
		return nil
	}
	if c.Width == 0 {
		c.Width = defaultWidth
	}
	c.Width = max(c.Width, leastWidth)
	s := &Set{}
	var seeds []uint64
	var out []string
	for _, sum := range runs {
		seeds = append(seeds, sum.Seed)
		if why := unfit(sum); why != "" {
			out = append(out, fmt.Sprintf("seed %d %s", sum.Seed, why))
			continue
		}
		s.Runs = append(s.Runs, Run{Summary: sum})
	}
	b := &strings.Builder{}
	first := runs[0]
	title := fmt.Sprintf("%s, %s, %d runs, seeds %s", first.Scenario, first.Executor, len(runs), ranges(seeds))
	if len(first.Changes) > 0 {
		title += ", changed by " + strings.Join(first.Changes, " ")
	}
	c.lines(b, "", []string{title})
	if len(s.Runs) > 0 {
		if err := c.medians(b, s); err != nil {
			return fmt.Errorf("compare: repeats: %w", err)
		}
	}
	fmt.Fprintf(b, "\n%d of %d runs are valid\n", len(s.Runs), len(runs))
	for _, why := range out {
		c.lines(b, "  ", []string{c.color("left out", console.Red) + " " + why})
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown are the measures of each kind of part in the columns of repeats.
var shown = map[gate.Kind][]string{
	gate.Load: {"p50", "p95"}, gate.Provider: {"in_flight_max"}, gate.Service: {"busy_max", "queue_max"},
	gate.Bulkhead: {"rejected"}, gate.Breaker: {"opens", "rejected"}, gate.Retry: {"retries"},
}

func (c TextConfig) medians(w io.Writer, s *Set) error {
	for _, phase := range s.phases() {
		title := phase
		if phase == "" {
			title = "whole run"
		}
		fmt.Fprintf(w, "\n%s\n", title)
		modes := console.Column{Head: "mode"}
		var in []string
		for _, m := range s.modes() {
			if phase == "" || slices.Contains(phasesOf(s.view(m)[0].Modes[0]), phase) {
				modes.Add(m)
				in = append(in, m)
			}
		}
		if err := console.Fit(w, c.Width, modes, s.groups(in, phase)); err != nil {
			return err
		}
	}
	if err := c.gates(w, s); err != nil {
		return err
	}
	how := fmt.Sprintf("Medians over the %d valid runs, below them their %g %% intervals by order statistics.", len(s.Runs), 100*Confidence)
	if len(s.Runs) < 6 { // benchmath: the whole sample then covers the median less often
		how = fmt.Sprintf("Medians over the %d valid runs; an interval takes six.", len(s.Runs))
	}
	fmt.Fprintf(w, "\n%s\n", how)
	return nil
}

// phases of all modes, or "" for the whole run where there are none.
func (s *Set) phases() (names []string) {
	for _, m := range s.Runs[0].Summary.Modes {
		names = append(names, lacking(phasesOf(m), names)...)
	}
	if len(names) == 0 {
		return []string{""}
	}
	return names
}

// groups has a group of columns for each part, with a cell for each mode.
func (s *Set) groups(modes []string, phase string) (all [][]console.Column) {
	for _, k := range kinds {
		var names []string
		for _, m := range modes {
			names = append(names, lacking(parts(s.view(m)[0].Modes[0].Figures, k), names)...)
		}
		for _, part := range names {
			head := kindTitle(k, part+suffix[k])
			var group []console.Column
			for _, name := range shown[k] {
				col := numbers(head + "\n" + name)
				for _, mode := range modes {
					col.Add(s.cell(gate.Measure{Subject: part + suffix[k], Mode: mode, Phase: phase, Name: name}))
				}
				group, head = append(group, col), ""
			}
			if k == gate.Load {
				col := console.Column{Head: "\noutcomes"}
				for _, mode := range modes {
					col.Add(s.outcomes(part, mode, phase))
				}
				group = append(group, col)
			}
			all = append(all, group)
		}
	}
	return all
}

// cell is the median of a figure with its interval below.
func (s *Set) cell(m gate.Measure) string {
	return newSample(s.view(m.Mode), m).figure(Confidence).stacked(m.Definition().Unit)
}

// outcomes are the shares of a load's outcomes, successes first.
func (s *Set) outcomes(load, mode, phase string) string {
	var lines []string
	view := s.view(mode)
	for _, outcome := range outcomes(load, phase, view) {
		m := gate.Measure{Subject: load, Mode: mode, Phase: phase, Name: "share", Outcome: outcome}
		f := newSample(view, m).figure(Confidence)
		line := fmt.Sprintf("%s %s", f.inline(gate.Percent), outcome)
		if code, reason, ok := strings.Cut(outcome, " "); ok && strings.HasPrefix(code, "2") {
			line = fmt.Sprintf("(%s %s)", f.inline(gate.Percent), reason)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return dash
	}
	return strings.Join(lines, "\n")
}
