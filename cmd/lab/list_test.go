package main

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"checkoutlab/scenarios"
)

func TestListFitsTheTerminal(t *testing.T) {
	for _, width := range []int{80, 120, 160, 0} {
		var b strings.Builder
		if err := list(&b, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(line) - 1; width > 0 && n > width {
				t.Errorf("width %d: a line of %d columns: %s", width, n, line)
			}
		}
		for _, f := range scenarios.Library() {
			if s := f.Spec(); !strings.Contains(b.String(), s.Name) || !strings.Contains(b.String(), oneLine(s.Question)) {
				t.Errorf("width %d: %s or its question is missing", width, s.Name)
			}
		}
	}
}

func TestLength(t *testing.T) {
	for _, row := range []struct {
		d    time.Duration
		want string
	}{
		{6 * time.Second, "6s"}, {70 * time.Second, "1m10s"}, {4 * time.Minute, "4m"}, {10 * time.Minute, "10m"},
		{119900 * time.Millisecond, "1m59.9s"}, {24 * time.Hour, "24h"}, {time.Hour + time.Second, "1h0m1s"}, {90 * time.Minute, "1h30m"},
	} {
		if got := length(row.d); got != row.want {
			t.Errorf("%v: %s, want %s", row.d, got, row.want)
		}
	}
}
