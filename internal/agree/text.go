package agree

import (
	"fmt"
	"math"
	"strings"
)

// String is the row in one line, for messages.
func (r Row) String() string {
	where := []string{r.Mode}
	for _, part := range []string{r.Phase, r.Subject, r.Measure} {
		if part != "" {
			where = append(where, part)
		}
	}
	return fmt.Sprintf("%s: live %s, simulated %s, difference %s, bound %s",
		strings.Join(where, " "), r.figure(r.Live), r.figure(r.Sim), r.difference(), r.bound())
}

// dash stands for a figure that does not exist.
const dash = "-"

func (r Row) figure(v *float64) string {
	switch {
	case v == nil:
		return dash
	case r.Kind.milliseconds():
		return milliseconds(*v)
	}
	return fmt.Sprintf("%.0f", *v)
}

func (r Row) difference() string {
	d := r.Difference()
	switch {
	case math.IsNaN(d):
		return "missing"
	case d == 0 && r.Live == nil:
		return dash
	case r.Kind.milliseconds():
		return signed(d, milliseconds(math.Abs(d)))
	}
	return signed(d, fmt.Sprintf("%.0f", math.Abs(d)))
}

// signed sets a sign before a text that is not nought.
func signed(d float64, text string) string {
	switch {
	case !strings.ContainsAny(text, "123456789"):
		return text
	case d < 0:
		return "-" + text
	}
	return "+" + text
}

func (r Row) bound() string {
	b := r.Bound()
	switch {
	case !r.judged():
		return dash
	case r.Kind.milliseconds():
		return "±" + strings.Replace(milliseconds(b), ".0 ", " ", 1)
	}
	return fmt.Sprintf("±%.0f", math.Floor(b)) // whole requests: 2.9 allows two
}

func milliseconds(ms float64) string { return fmt.Sprintf("%.1f ms", ms) }
