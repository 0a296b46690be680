package overview

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
	"checkoutlab/report/internal/series"
)

// TestNoOutcomeVanishes: however rare an outcome is in its cell, a part of the
// cell has its colour, and the parts fill the cell.
func TestNoOutcomeVanishes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var counts [series.Classes]int
		for k := range counts {
			counts[k] = rapid.SampledFrom([]int{0, 0, 1, 50, 1_000_000}).Draw(t, "count")
		}
		total := 0.0
		for k, part := range shares(counts) {
			total += part
			if floor := min(least, 1/float64(series.Classes)); counts[k] > 0 && part < floor-1e-9 || counts[k] == 0 && part != 0 {
				t.Fatalf("%d of %v take %v of the cell", counts[k], counts, part)
			}
		}
		if counts != [series.Classes]int{} && math.Abs(total-1) > 1e-9 {
			t.Fatalf("the parts of %v make up %v", counts, total)
		}
	})
}

func TestDarkerIsMore(t *testing.T) {
	for _, row := range []struct{ n, most, want int }{{1, 1, shades}, {1, 1000, 1}, {1000, 1000, shades}, {31, 1000, 3}} {
		if got := level(row.n, row.most); got != row.want {
			t.Errorf("%d of at most %d: level %d, want %d", row.n, row.most, got, row.want)
		}
	}
	for k := range series.Classes {
		if k != series.Answered && shade(k, 1) != classColors[k] {
			t.Errorf("%s is pale", k)
		}
	}
}

func TestTimeAxisOfLongRuns(t *testing.T) {
	for _, row := range []struct {
		length      time.Duration
		unit        string
		first, last string // ticks past 0
	}{
		{9 * time.Second, "seconds", "0.5", "9"},
		{10 * time.Minute, "minutes", "0.5", "10"},
		{90 * time.Minute, "minutes", "5", "90"},
		{24 * time.Hour, "hours", "1", "24"},
		{30 * 24 * time.Hour, "hours", "72", "720"},
	} {
		s := timeScale(1, row.length)
		ticks := s.ticks
		if s.unit != row.unit || ticks[1].label != row.first || ticks[len(ticks)-1].label != row.last {
			t.Errorf("%s: %s, %v", row.length, s.unit, ticks)
		}
	}
}

// BenchmarkLayout lays out a day of one mode at 5/s.
func BenchmarkLayout(b *testing.B) {
	var m record.Memory
	for i := range 432_000 {
		at := time.Duration(i) * 200 * time.Millisecond
		took := time.Duration(100+i%400) * time.Millisecond
		m.Record(record.Event{At: at, Kind: record.Service, Name: "checkout", InUse: i % 4})
		m.Record(record.Event{At: at, Kind: record.Provider, Name: "payment", InUse: i % 4, Started: true})
		m.Record(record.Event{At: at + took, Kind: record.Request, Name: "checkout", Due: at, Sent: at, Seq: int64(i), Outcome: "200"})
		m.Record(record.Event{At: at + took, Kind: record.Service, Name: "checkout", InUse: i % 3})
		m.Record(record.Event{At: at + took, Kind: record.Provider, Name: "payment", InUse: i % 3})
	}
	f := Figure{Columns: []Column{{Title: "none", Events: m.Log()}}}
	for b.Loop() {
		New(f)
	}
}
