package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"checkoutlab/provider/fault"
)

// span is a duration of zero or more in JSON: a text with a unit, such as "500ms".
type span time.Duration

func (s span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	switch {
	case err != nil || string(text) == "0":
		return fmt.Errorf("duration %q: write a number with one of the units ns, us, ms, s, m, h, such as 500ms", text)
	case d < 0:
		return fmt.Errorf("duration %q: must not be negative", text)
	}
	*s = span(d)
	return nil
}

// latency is a fault.Latency in JSON: a duration or an object, as in a scenario
// file.
type latency fault.Latency

// distribution is a latency as an object.
type distribution struct {
	Distribution fault.Distribution `json:"distribution"`
	Value        span               `json:"value,omitempty"`
	Min          span               `json:"min,omitempty"`
	Max          span               `json:"max,omitempty"`
	P50          span               `json:"p50,omitempty"`
	P99          span               `json:"p99,omitempty"`
}

func (l latency) MarshalJSON() ([]byte, error) {
	if l.Distribution == fault.Fixed {
		return json.Marshal(span(l.Value))
	}
	return json.Marshal(distribution{l.Distribution, span(l.Value), span(l.Min), span(l.Max), span(l.P50), span(l.P99)})
}

func (l *latency) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(text, []byte("{")) {
		var fixed span
		if err := strictly(text, &fixed); err != nil {
			return fmt.Errorf("latency: %w", err)
		}
		*l = latency(fault.Always(time.Duration(fixed)))
		return nil
	}
	var d distribution
	if err := strictly(text, &d); err != nil {
		return fmt.Errorf("latency: %w", err)
	}
	*l = latency{
		Distribution: d.Distribution, Value: time.Duration(d.Value),
		Min: time.Duration(d.Min), Max: time.Duration(d.Max), P50: time.Duration(d.P50), P99: time.Duration(d.P99),
	}
	return nil
}
