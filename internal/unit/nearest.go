package unit

import "strings"

// Nearest returns the known name that is the fewest slips of a finger away
// from the given one: letters missing, added, wrong or swapped. It returns ""
// when none is near, which is more than half of the letters up to two of them,
// and more than a third from there on.
func Nearest(name string, known []string) string {
	best, fewest := "", max(min(2, len(name)/2), len(name)/3)
	for _, k := range known {
		// A name a hundred letters longer is not near, and long input must not
		// cost a large table.
		if len(k) > len(name)+fewest || len(name) > len(k)+fewest {
			continue
		}
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < fewest || d == fewest && best == "" {
			best, fewest = k, d
		}
	}
	return best
}

// Suggest ends the message about an unknown name: with the nearest known one,
// or with all of them when none is near.
func Suggest(name, plural string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	if len(known) == 0 {
		return "there are no " + plural + " here"
	}
	return "the " + plural + " here are " + Listed(known)
}

// Listed joins names, the first dozen of them.
func Listed(names []string) string {
	const most = 12
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " …"
	}
	return strings.Join(names, ", ")
}

// distance is the optimal string alignment distance: Levenshtein's, with the
// swap of two neighbours as one slip.
func distance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
