package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"checkoutlab/scenarios/internal/tree"
)

// ParseSetting reads "PATH=VALUE", the argument of --set. The value is YAML:
// "150ms", "[a, b]" or "{count: 5, minimum: 5}"; "null" takes an optional part
// away. Whether the path exists is for File.In to say.
func ParseSetting(arg string) (Setting, error) {
	path, value, ok := strings.Cut(arg, "=")
	path, value = strings.TrimSpace(path), strings.TrimSpace(value)
	if !ok || path == "" || value == "" {
		return Setting{}, fmt.Errorf("--set %q: write it as PATH=VALUE, such as providers.payment.latency=150ms", arg)
	}
	return Setting{Path: path, Value: value}, nil
}

// ParseRateFlag reads "LOAD=RATE", the argument of --rate.
func ParseRateFlag(arg string) (Setting, error) {
	load, rate, ok := strings.Cut(arg, "=")
	load, rate = strings.TrimSpace(load), strings.TrimSpace(rate)
	if !ok || load == "" || rate == "" || strings.Contains(load, ".") {
		return Setting{}, fmt.Errorf("--rate %q: write it as LOAD=RATE, such as checkout=40/s", arg)
	}
	return Setting{Path: "loads." + load + ".rate", Value: rate, flag: "--rate " + load + "=" + rate}, nil
}

// Over is a setting that --over makes at one point of a sweep; its problems
// name that flag.
func Over(path, value string) Setting {
	return Setting{Path: path, Value: value, flag: "--over " + path + "=" + value}
}

// String is the setting as it is given to the command.
func (s Setting) String() string {
	if s.flag != "" {
		return s.flag
	}
	return "--set " + s.Path + "=" + s.Value
}

// read reads a setting's value. Its place is the setting itself.
func (s Setting) read() (assignment, tree.Problems) {
	at := tree.Place{Name: s.String()}
	value, problems := tree.Parse(at.Name, []byte(s.Value))
	for i := range problems {
		problems[i].At, problems[i].Field = at, s.Path
	}
	if len(problems) > 0 {
		return assignment{}, problems
	}
	return assignment{s.Path, at, value.Moved(at)}, nil
}

// fixed are the fields that neither a mode nor a setting can change: they say
// what the scenario is, not how it runs.
var fixed = []string{"name", "question", "explanation", "modes", "expect"}

// apply returns the tree with the assignment made.
func (a assignment) apply(n *tree.Node) (*tree.Node, error) {
	first, _, _ := strings.Cut(a.path, ".")
	if slices.Contains(fixed, first) {
		return nil, fmt.Errorf("%s cannot be set; change it in the file", first)
	}
	return tree.Set(n, specType, a.path, a.at, a.value)
}

// add appends an assignment to a mode's own, in place of earlier ones that it
// makes idle: those of the same field and of its parts.
func add(sets []assignment, a assignment) []assignment {
	sets = slices.DeleteFunc(sets, func(old assignment) bool {
		return old.path == a.path || strings.HasPrefix(old.path, a.path+".")
	})
	return append(sets, a)
}

// settle applies settings to the scenario and on top of every mode. A setting
// leaves the modes that lack the place for it as they are: a breaker's open_for
// gives no breaker to the modes that are there to have none. It is a problem
// only when neither the scenario nor any mode has the place.
func (f *File) settle(settings []Setting) (problems tree.Problems) {
	for _, s := range settings {
		a, found := s.read()
		if len(found) == 0 {
			found = f.settleOne(a)
		}
		problems = append(problems, found...)
	}
	return problems
}

func (f *File) settleOne(a assignment) (problems tree.Problems) {
	changed, err := a.apply(f.base)
	reached := err == nil
	if reached {
		f.base = changed
	}
	for i, m := range f.modes {
		if f.try(m, a) == nil {
			f.modes[i].sets = add(m.sets, a)
			reached = true
		}
	}
	if !reached {
		problems.Addf(a.at, a.path, "%v", err)
	}
	return problems
}

// try reports whether an assignment can be made on top of a mode.
func (f *File) try(m mode, a assignment) error {
	n := f.base
	for _, own := range append(f.chain(m), a) {
		changed, err := own.apply(n)
		if err != nil {
			return err
		}
		n = changed
	}
	return nil
}
