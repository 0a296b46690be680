package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
)

// jsonWindow is a fault.Window in JSON.
type jsonWindow struct {
	Name       string      `json:"name,omitempty"`
	Kind       fault.Kind  `json:"kind"`
	From       span        `json:"from"`
	Until      span        `json:"until,omitempty"`
	For        span        `json:"for,omitempty"` // from now, in place of From and Until
	Share      *unit.Share `json:"share,omitempty"`
	Latency    latency     `json:"latency,omitzero"`
	Status     int         `json:"status,omitempty"`
	RetryAfter span        `json:"retry_after,omitempty"`
}

// readWindows reads a list of windows or a single one, and returns all problems.
func readWindows(body []byte, now time.Duration) ([]fault.Window, unit.Problems) {
	var ps unit.Problems
	items := []json.RawMessage{body}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		if err := strictly(body, &items); err != nil {
			ps.Addf("faults", "%v", err)
			return nil, ps
		}
	}
	if len(items) > fault.MaxWindows {
		ps.Addf("faults", "%d are too many; at most %d", len(items), fault.MaxWindows)
		return nil, ps
	}
	windows := make([]fault.Window, len(items))
	for i, item := range items {
		var found unit.Problems
		windows[i], found = readWindow(item, now)
		ps.Under(fmt.Sprintf("faults.%d", i), found)
	}
	return windows, ps
}

func readWindow(item []byte, now time.Duration) (fault.Window, unit.Problems) {
	var (
		in jsonWindow
		ps unit.Problems
	)
	if err := strictly(item, &in); err != nil {
		ps.Addf(fieldOf(err), "%v", err)
		return fault.Window{}, ps
	}
	out := fault.Window{
		Name: in.Name, Kind: in.Kind, From: time.Duration(in.From), Until: time.Duration(in.Until),
		Share: in.Share, Latency: fault.Latency(in.Latency),
		Status: in.Status, RetryAfter: time.Duration(in.RetryAfter),
	}
	if in.For != 0 {
		if in.From != 0 || in.Until != 0 {
			ps.Addf("for", "counts from now; write it without from and until")
		}
		out.From, out.Until = now, now+min(time.Duration(in.For), math.MaxInt64-now)
	}
	if out.Until != 0 && out.Until <= now {
		ps.Addf("until", "%v has passed: it is %v now", out.Until, now)
	}
	return out, append(ps, out.Validate()...)
}

func writeWindows(windows []fault.Window) []jsonWindow {
	out := make([]jsonWindow, len(windows))
	for i, w := range windows {
		out[i] = jsonWindow{
			Name: w.Name, Kind: w.Kind, From: span(w.From), Until: span(w.Until),
			Share: w.Share, Latency: latency(w.Latency),
			Status: w.Status, RetryAfter: span(w.RetryAfter),
		}
	}
	return out
}

// strictly decodes one JSON value and nothing after it; unknown fields are errors.
func strictly(text []byte, dst any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(dst); err != nil {
		return plain(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// plain says what is wrong without the names of Go types.
func plain(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return &typeError{wrong.Field, wrong.Value}
	case errors.Is(err, io.EOF):
		return errors.New("is empty; write a list of faults in JSON")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// typeError is a JSON value of a type that its field cannot take.
type typeError struct{ field, found string }

func (e *typeError) Error() string {
	return fmt.Sprintf("a %s does not fit here; durations and shares are texts such as \"500ms\" and \"50%%\"", e.found)
}

func fieldOf(err error) string {
	var wrong *typeError
	if errors.As(err, &wrong) {
		return wrong.field
	}
	return ""
}
