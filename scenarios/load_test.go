package scenarios

import (
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"pgregory.net/rapid"
)

const ms = time.Millisecond

func TestLoadCount(t *testing.T) {
	for _, c := range []struct {
		rate     string
		start    time.Duration
		duration time.Duration
		count    int64
		last     time.Duration
	}{
		{"20/s", 20 * ms, 6 * time.Second, 120, 5970 * ms},
		{"4/s", 0, 6 * time.Second, 24, 5750 * ms},
		{"40/s", 20 * ms, 6 * time.Second, 240, 5995 * ms},
		{"1/s", 0, time.Second, 1, 0},
		{"1/s", 0, time.Second + 1, 2, time.Second},
		{"1/h", 0, time.Second, 1, 0},
		{"1/s", time.Second, time.Second, 0, 0},
		{"3/s", 0, time.Second, 3, 666_666_666},
	} {
		rate, err := unit.ParseRate(c.rate)
		if err != nil {
			t.Fatal(err)
		}
		l := Load{Rate: rate, Start: c.start}
		if got := l.Count(c.duration); got != c.count {
			t.Errorf("%s from %v for %v: %d requests, want %d", c.rate, c.start, c.duration, got, c.count)
		}
		if c.count == 0 {
			continue
		}
		if got, ok := l.Due(c.count-1, c.duration); got != c.last || !ok {
			t.Errorf("%s from %v: the last is due at %v (%v), want %v", c.rate, c.start, got, ok, c.last)
		}
	}
}

// TestLoadDue checks that exactly the counted requests are due, in order and
// inside the run.
func TestLoadDue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Load{
			Rate:  unit.Rate{Events: rapid.Int64Range(1, 5000).Draw(t, "events"), Per: time.Duration(rapid.Int64Range(1, int64(time.Hour)).Draw(t, "per"))},
			Start: time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "start")),
		}
		duration := time.Duration(rapid.Int64Range(1, int64(MaxDuration)).Draw(t, "duration"))
		count := l.Count(duration)
		if _, ok := l.Due(count, duration); ok {
			t.Fatal("one more is due than counted")
		}
		if next := l.Start + l.Rate.At(count); next < duration {
			t.Fatalf("request %d would be due at %v", count, next)
		}
		if count == 0 {
			return
		}
		n := rapid.Int64Range(0, count-1).Draw(t, "n")
		at, ok := l.Due(n, duration)
		if !ok || at < l.Start || at >= duration {
			t.Fatalf("request %d of %d at %v (%v)", n, count, at, ok)
		}
	})
}

func TestLoadWithoutRate(t *testing.T) {
	if n := (Load{}).Count(time.Hour); n != 0 {
		t.Errorf("%d requests of no rate", n)
	}
	if _, ok := (Load{Rate: unit.PerSecond(1)}).Due(-1, time.Hour); ok {
		t.Error("a request before the first is due")
	}
}
