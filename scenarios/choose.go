package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"checkoutlab/scenarios/internal/tree"
)

// Modes returns the modes in the order of the file; for a scenario without any
// the single mode "default".
func (f *File) Modes() []Mode {
	if len(f.modes) == 0 {
		return []Mode{{Name: DefaultMode, About: "the scenario as it stands"}}
	}
	return f.Spec().Modes
}

// Choose returns the file reduced to the named modes (all of them when none is
// named), kept in the order of the file, with settings on top of every mode.
// A mode in the result no longer starts from another: it sets everything
// itself. This is what a run stores.
//
// Gates that are of other modes only are left out; see LeftOut. One that speaks
// of what the settings have taken away is a problem.
//
// An unknown mode is an error with the nearest name; settings that do not fit
// give a *ProblemsError whose places are the settings.
func (f *File) Choose(names []string, settings []Setting) (*File, error) {
	chosen, err := f.choose(names, settings)
	if err != nil {
		return nil, err
	}
	chosen.expect, chosen.leftOut, chosen.away = f.expect, f.leftOut, slices.Clip(f.away)
	for _, s := range f.scopes() {
		if len(names) > 0 && !slices.Contains(names, s.Mode) {
			chosen.away = append(chosen.away, s)
		}
	}
	return chosen, asError(chosen.settleGates())
}

// choose is Choose without the gates.
func (f *File) choose(names []string, settings []Setting) (*File, error) {
	for _, name := range names {
		if err := f.knows(name); err != nil {
			return nil, err
		}
	}
	chosen := &File{name: f.name, text: f.text, base: f.base}
	for _, m := range f.modes {
		if len(names) > 0 && !slices.Contains(names, m.Name) {
			continue
		}
		var sets []assignment
		for _, a := range f.chain(m) {
			sets = add(sets, a)
		}
		m.From, m.sets = "", sets
		chosen.modes = append(chosen.modes, m)
	}
	problems := chosen.settle(settings)
	return chosen, asError(append(problems, chosen.check()...))
}

func (f *File) knows(name string) error {
	known := modeNames(f.modes)
	if len(known) == 0 {
		known = []string{DefaultMode}
	}
	if slices.Contains(known, name) {
		return nil
	}
	near := ""
	if n := tree.Nearest(name, known); n != "" {
		near = "did you mean " + n + "? "
	}
	return fmt.Errorf("%s: there is no mode %q; %sthe modes are %s", f.name, name, near, strings.Join(known, ", "))
}

// In returns the scenario in one mode, with settings on top, every default
// filled in and valid. The result has no modes of its own.
func (f *File) In(name string, settings []Setting) (Spec, error) {
	chosen, err := f.choose([]string{name}, settings)
	if err != nil {
		return Spec{}, err
	}
	if len(chosen.modes) == 0 {
		return chosen.spec, nil
	}
	s, problems := chosen.resolveIn(chosen.modes[0])
	return s, asError(problems)
}

// Run returns what an executor needs to run the scenario in one mode.
func (f *File) Run(name string, seed uint64, settings []Setting) (Run, error) {
	s, err := f.In(name, settings)
	if err != nil {
		return Run{}, err
	}
	s.Expect = f.gates()
	for _, m := range f.Modes() {
		if m.Name == name { // for the reports, which print what a mode is about
			s.Modes = []Mode{{Name: m.Name, About: m.About}}
		}
	}
	return Run{Spec: s, Mode: name, Seed: seed}, nil
}
