package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// field is one value of a scenario, by its path.
type field struct{ path, value string }

// scenario is what was run in each mode, field by field.
type scenario map[string][]field

// wordsOnly are the fields of a scenario that change nothing in what happens;
// modes are laid over the others.
var wordsOnly = []string{"name", "question", "explanation", "expect", "modes"}

// scenarioOf reads a scenario as run: what it says of all modes, and over it what
// each sets. The fields are in the order of the file.
func scenarioOf(text []byte, modes []string) (scenario, error) {
	if err := unaliased(text); err != nil {
		return nil, err
	}
	var root struct {
		Modes map[string]struct{ Set yaml.MapSlice }
	}
	var all yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(text, &all, yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	if err := yaml.UnmarshalWithOptions(text, &root, yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(i yaml.MapItem) bool { return slices.Contains(wordsOnly, fmt.Sprint(i.Key)) })
	var common []field
	flatten(&common, "", all)
	s := scenario{}
	for _, m := range modes {
		fields := slices.Clone(common)
		for _, item := range root.Modes[m].Set {
			fields = overlay(fields, fmt.Sprint(item.Key), item.Value)
		}
		s[m] = fields
	}
	return s, nil
}

// unaliased refuses anchors and aliases. No scenario has them, and a few lines of them
// stand for more values than a memory holds.
func unaliased(text []byte) error {
	for _, t := range lexer.Tokenize(string(text)) {
		if t.Type == token.AnchorType || t.Type == token.AliasType {
			return fmt.Errorf("line %d: an anchor or alias cannot be used here", t.Position.Line)
		}
	}
	return nil
}

// overlay sets a field, which takes the place of all that is under it.
func overlay(fields []field, path string, value any) []field {
	at := slices.IndexFunc(fields, func(f field) bool { return under(f.path, path) })
	if at < 0 {
		at = len(fields)
	}
	var set []field
	flatten(&set, path, value)
	rest := slices.DeleteFunc(slices.Clone(fields[at:]), func(f field) bool { return under(f.path, path) })
	return slices.Concat(fields[:at], set, rest)
}

func under(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, parent+".")
}

func flatten(all *[]field, path string, value any) {
	switch v := value.(type) {
	case yaml.MapSlice:
		for _, item := range v {
			name := fmt.Sprint(item.Key)
			if path != "" {
				name = path + "." + name
			}
			flatten(all, name, item.Value)
		}
	case []any:
		for i, item := range v {
			flatten(all, fmt.Sprintf("%s.%d", path, i), item)
		}
	default:
		*all = append(*all, field{path, fmt.Sprint(value)})
	}
}

// change is a field with its value on each side, "" if it has none, and the modes
// in which it changed so.
type change struct {
	field
	new   string
	modes []string
}

// differing are the fields in which two scenarios differ in the modes that both
// have.
func differing(base, new scenario, modes []string) (list []change) {
	for _, m := range modes {
		for _, c := range changes(base[m], new[m]) {
			i := slices.IndexFunc(list, func(k change) bool { return k.field == c.field && k.new == c.new })
			if i < 0 {
				i, list = len(list), append(list, c)
			}
			list[i].modes = append(list[i].modes, m)
		}
	}
	return list
}

// changes of the fields of one mode, in the order of the base, then of the other.
func changes(base, new []field) (list []change) {
	value := func(fields []field, path string) string {
		if i := slices.IndexFunc(fields, func(f field) bool { return f.path == path }); i >= 0 {
			return fields[i].value
		}
		return ""
	}
	for _, f := range base {
		if v := value(new, f.path); v != f.value {
			list = append(list, change{field: f, new: v})
		}
	}
	for _, f := range new {
		if value(base, f.path) == "" && f.value != "" {
			list = append(list, change{field: field{f.path, ""}, new: f.value})
		}
	}
	return list
}

// words write the change with a word between the values. In how many modes there
// are the reader knows, so that a change in all of them names none.
func (c change) words(between string, modes int) string {
	none := func(s string) string {
		if s == "" {
			return "unset"
		}
		return s
	}
	text := fmt.Sprintf("%s: %s%s %s", c.path, none(c.value), between, none(c.new))
	switch {
	case len(c.modes) == modes:
		return text
	case len(c.modes) == 1:
		return text + " (mode " + c.modes[0] + ")"
	default:
		return text + " (modes " + strings.Join(c.modes, ", ") + ")"
	}
}
