package tree

import (
	"fmt"
	"strings"
	"time"
)

// ParseDuration reads a duration of zero or more in the units ns, us, ms, s, m
// and h. A bare number has no unit and is refused: one file's 500 is another
// file's half second.
func ParseDuration(s string) (time.Duration, error) {
	const how = "write it as 500ms, 3s or 2m"
	text := strings.TrimSpace(s)
	d, err := time.ParseDuration(text)
	switch {
	case text == "" || strings.Trim(text, "+-.0123456789") == "":
		return 0, fmt.Errorf("duration %q: no unit; %s", s, how)
	case err != nil:
		return 0, fmt.Errorf("duration %q: not a number with one of the units ns, us, ms, s, m, h; %s", s, how)
	case d < 0:
		return 0, fmt.Errorf("duration %q: must not be negative", s)
	}
	return d, nil
}

// FormatDuration writes a duration as ParseDuration reads it, without the
// trailing zeros of String: 2m and not 2m0s.
func FormatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
