package scenarios

import "checkoutlab/scenarios/internal/tree"

// Marshal writes a scenario, its defaults filled in, as a file that reads to the
// same Spec. To store what was run, marshal File.AsRun.
func Marshal(s Spec) []byte {
	modes := s.Modes
	s.Modes = nil
	root := tree.Encode(s)
	if len(modes) > 0 {
		root = root.With(tree.Entry{Key: "modes", Value: encodeModes(modes)})
	}
	return tree.Print(root)
}

func encodeModes(modes []Mode) *tree.Node {
	all := &tree.Node{Kind: tree.Mapping}
	for _, m := range modes {
		n := &tree.Node{Kind: tree.Mapping}
		if m.About != "" {
			n = n.With(tree.Entry{Key: "about", Value: tree.Encode(m.About)})
		}
		if m.From != "" {
			n = n.With(tree.Entry{Key: "from", Value: tree.Encode(m.From)})
		}
		if len(m.Set) > 0 {
			n = n.With(tree.Entry{Key: "set", Value: encodeSettings(m.Set)})
		}
		all = all.With(tree.Entry{Key: m.Name, Value: n})
	}
	return all
}

func encodeSettings(settings []Setting) *tree.Node {
	set := &tree.Node{Kind: tree.Mapping}
	for _, s := range settings {
		a, problems := s.read()
		if len(problems) > 0 {
			a.value = &tree.Node{Kind: tree.Scalar, Text: s.Value, Quoted: true}
		}
		set = set.With(tree.Entry{Key: s.Path, Value: a.value})
	}
	return set
}
