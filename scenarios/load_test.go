package scenarios

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/chance"
	"checkoutlab/internal/unit"
)

const ms = time.Millisecond

func rate(text string) unit.Rate {
	r, err := unit.ParseRate(text)
	if err != nil {
		panic(err)
	}
	return r
}

// drawn returns every due instant of a load.
func drawn(l Load, duration time.Duration) []time.Duration {
	var all []time.Duration
	for s := l.Schedule(duration, chance.Stream(1, "arrivals")); ; {
		due, ok := s.Next()
		if !ok {
			return all
		}
		all = append(all, due)
	}
}

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
		l := Load{Rate: rate(c.rate), Start: c.start}
		if got := l.Count(c.duration); got != c.count {
			t.Errorf("%s from %v for %v: %d requests, want %d", c.rate, c.start, c.duration, got, c.count)
		}
		all := drawn(l, c.duration)
		if int64(len(all)) != c.count || c.count > 0 && all[c.count-1] != c.last {
			t.Errorf("%s from %v: %d requests, the last of %v; want one at %v", c.rate, c.start, len(all), all, c.last)
		}
	}
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		what     string
		load     Load
		duration time.Duration
		want     []time.Duration
	}{
		{"a step begins anew at its instant", Load{Rate: rate("2/s"), Stages: []Stage{{At: 1200 * ms, Rate: rate("5/s")}}},
			1700 * ms, []time.Duration{0, 500 * ms, 1000 * ms, 1200 * ms, 1400 * ms, 1600 * ms}},
		{"a stage at the start is the rate", Load{Rate: rate("2/s"), Stages: []Stage{{At: 0, Rate: rate("5/s")}}},
			500 * ms, []time.Duration{0, 200 * ms, 400 * ms}},
		// From as good as nothing n = t²/2 are due after t, so the n-th is at √(2n).
		{"a ramp", Load{Rate: rate("1/h"), Stages: []Stage{{At: time.Second, Over: 4 * time.Second, Rate: rate("4/s")}}},
			4900 * ms, []time.Duration{0, 1000 * ms, 2414 * ms, 3000 * ms, 3449 * ms, 3828 * ms, 4162 * ms, 4464 * ms, 4742 * ms}},
		{"a falling ramp ends at its rate", Load{Rate: rate("4/s"), Stages: []Stage{{At: 0, Over: 2 * time.Second, Rate: rate("2/s")}}},
			3 * time.Second, []time.Duration{0, 258 * ms, 536 * ms, 838 * ms, 1172 * ms, 1551 * ms, 2000 * ms, 2500 * ms}},
	} {
		got := drawn(c.load, c.duration)
		for i, due := range got {
			got[i] = due.Round(ms)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %v\nwant %v", c.what, got, c.want)
		}
	}
}

// TestPoissonArrivals: as many as the rate says, within four standard
// deviations, and gaps whose deviation is their mean.
func TestPoissonArrivals(t *testing.T) {
	l := Load{Rate: rate("50/s"), Arrivals: Poisson, Stages: []Stage{{At: 1000 * time.Second, Over: 1000 * time.Second, Rate: rate("150/s")}}}
	all := drawn(l, 2000*time.Second)
	at, _ := slices.BinarySearch(all, 1000*time.Second)
	for _, c := range []struct {
		what      string
		got, mean float64
	}{{"steady", float64(at), 50_000}, {"growing", float64(len(all) - at), 100_000}} {
		if math.Abs(c.got-c.mean) > 4*math.Sqrt(c.mean) {
			t.Errorf("%s: %.0f requests, want %.0f", c.what, c.got, c.mean)
		}
	}
	var sum, squares float64
	for i := 1; i < at; i++ {
		gap := (all[i] - all[i-1]).Seconds()
		sum, squares = sum+gap, squares+gap*gap
	}
	mean := sum / float64(at-1)
	if cv := math.Sqrt(squares/float64(at-1)-mean*mean) / mean; cv < 0.97 || cv > 1.03 {
		t.Errorf("the gaps' coefficient of variation is %.3f, want 1", cv)
	}
}

// TestEverySchedule is in order and inside the run, and as long as counted.
func TestEverySchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		duration := time.Duration(rapid.Int64Range(1, int64(time.Minute)).Draw(t, "duration"))
		any := func(name string) unit.Rate {
			return unit.Rate{Events: rapid.Int64Range(1, 500).Draw(t, name), Per: time.Duration(rapid.Int64Range(int64(10*ms), int64(time.Hour)).Draw(t, "per"))}
		}
		l := Load{Rate: any("rate"), Start: time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "start")), Arrivals: Even}
		from := l.Start
		for range rapid.IntRange(0, 3).Draw(t, "stages") {
			st := Stage{At: from + time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "at")), Rate: any("then")}
			if rapid.Bool().Draw(t, "ramp") {
				st.Over = time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "over"))
			}
			l.Stages, from = append(l.Stages, st), st.At+st.Over
		}
		even := drawn(l, duration)
		// A ramp is counted by its mean rate, rounded up.
		if n := l.Count(duration) - int64(len(even)); n < -int64(len(l.Stages)) || n > int64(len(l.Stages)) {
			t.Fatalf("%d requests are due, %d are counted", len(even), l.Count(duration))
		}
		if rapid.Bool().Draw(t, "poisson") {
			l.Arrivals = Poisson
		} else {
			l.Jitter = time.Duration(rapid.Int64Range(0, int64(ms)).Draw(t, "jitter"))
		}
		all := drawn(l, duration)
		for i, due := range all {
			if due < l.Start || due >= duration || i > 0 && due < all[i-1] {
				t.Fatalf("request %d of %d is due at %v", i, len(all), due)
			}
		}
		if l.Arrivals == Even && len(all) != len(even) {
			t.Fatalf("jitter makes %d of %d requests", len(all), len(even))
		}
	})
}

func TestLoadWithoutRate(t *testing.T) {
	if n := (Load{}).Count(time.Hour); n != 0 {
		t.Errorf("%d requests of no rate", n)
	}
	if all := drawn(Load{}, time.Hour); len(all) != 0 {
		t.Errorf("due at %v", all)
	}
}
