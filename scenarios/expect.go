package scenarios

import (
	"fmt"
	"slices"

	"checkoutlab/internal/gate"
	"checkoutlab/scenarios/internal/tree"
)

// Gate is a condition that a run must meet, such as
// "health{mode:protected,phase:slow}: p95 < 50ms"; see package gate for its
// words. In a file it may stand without quotes, although YAML then takes it for a
// key and a value:
//
//	expect:
//	  - health{mode:protected,phase:slow}: p95 < 50ms
//	  - checkout{mode:none}: share(200) >= 20%
//	    advisory: true
type Gate struct {
	Text string `yaml:"gate"`
	// Advisory gates are reported, but a run does not fail by them.
	Advisory bool `yaml:"advisory,omitempty"`
}

// MarshalYAML writes a form that needs no guessing.
func (g Gate) MarshalYAML() (any, error) {
	if !g.Advisory {
		return g.Text, nil
	}
	type plain Gate
	return plain(g), nil
}

// maxGates bounds how many conditions one scenario may have.
const maxGates = 500

// expectation is a gate that was read, and where it stands.
type expectation struct {
	Gate
	read  gate.Gate
	index int // in the file's list
	at    tree.Place
	// The text of a gate without quotes is a key and a value, which need not
	// stand beside each other: from the column split on it stands at rest.
	split int
	rest  tree.Place
}

// place is where a column of the gate's text stands.
func (e expectation) place(column int) tree.Place {
	at := e.at
	if e.split > 0 && column >= e.split {
		at, column = e.rest, column-e.split+1
	}
	if at.Line > 0 {
		at.Column += column - 1
	}
	return at
}

// problem notes what is wrong with a gate.
func (e expectation) problem(ps *tree.Problems, err *gate.Error) {
	if e.at.Line == 0 { // an argument of the command
		ps.Addf(e.at, "", "column %d: %s", err.Column, err.Message)
		return
	}
	ps.Addf(e.place(err.Column), fmt.Sprintf("expect.%d", e.index), "%s", err.Message)
}

// Expect returns the file with further gates, as the command's --expect takes
// them. All problems of all of them are found at once, as a *ProblemsError whose
// places are the arguments.
func (f *File) Expect(texts []string) (*File, error) {
	more := *f
	more.expect = slices.Clone(f.expect)
	var problems tree.Problems
	for _, text := range texts {
		e := expectation{Gate: Gate{Text: text}, at: tree.Place{Name: fmt.Sprintf("--expect %q", text)}}
		more.expect = append(more.expect, e.parse(&problems)...)
	}
	problems = append(problems, more.settleGates()...)
	return &more, asError(problems)
}

// WithoutGates returns the file without anything that it expects.
func (f *File) WithoutGates() *File {
	free := *f
	free.expect, free.leftOut = nil, nil
	return &free
}

// LeftOut returns the gates that Choose and Expect left out, because they are of
// modes only that were not chosen.
func (f *File) LeftOut() []Gate { return f.leftOut }

func (f *File) gates() (all []Gate) {
	for _, e := range f.expect {
		all = append(all, e.Gate)
	}
	return all
}

// settleGates holds the gates to what there is in the modes, those that were
// chosen away included, and leaves out the gates that are of these only.
func (f *File) settleGates() (problems tree.Problems) {
	if len(f.expect) == 0 {
		return nil
	}
	scopes := f.scopes()
	chosen := len(scopes)
	scopes = append(scopes, f.away...)
	var kept []expectation
	for _, e := range f.expect {
		modes, errs := gate.Check(e.read.Measure, scopes)
		for _, err := range errs {
			e.problem(&problems, err)
		}
		runs := slices.ContainsFunc(scopes[:chosen], func(s gate.Scope) bool { return slices.Contains(modes, s.Mode) })
		if runs || len(errs) > 0 {
			kept = append(kept, e)
		} else {
			f.leftOut = append(slices.Clip(f.leftOut), e.Gate)
		}
	}
	f.expect = kept
	return problems
}

// scopes are what there is for gates to speak of, mode by mode.
func (f *File) scopes() (all []gate.Scope) {
	if len(f.modes) == 0 {
		return []gate.Scope{f.spec.scope(DefaultMode)}
	}
	for _, m := range f.modes {
		s, _ := f.resolveIn(m)
		all = append(all, s.scope(m.Name))
	}
	return all
}

// CheckMeasure holds a measure to what there is in the modes of the file, and
// returns those that it is of. The error is a *ProblemsError that names
// everything that does not exist; the name stands in front of each problem.
func (f *File) CheckMeasure(name string, m gate.Measure) (modes []string, err error) {
	modes, errs := gate.Check(m, f.scopes())
	var problems tree.Problems
	for _, e := range errs {
		problems.Addf(tree.Place{Name: name}, "", "column %d: %s", e.Column, e.Message)
	}
	return modes, asError(problems)
}
