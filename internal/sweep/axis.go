package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Axis is one field of the scenario and the values that it takes in turn.
type Axis struct {
	Path   string  `json:"path"` // as --set takes it
	Values []Value `json:"values"`
}

// Value is one value of a field.
type Value struct {
	Text string // as it stands in a scenario
	// Number is the value in seconds, events a second, as a share of one or as
	// it is. Only set if Numeric.
	Number  float64
	Numeric bool
}

// MarshalText writes the value as it stands in a scenario.
func (v Value) MarshalText() ([]byte, error) { return []byte(v.Text), nil }

// Numeric reports whether all values are numbers, so that they have places on a
// line.
func (a Axis) Numeric() bool {
	return !slices.ContainsFunc(a.Values, func(v Value) bool { return !v.Numeric })
}

// rising reports whether the values are numbers that go up, as on a scale.
func (a Axis) rising() bool {
	return a.Numeric() && slices.IsSortedFunc(a.Values, func(v, w Value) int { return cmp.Compare(v.Number, w.Number) })
}

// ParseAxis reads "PATH=a,b,c" or "PATH=lo..hi:step", the argument of --over.
// Values are separated by commas outside of brackets and quotes. A range holds
// lo, lo+step, … up to hi; its three quantities are durations, or numbers with
// the same unit: rates, shares or plain numbers.
func ParseAxis(arg string) (Axis, error) {
	path, text, ok := strings.Cut(arg, "=")
	path, text = strings.TrimSpace(path), strings.TrimSpace(text)
	if !ok || path == "" || text == "" {
		return Axis{}, fmt.Errorf("--over %q: write it as PATH=a,b,c or PATH=lo..hi:step, such as loads.checkout.rate=10/s..60/s:5/s", arg)
	}
	values, err := parseValues(text)
	if err != nil {
		return Axis{}, fmt.Errorf("--over %s=%s: %w", path, text, err)
	}
	a := Axis{Path: path}
	for _, v := range values {
		if slices.ContainsFunc(a.Values, func(w Value) bool { return w.Text == v }) {
			return Axis{}, fmt.Errorf("--over %s=%s: %s stands there twice", path, text, v)
		}
		number, numeric := number(v)
		a.Values = append(a.Values, Value{Text: v, Number: number, Numeric: numeric})
	}
	return a, nil
}

func parseValues(text string) ([]string, error) {
	if lo, rest, isRange := strings.Cut(text, ".."); isRange && !strings.ContainsAny(text, ",{['\"") {
		return parseRange(lo, rest)
	}
	values := split(text)
	if slices.Contains(values, "") {
		return nil, fmt.Errorf("a value is missing between the commas")
	}
	return values, nil
}

// split cuts at the commas that are not within brackets or quotes, which belong
// to a value: {count: 5, minimum: 5}.
func split(text string) []string {
	var values []string
	depth, from := 0, 0
	var quote rune
	for i, r := range text {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case r == '{' || r == '[':
			depth++
		case r == '}' || r == ']':
			depth--
		case r == ',' && depth <= 0:
			values = append(values, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(values, strings.TrimSpace(text[from:]))
}
