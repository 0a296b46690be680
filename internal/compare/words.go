package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/report"
)

// dash stands for a figure that does not exist.
const dash = "-"

// figureText writes a figure with its unit.
func figureText(v float64, u gate.Unit) string {
	switch u {
	case gate.Millis:
		return report.Millis(v).Text()
	case gate.Percent:
		return trimmed(v, 1) + "%"
	default:
		return trimmed(v, 1)
	}
}

func trimmed(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// median writes the median of a side.
func (f *Figure) median(u gate.Unit) string {
	switch {
	case f == nil || f.Samples == 0:
		return dash
	case f.Median == nil:
		return "never"
	default:
		return figureText(*f.Median, u)
	}
}

// interval writes the median's interval; "" where it is as narrow as a point.
func (f *Figure) interval(u gate.Unit) string {
	if f == nil || f.Low == nil {
		return ""
	}
	high := "never"
	if f.High != nil {
		high = figureText(*f.High, u)
	}
	low := figureText(*f.Low, u)
	if low == high {
		return ""
	}
	if number, unit, ok := strings.Cut(low, " "); ok && strings.HasSuffix(high, " "+unit) {
		low = number
	}
	return low + " to " + high
}

// present says in how many runs there were samples where some had none.
func (f *Figure) present() string {
	if f == nil || f.Samples == 0 || f.Samples == f.Runs {
		return ""
	}
	return fmt.Sprintf("in %d of %d", f.Samples, f.Runs)
}

// stacked is what is said of a side in one cell: the median, below it the rest.
func (f *Figure) stacked(u gate.Unit) string { return f.joined(u, "\n", "\n", "") }

// inline is the same in one line.
func (f *Figure) inline(u gate.Unit) string { return f.joined(u, " (", ", ", ")") }

func (f *Figure) joined(u gate.Unit, open, between, end string) string {
	var rest []string
	for _, part := range []string{f.interval(u), f.present()} {
		if part != "" {
			rest = append(rest, part)
		}
	}
	if len(rest) == 0 {
		return f.median(u)
	}
	return f.median(u) + open + strings.Join(rest, between) + end
}

// changeText writes by how much the median changed, and how much that is of the
// base; for shares, where that is read as points, not.
func (r Row) changeText(between string) string {
	if r.Change == nil || *r.Change == 0 {
		return dash
	}
	text := signed(*r.Change, r.Unit)
	if r.ChangePercent != nil && r.Unit != gate.Percent {
		text += between + "(" + percentText(*r.ChangePercent) + ")"
	}
	return text
}

// signed writes a change; of shares in percentage points.
func signed(v float64, u gate.Unit) string {
	sign := "+"
	if v < 0 {
		sign = "-"
	}
	text := figureText(math.Abs(v), u)
	if u == gate.Percent {
		text = strings.TrimSuffix(text, "%") + " pp"
	}
	return sign + text
}

// percentText writes a change relative to the base, as a factor from ten times on.
func percentText(p float64) string {
	switch {
	case p >= 900:
		return "×" + trimmed(1+p/100, 0)
	case math.Abs(p) < 9.95:
		return fmt.Sprintf("%+.1f%%", p)
	default:
		return fmt.Sprintf("%+.0f%%", p)
	}
}

// pText writes the adjusted p, or how else the row was judged.
func (r Row) pText() string {
	switch {
	case r.Method == Exact && r.Verdict != Same:
		return string(Exact)
	case r.Adjusted == nil:
		return dash
	case *r.Adjusted < 0.0005:
		return "<0.001"
	default:
		return strconv.FormatFloat(*r.Adjusted, 'f', 3, 64)
	}
}

func (r Row) modeText() string {
	if r.BaseMode == "" {
		return r.Mode
	}
	return r.BaseMode + " → " + r.Mode
}

func (r Row) phaseText() string {
	if r.Phase == "" {
		return "whole run"
	}
	return r.Phase
}

// headlines say what stands on each side.
func (r *Result) headlines() []string {
	if r.Base.Mode != "" {
		return []string{
			fmt.Sprintf("%s, %s, the modes of %s", r.Scenario, r.Executor, r.Base.about()),
			"BASE " + r.Base.Mode,
			"NEW  " + r.New.Mode,
		}
	}
	return []string{
		fmt.Sprintf("%s, %s", r.Scenario, r.Executor),
		"BASE " + r.Base.about(),
		"NEW  " + r.New.about(),
	}
}

func (s Side) about() string {
	runs := "1 run, seed "
	if s.Runs > 1 {
		runs = fmt.Sprintf("%d runs, seeds ", s.Runs)
	}
	text := fmt.Sprintf("%s: %s%s", s.Name, runs, ranges(s.Seeds))
	if len(s.Changes) > 0 {
		text += ", changed by " + strings.Join(s.Changes, " ")
	}
	return text
}

// Tally says how many figures have which verdict.
func (r *Result) Tally() string {
	var parts []string
	for _, v := range []struct {
		verdict Verdict
		words   string
	}{
		{Worse, "worse"}, {Better, "better"}, {Changed, "changed"}, {Noise, "~"}, {Same, "the same in every run"},
		{TooFew, "? (too few runs to tell)"}, {NoFigure, "without a figure on a side"},
	} {
		if n := r.Count(v.verdict); n > 0 || v.verdict == Worse || v.verdict == Better {
			parts = append(parts, fmt.Sprintf("%d %s", n, v.words))
		}
	}
	figures := "figures"
	if len(r.Rows) == 1 {
		figures = "figure"
	}
	return fmt.Sprintf("%d %s: %s", len(r.Rows), figures, strings.Join(parts, ", "))
}

// notes say how to read the verdicts.
func (r *Result) notes() []string {
	e := r.effect
	lines := []string{fmt.Sprintf("Medians over the runs with %g %% intervals by order statistics. A change matters when it is at least %s, and at least %s, %spp of a share or %g of a count.",
		100*r.Confidence, e.Relative, e.Time, trimmed(e.least(gate.Percent), 2), e.Count)}
	switch {
	case r.Tested == 1:
		lines = append(lines, fmt.Sprintf("p: Mann-Whitney; where nothing has changed at most %g %% of such comparisons raise a verdict.", 100*r.Alpha))
	case r.Tested > 1:
		lines = append(lines, fmt.Sprintf("p: Mann-Whitney, adjusted for the %d figures tested (Benjamini-Hochberg), so that of the verdicts at most %g %% are false alarms, on average; unadjusted, chance alone would raise about %s.",
			r.Tested, 100*r.Alpha, trimmed(r.Alpha*float64(r.Tested), 1)))
	}
	if r.uses(Exact) {
		seeds := "these seeds"
		if r.New.Runs == 1 {
			seeds = fmt.Sprintf("seed %d alone; --runs 10 tells of more", r.New.Seeds[0])
		}
		lines = append(lines, "exact: simulated with the same seeds, and the same in every run of a side, so that there is no noise; it holds for "+seeds+".")
	}
	return lines
}

func (r *Result) uses(m Method) bool {
	for _, row := range r.Rows {
		if row.Method == m && row.Verdict != Same {
			return true
		}
	}
	return false
}
