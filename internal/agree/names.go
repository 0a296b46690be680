package agree

import (
	"maps"
	"slices"
)

// index finds parts by their names; names lists these in order.
func index[T any](parts []T, name func(T) string) map[string]T {
	all := make(map[string]T, len(parts))
	for _, p := range parts {
		all[name(p)] = p
	}
	return all
}

func names[T any](parts []T, name func(T) string) []string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = name(p)
	}
	return all
}

// union is what either list has, in the order of the first and then the second.
func union(first, second []string) []string {
	all := slices.Clone(first)
	for _, name := range second {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

func sortedUnion[T any](a, b map[string]T) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}
