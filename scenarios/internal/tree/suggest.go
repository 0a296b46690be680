package tree

import "checkoutlab/internal/unit"

// Nearest is unit.Nearest.
func Nearest(name string, known []string) string { return unit.Nearest(name, known) }

// Suggest is unit.Suggest.
func Suggest(name, plural string, known []string) string { return unit.Suggest(name, plural, known) }

func listed(names []string) string { return unit.Listed(names) }
