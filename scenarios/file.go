package scenarios

import (
	"io"
	"os"
	"reflect"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/scenarios/internal/tree"
)

// File is a scenario that was read without a problem: the scenario itself and
// its modes, each of which is complete and valid.
type File struct {
	name  string
	text  []byte
	base  *tree.Node // without the modes and what is expected
	modes []mode
	spec  Spec

	expect  []expectation
	away    []gate.Scope // of the modes that were not chosen
	leftOut []Gate
}

// Problem is one thing that is wrong in a file or a setting, and where. It
// prints as "checkout.yaml:12:5: providers.payment.faults.0.share: …".
type Problem = tree.Problem

// ProblemsError is everything that is wrong with a file or with settings, in
// the order of their places. It prints one problem a line.
type ProblemsError struct {
	Problems []Problem
}

func (e *ProblemsError) Error() string { return tree.Problems(e.Problems).Error() }

// asError returns the problems as an error, or nil when there are none.
func asError(ps tree.Problems) error {
	if len(ps) == 0 {
		return nil
	}
	return &ProblemsError{ps.Sorted()}
}

// Read reads a scenario of at most 1 MiB. The name stands in front of every
// problem. All problems of the scenario and of all its modes are found at once
// and returned as a *ProblemsError.
func Read(name string, data []byte) (*File, error) {
	root, problems := tree.Parse(name, data)
	if root != nil && root.Kind != tree.Mapping {
		problems.Addf(root.At, "", "is %v; write a mapping that starts with name, question and duration", root.Kind)
		root = nil
	}
	if root == nil {
		return nil, asError(problems)
	}
	f := &File{name: name, text: data, base: root.Without("modes").Without("expect")}
	if e := root.Entry("modes"); e != nil {
		modes, found := readModes(e.Value)
		f.modes, problems = modes, append(problems, found...)
	}
	if e := root.Entry("expect"); e != nil {
		expect, found := readExpect(e.Value)
		f.expect, problems = expect, append(problems, found...)
	}
	found := f.check()
	if problems = append(problems, found...); len(found) == 0 {
		// What gates may speak of is known when everything else is right.
		problems = append(problems, f.settleGates()...)
	}
	if err := asError(problems); err != nil {
		return nil, err
	}
	return f, nil
}

// ReadFile reads a scenario from a file.
func ReadFile(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, tree.MaxBytes+1)) // Read refuses the one byte more
	if err != nil {
		return nil, err
	}
	return Read(path, data)
}

// Text returns the file as it was written.
func (f *File) Text() []byte { return f.text }

// Spec returns the scenario with every default filled in, before any mode, and
// the modes with what they set.
func (f *File) Spec() Spec {
	s := f.spec
	s.Expect = f.gates()
	for _, m := range f.modes {
		s.Modes = append(s.Modes, m.exported())
	}
	return s
}

// check resolves the scenario and every mode, and keeps the scenario.
func (f *File) check() (problems tree.Problems) {
	f.spec, problems = resolve(f.base)
	known := make(map[tree.Problem]bool)
	for _, p := range problems {
		known[p] = true
	}
	for _, m := range f.modes {
		_, found := f.resolveIn(m)
		for _, p := range found {
			if !known[p] {
				known[p] = true
				if p.At.Line > 0 {
					p.Message += " (in mode " + m.Name + ")"
				}
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// resolve decodes a tree, fills in the defaults, validates, and gives every
// problem its place.
func resolve(n *tree.Node) (Spec, tree.Problems) {
	var s Spec
	read := tree.Decode(n, "", &s)
	problems := read.Problems
	s = s.WithDefaults()
	for _, p := range s.Validate() {
		if !follows(p.Field, read.Unfilled) {
			problems.Addf(tree.Find(n, p.Field), p.Field, "%s", p.Message)
		}
	}
	for _, path := range read.Zeros {
		// Who writes zero means zero, and must not silently get the default.
		if v, ok := tree.At(s, path); ok && !reflect.ValueOf(v).IsZero() {
			problems.Addf(tree.Find(n, path), path, "zero stands for the default here, which is %s; leave it out or write another value", tree.Flow(tree.Encode(v)))
		}
	}
	return s, problems
}

// follows reports whether a field is no more than the consequence of one that
// could not be filled: that one itself, a part of it, or the whole around it.
func follows(field string, unfilled []string) bool {
	for _, u := range unfilled {
		if u == "" || field == u || strings.HasPrefix(field, u+".") || strings.HasPrefix(u, field+".") {
			return true
		}
	}
	return false
}

var specType = reflect.TypeFor[Spec]()
