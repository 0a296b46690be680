package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

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
		c.lines(b, "  ", []string{c.color("left out", red) + " " + why})
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
		modes := column{head: "mode"}
		var in []string
		for _, m := range s.modes() {
			if phase == "" || slices.Contains(phasesOf(s.view(m)[0].Modes[0]), phase) {
				modes.add(m)
				in = append(in, m)
			}
		}
		if err := c.fit(w, modes, s.groups(in, phase)); err != nil {
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

// fit writes as many groups of columns beside each other as there is room for,
// and the rest below.
func (c TextConfig) fit(w io.Writer, modes column, groups [][]column) error {
	table := []column{modes}
	var text string
	for _, g := range groups {
		wider, err := ruled(append(slices.Clone(table), g...))
		switch {
		case err != nil:
			return err
		case len(table) > 1 && widest(wider) > c.Width:
			fmt.Fprintf(w, "%s\n", text)
			table = append([]column{modes}, g...)
			if text, err = ruled(table); err != nil {
				return err
			}
		default:
			table, text = append(table, g...), wider
		}
	}
	fmt.Fprint(w, text)
	return nil
}

// groups has a group of columns for each part, with a cell for each mode.
func (s *Set) groups(modes []string, phase string) (all [][]column) {
	for _, k := range kinds {
		var names []string
		for _, m := range modes {
			names = append(names, lacking(parts(s.view(m)[0].Modes[0].Figures, k), names)...)
		}
		for _, part := range names {
			head := kindTitle(k, part+suffix[k])
			var group []column
			for _, name := range shown[k] {
				col := numbers(head + "\n" + name)
				for _, mode := range modes {
					col.add(s.cell(gate.Measure{Subject: part + suffix[k], Mode: mode, Phase: phase, Name: name}))
				}
				group, head = append(group, col), ""
			}
			if k == gate.Load {
				col := column{head: "\noutcomes"}
				for _, mode := range modes {
					col.add(s.outcomes(part, mode, phase))
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
		lines = append(lines, fmt.Sprintf("%s %s", f.inline(gate.Percent), outcome))
	}
	if len(lines) == 0 {
		return dash
	}
	return strings.Join(lines, "\n")
}
