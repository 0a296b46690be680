package scenarios

import "checkoutlab/scenarios/internal/tree"

// Nearest returns the known name that is fewest slips away from the given one
// (letters missing, added, wrong or swapped), or "" when none is near.
func Nearest(name string, known []string) string { return tree.Nearest(name, known) }
