package scenarios

import (
	"maps"
	"reflect"
	"slices"

	"checkoutlab/scenarios/internal/tree"
)

// AsRun returns what was run, to be stored: the scenario with every default
// filled in, and for each mode exactly the fields in which it then differs.
//
// Spec keeps what the modes say instead. That is shorter, but a default that
// follows from another field (drain from give_up) is written out in the
// scenario, and would no longer follow what a mode sets.
func (f *File) AsRun() Spec {
	s := f.spec
	base := tree.Encode(s)
	for _, m := range f.modes {
		in, _ := f.resolveIn(m)
		out := Mode{Name: m.Name, About: m.About}
		for _, a := range differences(specType, base, tree.Encode(in), "") {
			out.Set = append(out.Set, Setting{Path: a.path, Value: tree.Flow(a.value)})
		}
		s.Modes = append(s.Modes, out)
	}
	s.Expect = f.gates()
	return s
}

// differences returns the assignments that make one tree of the other. Both
// describe a value of type t. Names cannot be added to a map by assignment, so a
// map with other names is set as a whole, and so is a list.
func differences(t reflect.Type, from, to *tree.Node, path string) (sets []assignment) {
	if reflect.DeepEqual(from, to) {
		return nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	fields := t.Kind() == reflect.Struct
	names := t.Kind() == reflect.Map && slices.Equal(from.Keys(), to.Keys())
	if from.Kind != tree.Mapping || to.Kind != tree.Mapping || !fields && !names {
		return []assignment{{path: path, value: to}}
	}
	for _, key := range union(from.Keys(), to.Keys()) {
		old, changed := &tree.Node{}, &tree.Node{}
		if e := from.Entry(key); e != nil {
			old = e.Value
		}
		if e := to.Entry(key); e != nil {
			changed = e.Value
		}
		sets = append(sets, differences(tree.TypeOf(t, key), old, changed, tree.Join(path, key))...)
	}
	return sets
}

func union(a, b []string) []string {
	all := make(map[string]bool)
	for _, key := range append(slices.Clone(a), b...) {
		all[key] = true
	}
	return slices.Sorted(maps.Keys(all))
}
