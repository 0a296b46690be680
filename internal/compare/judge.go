package compare

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"checkoutlab/internal/gate"
)

// Verdict is what became of a figure from one side to the other.
type Verdict string

// The verdicts.
const (
	Better   Verdict = "better"
	Worse    Verdict = "worse"
	Changed  Verdict = "changed" // of a figure that is neither good nor bad, such as a breaker's opens
	Noise    Verdict = "~"       // no difference that can be told, or none that matters
	Same     Verdict = "same"    // in every run of both sides, or in each pair of simulated runs
	TooFew   Verdict = "?"       // too few runs to tell
	NoFigure Verdict = "-"       // a side has no samples for it
)

// Method is how a verdict came about.
type Method string

// The methods.
const (
	MannWhitney Method = "mann-whitney"
	Exact       Method = "exact" // simulated with the same seeds, each side the same in every run
)

// MinRuns is how many figures a side needs for a verdict.
const MinRuns = 10

// smallestP is the least p that a two-sided Mann-Whitney test of so many figures
// can have, when all of one side lie above all of the other.
func smallestP(n1, n2 int) float64 {
	a, _ := math.Lgamma(float64(n1 + n2 + 1))
	b, _ := math.Lgamma(float64(n1 + 1))
	c, _ := math.Lgamma(float64(n2 + 1))
	return min(1, 2*math.Exp(b+c-a))
}

// Needed is how many runs a side needs for a verdict at a level: MinRuns, or as
// many as let a test reach it at all.
func Needed(alpha float64) int {
	n := MinRuns
	for smallestP(n, n) > alpha {
		n++
	}
	return n
}

// test fills in what can be said of a row by itself: whether there is a test, and
// its p. Of the rest settle decides.
func (r *Row) test(base, new sample, exact bool, needed int) {
	r.base, r.new = base, new
	a, constantA := base.constant()
	b, constantB := new.constant()
	switch {
	case len(base.figures) == 0 || len(new.figures) == 0:
		r.Verdict = NoFigure
	case constantA && constantB && a == b, exact && base.equal(new):
		r.Verdict = Same
		if exact {
			r.Method = Exact
		}
	case exact && constantA && constantB:
		r.Method = Exact
	case min(len(base.figures), len(new.figures)) < needed:
		r.Verdict = TooFew
	default:
		r.Method = MannWhitney
		p := benchmath.AssumeNothing.Compare(base.bench(0), new.bench(0)).P
		r.P = &p
	}
}

// settle adjusts the p of all rows for their number and gives the verdicts. It
// returns how many rows were tested.
func settle(rows []Row, alpha float64, e Effect) int {
	var tested []*Row
	for i := range rows {
		if rows[i].P != nil {
			tested = append(tested, &rows[i])
		}
	}
	adjust(tested)
	for i := range rows {
		r := &rows[i]
		if r.Verdict == NoFigure {
			continue
		}
		a, b := r.base.center(), r.new.center()
		r.Matters = e.matters(a, b, r.Unit)
		r.change(a, b)
		switch {
		case r.Verdict != "":
		case !r.Matters, r.Adjusted != nil && *r.Adjusted > alpha:
			r.Verdict = Noise
		default:
			r.Verdict = direction(r.higher, b-a)
		}
	}
	return len(tested)
}

// adjust is the step-up of Benjamini and Hochberg: the p of rank i of m becomes
// the least of p·m/rank over its own rank and those above.
func adjust(rows []*Row) {
	slices.SortStableFunc(rows, func(a, b *Row) int { return cmp.Compare(*a.P, *b.P) })
	least := 1.0
	for i := len(rows) - 1; i >= 0; i-- {
		least = min(least, *rows[i].P*float64(len(rows))/float64(i+1))
		adjusted := least
		rows[i].Adjusted = &adjusted
	}
}

func direction(higher gate.Direction, change float64) Verdict {
	switch {
	case higher == gate.Neither:
		return Changed
	case (higher == gate.Worse) == (change > 0):
		return Worse
	default:
		return Better
	}
}

// change fills in how far one median is from the other, where both exist.
func (r *Row) change(base, new float64) {
	if isNever(base) || isNever(new) {
		return
	}
	d := new - base
	r.Change = &d
	if base != 0 {
		percent := 100 * d / base
		r.ChangePercent = &percent
	}
}
