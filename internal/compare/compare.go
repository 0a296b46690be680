package compare

import (
	"fmt"
	"slices"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/internal/unit"
	"checkoutlab/report"
)

// Config is how to compare.
type Config struct {
	// Modes to compare; default: all that both sides have. Of the modes of one set
	// the first is the base of all others.
	Modes []string
	// Measures to compare, in the words of package gate; default: the usual ones of
	// every part in every phase. Without a phase a measure is of the whole run.
	Measures []gate.Measure
	// Alpha is the share of false alarms that may be expected, at least 1e-9 and at
	// most 0.5; see the package.
	Alpha float64
	// MinEffect is the smallest change that matters.
	MinEffect Effect
}

// DefaultAlpha is one false alarm in twenty.
const DefaultAlpha = 0.05

// leastAlpha keeps the number of runs needed within reach.
const leastAlpha = 1e-9

// Validate tells what is wrong with the configuration.
func (c Config) Validate() error {
	if !(c.Alpha >= leastAlpha && c.Alpha <= 0.5) {
		return fmt.Errorf("alpha %g: at least %g and at most 0.5, such as 0.05", c.Alpha, leastAlpha)
	}
	return nil
}

// pair is a mode of the base and the mode of the new side it is compared with.
type pair struct{ base, new string }

// Sets compares the same modes of two sets of runs. An error names what was asked
// for and does not exist.
func (c Config) Sets(base, new *Set) (*Result, error) {
	modes := both(base.modes(), new.modes())
	known := append(slices.Clone(base.modes()), lacking(new.modes(), base.modes())...)
	for _, m := range c.Modes {
		if !slices.Contains(known, m) {
			return nil, fmt.Errorf("there is no mode %s; %s", m, unit.Suggest(m, "modes", known))
		}
	}
	var pairs []pair
	for _, m := range modes {
		if len(c.Modes) == 0 || slices.Contains(c.Modes, m) {
			pairs = append(pairs, pair{m, m})
		}
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("no mode to compare: %s has %s, %s has %s", base.Name, strings.Join(base.modes(), ", "), new.Name, strings.Join(new.modes(), ", "))
	}
	r := c.result(base, new)
	r.Base, r.New = side(base, ""), side(new, "")
	r.Differences = differences(base, new)
	return r, c.fill(r, base, new, pairs)
}

// Within compares the modes of one set with each other: the first of Modes with
// the rest, or the first of the set with every other.
func (c Config) Within(s *Set) (*Result, error) {
	modes := c.Modes
	if len(modes) == 0 {
		modes = s.modes()
	}
	var pairs []pair
	for i, m := range modes {
		switch {
		case !slices.Contains(s.modes(), m):
			return nil, fmt.Errorf("there is no mode %s; %s", m, unit.Suggest(m, "modes", s.modes()))
		case slices.Contains(modes[:i], m):
			return nil, fmt.Errorf("mode %s stands there twice", m)
		case i > 0:
			pairs = append(pairs, pair{modes[0], m})
		}
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s has one mode to compare, %s: name a second folder, or run more modes", s.Name, modes[0])
	}
	r := c.result(s, s)
	r.Base, r.New = side(s, modes[0]), side(s, strings.Join(modes[1:], ", "))
	r.Differences = []string{}
	return r, c.fill(r, s, s, pairs)
}

func (c Config) result(base, new *Set) *Result {
	r := &Result{
		SchemaVersion: SchemaVersion, Scenario: new.Runs[0].Summary.Scenario, Executor: new.Runs[0].Summary.Executor,
		Alpha: c.Alpha, MinEffect: c.MinEffect.String(), Confidence: Confidence, Needed: Needed(c.Alpha), effect: c.MinEffect,
		Rows: []Row{}, Warnings: append([]string{}, base.Warnings...),
	}
	if base != new {
		r.Warnings = append(r.Warnings, new.Warnings...)
	}
	return r
}

// fill compares every figure of every pair.
func (c Config) fill(r *Result, base, new *Set, pairs []pair) error {
	if err := c.Validate(); err != nil {
		return err
	}
	exact := base.simulated() && new.simulated() && slices.Equal(base.seeds(), new.seeds())
	found := make([]bool, len(c.Measures))
	var wrong error
	for _, p := range pairs {
		a, b := base.view(p.base), new.view(p.new)
		r.Differences = append(r.Differences, onlyIn(p, a, b)...)
		list := figures(a, b)
		if len(c.Measures) > 0 {
			var err error
			if list, err = c.named(a[0], b[0], p, found); err != nil {
				wrong = err
			}
		}
		for _, f := range list {
			row := newRow(p, f)
			row.test(newSample(a, f.In(p.base)), newSample(b, f.In(p.new)), exact, r.Needed)
			if !row.base.exists || !row.new.exists || len(row.base.figures)+len(row.new.figures) == 0 && len(c.Measures) == 0 {
				continue // nothing to set side by side: onlyIn tells, or there were no samples
			}
			row.Base, row.New = row.base.figure(Confidence), row.new.figure(Confidence)
			r.Rows = append(r.Rows, row)
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		return fmt.Errorf("%s: %w", c.Measures[i], wrong)
	}
	r.Tested = settle(r.Rows, c.Alpha, c.MinEffect)
	r.count()
	r.Warnings = append(r.Warnings, r.shortage()...)
	return nil
}

// named are the measures asked for that a pair of modes has. found marks them.
func (c Config) named(base, new *report.Summary, p pair, found []bool) (list []asked, wrong error) {
	for i, m := range c.Measures {
		if m.Mode != "" && m.Mode != p.base && m.Mode != p.new {
			if !found[i] {
				wrong = fmt.Errorf("mode %s is not compared", m.Mode)
			}
			continue
		}
		_, errA := report.Evaluate(base, m.In(p.base))
		_, errB := report.Evaluate(new, m.In(p.new))
		if errA != nil || errB != nil {
			if wrong = errA; errA == nil {
				wrong = errB
			}
			continue
		}
		found[i] = true
		list = append(list, asked{Measure: m, kind: kindOf(new, m)})
	}
	return list, wrong
}

// kindOf is what a measure's subject is, where it has been found.
func kindOf(sum *report.Summary, m gate.Measure) gate.Kind {
	for _, k := range m.Definition().Of {
		for _, name := range parts(sum.Modes[0].Figures, k) {
			full := name + suffix[k]
			if full == m.Subject || strings.HasSuffix(full, "/"+m.Subject) {
				return k
			}
		}
	}
	return ""
}

func newRow(p pair, f asked) Row {
	d := f.Definition()
	r := Row{
		Mode: p.new, Phase: f.Phase, Kind: f.kind, Subject: f.Subject, Measure: figureName(f.Measure),
		Unit: d.Unit, higher: f.Measure.Higher(),
	}
	r.Higher = map[gate.Direction]string{gate.Better: "better", gate.Worse: "worse"}[r.higher]
	if p.base != p.new {
		r.BaseMode = p.base
	}
	return r
}
