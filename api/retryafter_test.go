package api

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, row := range []struct {
		value string
		want  time.Duration
	}{
		{"", 0},
		{"7", 7 * time.Second},
		{"0", 0},
		{"-7", 0},
		{"1.5", 0},
		{"soon", 0},
		{"3600", time.Hour},
		{"3601", time.Hour},
		{"99999999999999999999999999", time.Hour},
		{"Fri, 02 Jan 2026 03:04:15 GMT", 10 * time.Second},
		{"Friday, 02-Jan-26 03:04:15 GMT", 10 * time.Second},
		{"Fri Jan  2 03:04:15 2026", 10 * time.Second},
		{"Fri, 02 Jan 2026 03:04:05 GMT", 0},
		{"Thu, 01 Jan 1970 00:00:00 GMT", 0},
		{"Sat, 03 Jan 2026 03:04:05 GMT", time.Hour},
	} {
		h := http.Header{"Retry-After": {row.value}}
		if got := retryAfter(h, now); got != row.want {
			t.Errorf("%q: %s, want %s", row.value, got, row.want)
		}
	}
}
