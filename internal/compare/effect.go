package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/gate"
	"checkoutlab/internal/unit"
)

// Effect is the smallest change that matters. It must be reached relative to the
// smaller of both medians, so that swapping the sides swaps the verdicts, and as
// an amount in the figure's own unit. Of a share what is left to the whole counts
// as well: successes that fall from 99 % to 96 % are four times the failures.
type Effect struct {
	Relative unit.Share
	Time     time.Duration // of lengths of time
	Points   unit.Share    // of shares: percentage points
	Count    float64       // of counts
}

// DefaultEffect is 5 % and 5 ms, half a percentage point, or 1.
var DefaultEffect = Effect{Relative: unit.Percent(5), Time: 5 * time.Millisecond, Points: unit.Percent(1) / 2, Count: 1}

// ParseEffect reads an effect such as "5%,5ms": a percentage, a length of time,
// percentage points as "0.5pp", a number for counts, each at most once and in any
// order. What is not named is as in DefaultEffect.
func ParseEffect(text string) (Effect, error) {
	e := DefaultEffect
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		kind, err := e.set(part)
		if err != nil {
			return Effect{}, fmt.Errorf("%q: %w; write an effect as 5%%,5ms, with 0.5pp for shares and a number for counts", part, err)
		}
		if seen[kind] {
			return Effect{}, fmt.Errorf("%q: %s stands here twice; remove one", part, kind)
		}
		seen[kind] = true
	}
	return e, nil
}

func (e *Effect) set(part string) (kind string, err error) {
	if points, ok := strings.CutSuffix(part, "pp"); ok {
		e.Points, err = unit.ParseShare(points + "%")
		return "a number of percentage points", err
	}
	if strings.HasSuffix(part, "%") {
		e.Relative, err = unit.ParseShare(part)
		return "a percentage", err
	}
	if n, err := strconv.ParseUint(part, 10, 32); err == nil {
		e.Count = float64(n)
		return "a count", nil
	}
	d, err := time.ParseDuration(part)
	if err != nil || d < 0 {
		return "", fmt.Errorf("no percentage, length of time, number of percentage points or count")
	}
	e.Time = d
	return "a length of time", nil
}

// String writes the effect as ParseEffect reads it.
func (e Effect) String() string {
	return fmt.Sprintf("%s,%s,%spp,%g", e.Relative, e.Time, strings.TrimSuffix(e.Points.String(), "%"), e.Count)
}

// least is the amount that a change must reach, in a unit.
func (e Effect) least(u gate.Unit) float64 {
	switch u {
	case gate.Millis:
		return float64(e.Time) / float64(time.Millisecond)
	case gate.Percent:
		return 100 * e.Points.Float()
	default:
		return e.Count
	}
}

// matters reports whether the change from one median to the other is one.
func (e Effect) matters(base, new float64, u gate.Unit) bool {
	change := math.Abs(new - base)
	smaller := min(math.Abs(base), math.Abs(new))
	if u == gate.Percent {
		smaller = min(smaller, 100-base, 100-new)
	}
	return change > 0 && reaches(change, e.least(u)) && reaches(change, e.Relative.Float()*smaller)
}

// reaches is at least, but for the rounding of binary fractions.
func reaches(a, b float64) bool { return a >= b*(1-1e-9) }
