package compare

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"checkoutlab/internal/gate"
)

// around are n figures, evenly spread by a spread about a middle.
func around(middle, spread float64, n int) []float64 {
	var all []float64
	for i := range n {
		all = append(all, middle+spread*(float64(i)/float64(n-1)-0.5))
	}
	return all
}

func same(v float64, n int) []float64 { return slices.Repeat([]float64{v}, n) }

func judged(rows ...Row) []Row {
	settle(rows, DefaultAlpha, DefaultEffect)
	return rows
}

func row(base, new []float64, u gate.Unit, higher gate.Direction, exact bool) Row {
	r := Row{Unit: u, higher: higher}
	full := func(f []float64) sample { return sample{figures: f, runs: len(f), exists: true} }
	r.test(full(base), full(new), exact, Needed(DefaultAlpha))
	r.Base, r.New = r.base.figure(Confidence), r.new.figure(Confidence)
	return r
}

func TestVerdicts(t *testing.T) {
	const ms, percent, count = gate.Millis, gate.Percent, gate.Count
	for _, line := range []struct {
		about     string
		base, new []float64
		unit      gate.Unit
		higher    gate.Direction
		exact     bool
		want      Verdict
	}{
		{"twice as slow", around(100, 10, 10), around(200, 10, 10), ms, gate.Worse, false, Worse},
		{"half as slow", around(200, 10, 10), around(100, 10, 10), ms, gate.Worse, false, Better},
		{"fewer successes", around(99, 1, 10), around(60, 1, 10), percent, gate.Better, false, Worse},
		{"a breaker that opens more often", same(1, 10), same(2, 10), count, gate.Neither, false, Changed},
		{"told apart, and less than 5 %", around(1000, 5, 10), around(1040, 5, 10), ms, gate.Worse, false, Noise},
		{"told apart, and less than 5 ms", around(10, 1, 10), around(14, 1, 10), ms, gate.Worse, false, Noise},
		{"of 5 % and 5 ms exactly", same(100, 10), same(105, 10), ms, gate.Worse, false, Worse},
		{"of 0.4 points", same(0, 10), same(0.4, 10), percent, gate.Worse, false, Noise},
		{"of 0.5 points, from nothing", same(0, 10), same(0.5, 10), percent, gate.Worse, false, Worse},
		{"a large change within the noise", around(100, 300, 10), around(130, 300, 10), ms, gate.Worse, false, Noise},
		{"the same in every run", same(7, 10), same(7, 10), count, gate.Worse, false, Same},
		{"the same in one run", same(7, 1), same(7, 1), count, gate.Worse, false, Same},
		{"too few, however far apart", around(1, 1, 9), around(1000, 1, 10), ms, gate.Worse, false, TooFew},
		{"too few for the test itself", around(1, 1, 3), around(1000, 1, 3), ms, gate.Worse, false, TooFew},
		{"no samples", nil, around(1, 1, 10), ms, gate.Worse, false, NoFigure},
		{"simulated, one run", same(100, 1), same(200, 1), ms, gate.Worse, true, Worse},
		{"simulated, one run, of no matter", same(100, 1), same(101, 1), ms, gate.Worse, true, Noise},
		{"simulated, and luck in it", around(100, 5, 3), around(200, 5, 3), ms, gate.Worse, true, TooFew},
		{"no longer recovers", around(100, 10, 10), same(never, 10), ms, gate.Worse, false, Worse},
		{"mostly does not recover", around(100, 10, 10), slices.Concat(same(never, 7), around(100, 10, 3)), ms, gate.Worse, false, Worse},
		{"recovers again", same(never, 10), around(100, 10, 10), ms, gate.Worse, false, Better},
		{"recovers on neither side", same(never, 10), same(never, 10), ms, gate.Worse, false, Same},
	} {
		r := judged(row(line.base, line.new, line.unit, line.higher, line.exact))[0]
		if r.Verdict != line.want {
			t.Errorf("%s: %s, want %s (%+v)", line.about, r.Verdict, line.want, r)
		}
	}
}

// TestNeeded: ten runs, or what lets a test of as many on each side reach alpha.
func TestNeeded(t *testing.T) {
	for alpha, want := range map[float64]int{0.5: 10, 0.05: 10, 1e-5: 11, 1e-9: 17} {
		if got := Needed(alpha); got != want {
			t.Errorf("alpha %g: %d, want %d", alpha, got, want)
		}
	}
	if p := smallestP(3, 3); math.Abs(p-0.1) > 1e-12 {
		t.Errorf("three and three: p %g, want 0.1", p)
	}
}

// TestAdjusted holds to the example of Benjamini and Hochberg's paper: fifteen p,
// of which four stand at 0.05.
func TestAdjusted(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1}
	var rows []*Row
	for i := range p {
		rows = append(rows, &Row{P: &p[i]})
	}
	adjust(rows)
	stand := 0
	for i, r := range rows {
		if *r.Adjusted <= 0.05 {
			stand++
		}
		if i > 0 && *r.Adjusted < *rows[i-1].Adjusted {
			t.Errorf("rank %d: %g after %g", i+1, *r.Adjusted, *rows[i-1].Adjusted)
		}
	}
	if stand != 4 {
		t.Errorf("%d stand, want 4", stand)
	}
	if got := *rows[3].Adjusted; math.Abs(got-0.0095*15/4) > 1e-12 {
		t.Errorf("the fourth is adjusted to %g", got)
	}
}

// TestManyNeedMore: what stands by itself does not among many that are noise.
func TestManyNeedMore(t *testing.T) {
	base := around(100, 100, 10)
	shifted := row(base, around(165, 100, 10), gate.Millis, gate.Worse, false)
	if shifted := judged(shifted)[0]; shifted.Verdict != Worse || *shifted.P < 0.001 {
		t.Fatalf("by itself: %s, p %g", shifted.Verdict, *shifted.P)
	}
	rows := []Row{shifted}
	for range 99 {
		rows = append(rows, row(base, around(101, 100, 10), gate.Millis, gate.Worse, false))
	}
	if r := judged(rows...)[0]; r.Verdict != Noise {
		t.Errorf("among a hundred: %s, adjusted p %g", r.Verdict, *r.Adjusted)
	}
}

func figuresOf(t *rapid.T, name string) []float64 {
	n := rapid.IntRange(0, 14).Draw(t, name+" runs")
	level := rapid.SampledFrom([]float64{0, 3, 100, 130, 2000}).Draw(t, name+" level")
	all := []float64{}
	for range n {
		if rapid.IntRange(0, 19).Draw(t, "never") == 0 {
			all = append(all, never)
			continue
		}
		all = append(all, level+float64(rapid.IntRange(0, 30).Draw(t, "figure")))
	}
	return all
}

// TestSwapped: swapping the sides swaps better and worse and leaves the rest; a
// side against itself differs in nothing, and nothing that is shown is NaN.
func TestSwapped(t *testing.T) {
	opposite := map[Verdict]Verdict{Better: Worse, Worse: Better}
	rapid.Check(t, func(t *rapid.T) {
		var there, back, self []Row
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			base, new := figuresOf(t, "base"), figuresOf(t, "new")
			higher := rapid.SampledFrom([]gate.Direction{gate.Better, gate.Neither, gate.Worse}).Draw(t, "higher")
			u := rapid.SampledFrom([]gate.Unit{gate.Millis, gate.Percent, gate.Count}).Draw(t, "unit")
			exact := rapid.Bool().Draw(t, "exact")
			there = append(there, row(base, new, u, higher, exact))
			back = append(back, row(new, base, u, higher, exact))
			self = append(self, row(base, base, u, higher, exact))
		}
		judged(there...)
		judged(back...)
		judged(self...)
		for i := range there {
			want := there[i].Verdict
			if o := opposite[want]; o != "" {
				want = o
			}
			if back[i].Verdict != want {
				t.Fatalf("%s, and %s when swapped: %v, %v", there[i].Verdict, back[i].Verdict, there[i].base, there[i].new)
			}
			switch self[i].Verdict {
			case Noise, Same, TooFew, NoFigure:
			default:
				t.Fatalf("against itself: %s", self[i].Verdict)
			}
			for _, v := range []*float64{there[i].Change, there[i].ChangePercent, there[i].P, there[i].Adjusted, there[i].Base.Median, there[i].Base.Low, there[i].Base.High} {
				if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0) || isNever(*v)) {
					t.Fatalf("%g is shown: %+v", *v, there[i])
				}
			}
		}
	})
}
