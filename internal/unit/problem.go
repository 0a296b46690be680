package unit

import "fmt"

// Problem is one thing wrong with a configuration: the field it concerns, as a
// dotted path below the struct that was validated ("breaker.trials",
// "faults.0.share"), and what is wrong with it and how to put it right.
type Problem struct {
	Field   string
	Message string
}

func (p Problem) String() string { return p.Field + ": " + p.Message }

// Problems collects what a Validate method finds, all of it and not only the
// first.
type Problems []Problem

// Addf notes a problem with one field.
func (ps *Problems) Addf(field, format string, args ...any) {
	*ps = append(*ps, Problem{field, fmt.Sprintf(format, args...)})
}

// Under adds the problems of a part that stands at the given path.
func (ps *Problems) Under(path string, part Problems) {
	for _, p := range part {
		if p.Field == "" {
			p.Field = path
		} else {
			p.Field = path + "." + p.Field
		}
		*ps = append(*ps, p)
	}
}
