package scenarios

import (
	"slices"
	"strings"

	"checkoutlab/scenarios/internal/tree"
)

// DefaultMode is the name of the only mode of a scenario that has none.
const DefaultMode = "default"

// maxModes bounds the work of reading a file, as each mode is resolved anew.
const maxModes = 100

// mode is one mode as it stands in a file: what it sets itself, in order.
type mode struct {
	Name, About, From string
	at, fromAt        tree.Place
	sets              []assignment
}

// assignment is a value for one field.
type assignment struct {
	path  string
	at    tree.Place
	value *tree.Node
}

func (m mode) exported() Mode {
	out := Mode{Name: m.Name, About: m.About, From: m.From}
	for _, a := range m.sets {
		out.Set = append(out.Set, Setting{Path: a.path, Value: tree.Flow(a.value)})
	}
	return out
}

// readModes reads what stands under "modes:".
func readModes(n *tree.Node) (modes []mode, problems tree.Problems) {
	if n.Kind != tree.Mapping && n.Kind != tree.Null {
		problems.Addf(n.At, "modes", "is %v; write the modes by name", n.Kind)
	}
	if len(n.Entries) > maxModes {
		problems.Addf(n.Entries[maxModes].At, "modes", "more than %d of them; remove some", maxModes)
		return nil, problems
	}
	for _, e := range n.Entries {
		m, found := readMode(e)
		modes, problems = append(modes, m), append(problems, found...)
	}
	return modes, append(problems, checkFrom(modes)...)
}

func readMode(e tree.Entry) (mode, tree.Problems) {
	var text struct {
		About string     `yaml:"about"`
		From  string     `yaml:"from"`
		Set   *tree.Node `yaml:"set"`
	}
	path := "modes." + e.Key
	problems := tree.Decode(e.Value, path, &text).Problems
	if why := badName(e.Key); why != "" {
		problems.Addf(e.At, path, "%s", why)
	}
	m := mode{Name: e.Key, About: text.About, From: text.From, at: e.At, fromAt: tree.Find(e.Value, "from")}
	if text.Set != nil && text.Set.Kind != tree.Mapping {
		problems.Addf(text.Set.At, path+".set", "is %v; write PATH: VALUE lines", text.Set.Kind)
	} else if text.Set != nil {
		for _, s := range text.Set.Entries {
			m.sets = append(m.sets, assignment{s.Key, s.At, s.Value})
		}
	}
	return m, problems
}

// checkFrom finds the modes that start from a mode that is not there, or from
// themselves, and cuts them loose.
func checkFrom(modes []mode) (problems tree.Problems) {
	for i, m := range modes {
		if m.From != "" && find(modes, m.From) == nil {
			problems.Addf(m.fromAt, "modes."+m.Name+".from", "there is no mode %s; %s",
				m.From, tree.Suggest(m.From, "modes", modeNames(modes)))
			modes[i].From = ""
		}
	}
	for i, m := range modes {
		seen := []string{m.Name}
		for at := find(modes, m.From); at != nil; at = find(modes, at.From) {
			if at.Name == m.Name {
				problems.Addf(m.fromAt, "modes."+m.Name+".from", "goes in a circle: %s; let one of them start from the scenario itself",
					strings.Join(append(seen, m.Name), " from "))
				modes[i].From = ""
				break
			}
			if slices.Contains(seen, at.Name) {
				break // a circle further on, reported there
			}
			seen = append(seen, at.Name)
		}
	}
	return problems
}

// chain returns everything that a mode sets, what it starts from first.
func (f *File) chain(m mode) []assignment {
	if from := find(f.modes, m.From); from != nil {
		return append(f.chain(*from), m.sets...)
	}
	return slices.Clone(m.sets)
}

// resolveIn resolves the scenario in one mode.
func (f *File) resolveIn(m mode) (Spec, tree.Problems) {
	n := f.base
	var problems tree.Problems
	for _, a := range f.chain(m) {
		changed, err := a.apply(n)
		if err != nil {
			problems.Addf(a.at, a.path, "%v", err)
			continue
		}
		n = changed
	}
	s, found := resolve(n)
	return s, append(problems, found...)
}

func find(modes []mode, name string) *mode {
	for i := range modes {
		if modes[i].Name == name {
			return &modes[i]
		}
	}
	return nil
}

func modeNames(modes []mode) []string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = m.Name
	}
	return names
}
