package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Place is where something was written: a file with line and column, both
// counted from 1, or, with Line 0, something that has no lines, such as an
// argument of the command.
type Place struct {
	Name   string
	Line   int
	Column int
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s:%d:%d", p.Name, p.Line, p.Column)
}

// Problem is one thing that is wrong, and where. Field is the dotted path of
// the field from the top of the document; it is empty for a problem of the
// document as a whole.
type Problem struct {
	At      Place
	Field   string
	Message string
}

func (p Problem) String() string {
	// An argument such as "--set a.b=c" names its field itself.
	if p.Field == "" || p.At.Line == 0 && strings.Contains(p.At.Name, " "+p.Field+"=") {
		return p.At.String() + ": " + p.Message
	}
	return p.At.String() + ": " + p.Field + ": " + p.Message
}

// Problems is everything that is wrong. It is an error when it is not empty.
type Problems []Problem

// Addf notes a problem.
func (ps *Problems) Addf(at Place, field, format string, args ...any) {
	*ps = append(*ps, Problem{at, field, fmt.Sprintf(format, args...)})
}

// Sorted returns the problems in the order of their places, each once.
func (ps Problems) Sorted() Problems {
	sorted := slices.Clone(ps)
	slices.SortStableFunc(sorted, func(a, b Problem) int {
		return cmp.Or(
			strings.Compare(a.At.Name, b.At.Name),
			cmp.Compare(a.At.Line, b.At.Line),
			cmp.Compare(a.At.Column, b.At.Column),
			strings.Compare(a.Field, b.Field),
		)
	})
	return slices.Compact(sorted)
}

// Error gives one problem a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Join puts a name below a path: Join("a.b", "c") is "a.b.c".
func Join(path, name string) string {
	if path == "" {
		return name
	}
	if name == "" {
		return path
	}
	return path + "." + name
}
