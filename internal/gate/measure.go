package gate

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// Measure is one figure of one part of a run, as it was asked for.
type Measure struct {
	// Subject is the name of a load, a provider or a service, or
	// "payment.breaker" and "payment.bulkhead" for the policies in front of a
	// dependency, with "checkout/" in front where services share its name.
	Subject string
	Mode    string // "": every mode that has the figure
	Phase   string // "": the whole run
	Name    string // of a Definition, such as "p95", "share" or "opens"
	Outcome string // what stands in brackets behind the name, as in count(503)

	at columns
}

// columns are where the parts of a measure stand in the text it was read from,
// in characters, counted from 1.
type columns struct{ subject, mode, phase, name, outcome int }

// String writes the measure as ParseMeasure reads it.
func (m Measure) String() string {
	var labels []string
	if m.Mode != "" {
		labels = append(labels, "mode:"+m.Mode)
	}
	if m.Phase != "" {
		labels = append(labels, "phase:"+m.Phase)
	}
	text := m.Subject
	if len(labels) > 0 {
		text += "{" + strings.Join(labels, ",") + "}"
	}
	text += ": " + m.Name
	if m.Outcome != "" {
		text += "(" + m.Outcome + ")"
	}
	return text
}

// In returns the measure for one mode.
func (m Measure) In(mode string) Measure {
	m.Mode = mode
	return m
}

// Definition returns what the measure's name stands for. It panics on a name
// that ParseMeasure refuses.
func (m Measure) Definition() Definition {
	d, ok := definition(m.Name)
	if !ok {
		panic("gate: unknown measure " + m.Name)
	}
	return d
}

// Gate is a condition on a measure.
type Gate struct {
	Measure
	Op string // "<", "<=", ">", ">=", "==" or "!="
	// Limit is what is compared with, in Unit.
	Limit float64
	Unit  Unit
	Text  string // as it was written

	exact int64 // the limit in the parts of Unit
}

// Holds reports whether a figure of num/den parts of the gate's unit (see
// Unit.Parts) meets the limit. It is exact for any figures a run can have.
func (g Gate) Holds(num, den int64) bool {
	limit := g.exact * den
	switch g.Op {
	case "<":
		return num < limit
	case "<=":
		return num <= limit
	case ">":
		return num > limit
	case ">=":
		return num >= limit
	case "==":
		return num == limit
	case "!=":
		return num != limit
	}
	panic("gate: unknown operator " + g.Op)
}

// Margin is how far a figure of num/den parts lies on the right side of the limit,
// in the gate's unit. A figure that misses the limit has a margin below zero, or
// of zero where the limit itself does not do.
func (g Gate) Margin(num, den int64) float64 {
	past := float64(num-g.exact*den) / float64(den) / float64(g.Unit.Parts())
	switch g.Op {
	case "<", "<=":
		past = -past
	case "==":
		past = -math.Abs(past)
	case "!=":
		past = math.Abs(past)
	}
	return past + 0 // no negative zero
}

// Error is what is wrong with the text of a gate or a measure, and where:
// Column counts its characters from 1.
type Error struct {
	Column  int
	Message string

	choice bool // more than one part is meant
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

func errorf(column int, format string, args ...any) *Error {
	return &Error{Column: column, Message: fmt.Sprintf(format, args...)}
}

// columnOf turns an offset in a text into a column.
func columnOf(text string, offset int) int { return utf8.RuneCountInString(text[:offset]) + 1 }
