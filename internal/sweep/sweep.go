package sweep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"checkoutlab/scenarios"
)

// MaxRuns bounds how many runs one sweep may take.
const MaxRuns = 10_000

// Config is what is to be swept.
type Config struct {
	File     *scenarios.File
	Modes    []string // default: every mode
	Settings []scenarios.Setting
	// Axes are the fields that are varied, each set on top of Settings. At least
	// one, and each field once.
	Axes []Axis
	// Seed is that of the first run in each cell, Runs how many there are, with
	// seeds Seed, Seed+1, … At least 1.
	Seed uint64
	Runs int
	// Measure is what is read from each run, in the words of package gate:
	// "health{phase:slow}: p95", or with a limit, "health: p95 < 100ms".
	Measure string
	// Version of the lab, for the result.
	Version string
}

// Sweep is a grid with every cell resolved and valid.
type Sweep struct {
	Config
	target target
	cells  []cell
	yaml   []byte
}

// cell is one point of the grid in one mode.
type cell struct {
	at  []int // an index into each axis
	run scenarios.Run
}

// New resolves every cell. What is wrong with an axis, a value, a mode or the
// size of the whole is found here, before anything runs. A large grid takes
// seconds; the error is that of ctx if it ends meanwhile.
func New(ctx context.Context, c Config) (*Sweep, error) {
	if c.Runs < 1 {
		return nil, fmt.Errorf("--runs %d: at least 1", c.Runs)
	}
	if err := checkAxes(c.Axes); err != nil {
		return nil, err
	}
	target, err := parseTarget(c.Measure)
	if err != nil {
		return nil, err
	}
	// Gates are for runs: what varies may well break them, or take away what they
	// speak of.
	c.File = c.File.WithoutGates()
	chosen, err := c.File.Choose(c.Modes, c.Settings)
	if err != nil {
		return nil, err
	}
	if err := target.check(chosen, c.Measure); err != nil {
		return nil, err
	}
	c.Modes = nil
	for _, m := range chosen.Modes() {
		c.Modes = append(c.Modes, m.Name)
	}
	points := 1
	for _, a := range c.Axes {
		if points *= len(a.Values); points*len(c.Modes)*c.Runs > MaxRuns {
			return nil, fmt.Errorf("%s is more than %d runs; take fewer values, modes (--mode) or seeds (--runs)", c.size(), MaxRuns)
		}
	}
	s := &Sweep{Config: c, target: target, yaml: scenarios.Marshal(chosen.AsRun())}
	return s, s.resolve(ctx)
}

// YAML is the scenario as it is before anything is varied.
func (s *Sweep) YAML() []byte { return s.yaml }

func checkAxes(axes []Axis) error {
	if len(axes) == 0 {
		return fmt.Errorf("nothing is varied: give --over PATH=a,b,c or --over PATH=lo..hi:step, such as --over loads.checkout.rate=10/s..60/s:5/s")
	}
	for i, a := range axes {
		for _, b := range axes[:i] {
			if a.Path == b.Path || strings.HasPrefix(a.Path, b.Path+".") || strings.HasPrefix(b.Path, a.Path+".") {
				return fmt.Errorf("--over %s and --over %s set the same field; give it once", b.Path, a.Path)
			}
		}
	}
	return nil
}

// size says how large the grid is: "11 × 10 values × 2 modes × 5 seeds".
func (c Config) size() string {
	var counts []string
	for _, a := range c.Axes {
		counts = append(counts, fmt.Sprint(len(a.Values)))
	}
	text := strings.Join(counts, " × ") + " values"
	if len(c.Modes) > 1 {
		text += fmt.Sprintf(" × %d modes", len(c.Modes))
	}
	if c.Runs > 1 {
		text += fmt.Sprintf(" × %d seeds", c.Runs)
	}
	return text
}

// String says what is going to be done.
func (s *Sweep) String() string {
	return fmt.Sprintf("%s: %s, %d runs", s.Scenario(), s.size(), s.RunCount())
}

// RunCount is how many runs the whole takes.
func (s *Sweep) RunCount() int { return len(s.cells) * s.Runs }

// Scenario is the name of what is swept.
func (s *Sweep) Scenario() string { return s.cells[0].run.Spec.Name }

// HasProduct reports whether a heat map of it has a place for each product of
// two values.
func (s *Sweep) HasProduct() bool {
	return len(s.Axes) == 2 && s.Axes[0].rising() && s.Axes[1].rising()
}

// resolve makes the cells: the modes in their order, in each the points with
// the last axis changing fastest.
func (s *Sweep) resolve(ctx context.Context) error {
	problems := newProblems(s.Modes)
	for _, mode := range s.Modes {
		for at := make([]int, len(s.Axes)); at != nil; at = next(at, s.Axes) {
			if err := ctx.Err(); err != nil {
				return err
			}
			settings := slices.Clone(s.Settings)
			for i, a := range s.Axes {
				settings = append(settings, scenarios.Over(a.Path, a.Values[at[i]].Text))
			}
			run, err := s.File.Run(mode, s.Seed, settings)
			if err != nil {
				problems.add(mode, err)
			}
			s.cells = append(s.cells, cell{at: at, run: run})
		}
	}
	return problems.err()
}

// next returns the point after one; nil after the last.
func next(at []int, axes []Axis) []int {
	at = slices.Clone(at)
	for i := len(axes) - 1; i >= 0; i-- {
		if at[i]++; at[i] < len(axes[i].Values) {
			return at
		}
		at[i] = 0
	}
	return nil
}
