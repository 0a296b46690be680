package swarm

import (
	"errors"
	"slices"
	"time"

	"github.com/goccy/go-yaml"
)

// maxAttempts bounds how many scenarios Shrink tries.
const maxAttempts = 3000

// Shrink returns a smaller scenario that breaks the same rule: parts of the file are
// taken out one by one, large ones first, and the run is shortened, as long as check
// still finds a Failure of that rule. The result cannot be made smaller by any
// single such step, unless maxAttempts were not enough.
func Shrink(text []byte, seed uint64, check func(text []byte, seed uint64) error) []byte {
	rule := ruleOf(check(text, seed))
	if rule == "" || rule == ruleReads {
		return text // whatever is taken out of an invalid file, it stays invalid
	}
	smaller := cuts(text)
	for i, since, attempts := 0, 0, 0; since < len(smaller) && attempts < maxAttempts; attempts++ {
		cut := print(smaller[i%len(smaller)])
		if ruleOf(check(cut, seed)) == rule {
			text, smaller, since = cut, cuts(cut), 0 // and i is the part that followed
			continue
		}
		i, since = (i+1)%len(smaller), since+1
	}
	return text
}

// ruleOf is the rule that a Failure is about, or "".
func ruleOf(err error) string {
	var f *Failure
	if errors.As(err, &f) {
		return f.Rule
	}
	return ""
}

// cuts are the files with one part less, from the largest part to the smallest, and
// then the one of half the length.
func cuts(text []byte) (all []any) {
	root := parse(text)
	for depth := 1; ; depth++ {
		found := without(root, depth)
		if len(found) == 0 {
			break
		}
		all = append(all, found...)
	}
	for i, item := range root {
		text, _ := item.Value.(string)
		if d, err := time.ParseDuration(text); item.Key == "duration" && err == nil && d > ms {
			half := slices.Clone(root)
			half[i].Value = (d / 2).Round(ms).String()
			all = append(all, half)
		}
	}
	return all
}

// without returns the copies of a value that lack one part so many levels down.
func without(v any, depth int) (all []any) {
	switch v := v.(type) {
	case yaml.MapSlice:
		for i, item := range v {
			if depth == 1 {
				all = append(all, slices.Delete(slices.Clone(v), i, i+1))
				continue
			}
			for _, part := range without(item.Value, depth-1) {
				m := slices.Clone(v)
				m[i].Value = part
				all = append(all, m)
			}
		}
	case []any:
		for i, item := range v {
			if depth == 1 {
				all = append(all, slices.Delete(slices.Clone(v), i, i+1))
				continue
			}
			for _, part := range without(item, depth-1) {
				l := slices.Clone(v)
				l[i] = part
				all = append(all, l)
			}
		}
	}
	return all
}

// parse and print go between a file and its parts, in the order of the file.
func parse(text []byte) yaml.MapSlice {
	var root yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(text, &root, yaml.UseOrderedMap()); err != nil {
		panic("swarm: a scenario that was run does not parse: " + err.Error())
	}
	return root
}

func print(v any) []byte {
	text, err := yaml.Marshal(v)
	if err != nil {
		panic("swarm: parts of a scenario are no YAML: " + err.Error())
	}
	return text
}
