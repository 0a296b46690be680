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
	attempts := 0
	for {
		smaller := slices.IndexFunc(cuts(text), func(cut []byte) bool {
			attempts++
			return attempts <= maxAttempts && ruleOf(check(cut, seed)) == rule
		})
		if smaller < 0 {
			return text
		}
		text = cuts(text)[smaller]
	}
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
func cuts(text []byte) [][]byte {
	root := parse(text)
	var all [][]byte
	for depth := 1; ; depth++ {
		found := len(all)
		for _, smaller := range without(root, depth) {
			all = append(all, print(smaller))
		}
		if len(all) == found {
			break
		}
	}
	for i, item := range root {
		if d, err := time.ParseDuration(toText(item.Value)); item.Key == "duration" && err == nil && d > time.Millisecond {
			half := slices.Clone(root)
			half[i].Value = (d / 2).Round(time.Millisecond).String()
			all = append(all, print(half))
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

func toText(v any) string {
	s, _ := v.(string)
	return s
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
