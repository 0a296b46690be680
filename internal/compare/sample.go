package compare

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"checkoutlab/internal/gate"
	"checkoutlab/report"
)

// never stands in a sample for a recovery that did not come before the run's end:
// later than any that did. It is finite, because a median lies between two values.
const never = 1e300

// isNever tells a figure, or a median of two, that is of no length.
func isNever(v float64) bool { return v >= never/4 }

// sample is the figures of one side's runs, in the order of the runs.
type sample struct {
	figures []float64
	of      []int // the run that each is of
	runs    int   // those in which the figure could be
	exists  bool  // the side has what the figure is of
}

// newSample asks each run. A run without a figure, such as a percentile that its
// requests are too few for, adds none.
func newSample(views []*report.Summary, m gate.Measure) sample {
	s := sample{runs: len(views)}
	for i, sum := range views {
		values, err := report.Evaluate(sum, m)
		if err != nil || len(values) == 0 {
			continue
		}
		s.exists = true
		if v := values[0]; v.Actual != nil {
			s.add(i, *v.Actual)
		} else if m.Name == "time_to_recover" && !recovered(sum, m.Subject) {
			s.add(i, never)
		}
	}
	return s
}

func (s *sample) add(run int, figure float64) {
	s.figures, s.of = append(s.figures, figure), append(s.of, run)
}

// recovered is false where requests failed until the end, and true where there is
// nothing to recover from.
func recovered(sum *report.Summary, load string) bool {
	r := sum.Modes[0].Loads[load].Recovered
	return r == nil || *r
}

// equal reports whether each run has the very figure that its counterpart has.
func (s sample) equal(other sample) bool {
	return s.runs == other.runs && slices.Equal(s.figures, other.figures) && slices.Equal(s.of, other.of)
}

// constant reports whether every run has the figure, and the same.
func (s sample) constant() (v float64, ok bool) {
	if len(s.figures) == 0 || len(s.figures) != s.runs {
		return 0, false
	}
	for _, f := range s.figures {
		if f != s.figures[0] {
			return 0, false
		}
	}
	return s.figures[0], true
}

// Figure is what a side's runs came to.
type Figure struct {
	// Runs is how many there are, and Samples how many of them gave a figure.
	Runs    int `json:"runs"`
	Samples int `json:"samples"`
	// Median of the samples; null without any, and where most did not recover.
	Median *float64 `json:"median"`
	// Low and High are the ends of the median's interval; null with too few samples
	// for one. High is null, too, where it is beyond the end of the runs.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	// Never is how many of the samples did not recover before the run's end, which
	// counts as later than any other.
	Never int `json:"never,omitempty"`
}

// figure sums a sample up, with an interval by order statistics.
func (s sample) figure(confidence float64) *Figure {
	if !s.exists {
		return nil
	}
	f := &Figure{Runs: s.runs, Samples: len(s.figures)}
	for _, v := range s.figures {
		if isNever(v) {
			f.Never++
		}
	}
	if len(s.figures) == 0 {
		return f
	}
	sum := benchmath.AssumeNothing.Summary(s.bench(0), confidence)
	f.Median = finite(sum.Center)
	if len(sum.Warnings) == 0 {
		f.Low, f.High = finite(sum.Lo), finite(sum.Hi)
	}
	return f
}

// center is the median, which is never where most samples are.
func (s sample) center() float64 {
	return benchmath.AssumeNothing.Summary(s.bench(0), Confidence).Center
}

// bench copies the figures, because benchmath sorts what it is given.
func (s sample) bench(alpha float64) *benchmath.Sample {
	return benchmath.NewSample(append([]float64(nil), s.figures...), &benchmath.Thresholds{CompareAlpha: alpha})
}

func finite(v float64) *float64 {
	if isNever(v) || math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}
