package overview

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"checkoutlab/internal/record"
)

// TestNoOutcomeVanishes: however rare an outcome is in its cell, a part of the
// cell has its colour, and the parts fill the cell.
func TestNoOutcomeVanishes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var counts [classes]int
		for k := range counts {
			counts[k] = rapid.SampledFrom([]int{0, 0, 1, 50, 1_000_000}).Draw(t, "count")
		}
		total := 0.0
		for k, part := range shares(counts) {
			total += part
			if floor := min(least, 1/float64(classes)); counts[k] > 0 && part < floor-1e-9 || counts[k] == 0 && part != 0 {
				t.Fatalf("%d of %v take %v of the cell", counts[k], counts, part)
			}
		}
		if counts != [classes]int{} && math.Abs(total-1) > 1e-9 {
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
	for k := range classes {
		if k != answered && shade(k, 1) != classLooks[k].color {
			t.Errorf("%s is pale", classLooks[k].name)
		}
	}
}

// TestBandAgainstRecount looks at a gauge in every thousandth of a point.
func TestBandAgainstRecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const width, fine = 10, 1000
		b := newBand(width, scale{max: 10}) // a second a point
		var values [width * fine]int
		at := 0
		for _, wait := range rapid.SliceOf(rapid.IntRange(0, 2000)).Draw(t, "gaps in ms") {
			at = min(at+wait, len(values))
			v := rapid.IntRange(0, 9).Draw(t, "value")
			b.add(step{at: time.Duration(at) * time.Millisecond, value: v})
			for i := at; i < len(values); i++ {
				values[i] = v
			}
		}
		b.close(10 * time.Second)
		for i, p := range b.points {
			sum, most := 0, 0
			for _, v := range values[i*fine : (i+1)*fine] {
				sum, most = sum+v, max(most, v)
			}
			if math.Abs(p.sum-float64(sum)/fine) > 1e-6 || p.most < most {
				t.Fatalf("point %d: mean %v, most %d; want %v and %d", i, p.sum, p.most, float64(sum)/fine, most)
			}
		}
	})
}

// TestManyStatesKeepTheWorst: of a breaker that never rests, no opening is lost
// to the width of the page.
func TestManyStatesKeepTheWorst(t *testing.T) {
	var all []span
	for i := range 10_000 {
		s := span{from: time.Duration(i) * time.Second, until: time.Duration(i+1) * time.Second, state: "CLOSED"}
		if i%100 == 50 {
			s.state = "OPEN"
		}
		all = append(all, s)
	}
	p := panel{x: scale{max: 10_000}, cell: vg.Rectangle{Max: vg.Point{X: 100, Y: 10}}}
	kept := p.worst(all)
	if len(kept) > 201 || kept[0].from != 0 || kept[len(kept)-1].until != 10_000*time.Second {
		t.Errorf("%d spans, from %s to %s", len(kept), kept[0].from, kept[len(kept)-1].until)
	}
	open := 0
	for i, s := range kept {
		if i > 0 && s.from != kept[i-1].until {
			t.Errorf("a gap before %s", s.from)
		}
		if s.state == "OPEN" {
			open++
		}
	}
	if open != 100 {
		t.Errorf("%d open spans are left of 100", open)
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
		s := timeScale([]survey{{end: row.length}})
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
