package queueing_test

import (
	"flag"
	"fmt"
	"math"
	"testing"
)

var seed = flag.Uint64("seed", 1, "of the first run of each value")

const (
	confidence = .99
	// lightWidth is how narrow an interval must be without the tag exact, for the
	// sake of time.
	lightWidth = .1

	unlucky = "That is the luck of one seed in 100: try another with -seed, and believe it if it fails again"
)

// result is a row as it came out.
type result struct {
	row
	interval
	width    float64 // that is asked for
	requests float64
	controls []string // whose own intervals do not cover 0
}

// run measures a row with an interval of the given width.
func (r row) run(t testing.TB, seed uint64, width float64, batches int) result {
	t.Helper()
	all := r.batches(t, seed, r.requests*1e6*math.Pow(r.width()/width, 2), batches)
	value := control{value: r.measure.value}
	y := value.of(r.station, all)
	for i := range y {
		y[i] /= r.rate
	}
	res := result{row: r, width: width}
	for _, b := range all {
		res.requests += b.arrivals
	}
	var luck [][]float64
	for _, c := range r.station.controls() {
		values := c.of(r.station, all)
		luck = append(luck, values)
		if own := estimate(1-1e-5, values); !own.covers(0) {
			res.controls = append(res.controls, fmt.Sprintf("%s: %v", c.name, own))
		}
	}
	res.interval = estimate(confidence, y, luck...)
	return res
}

func TestExact(t *testing.T) {
	if raced {
		t.Skip("needs millions of requests on one goroutine, which the race detector only slows: make test runs it without")
	}
	rows := table()
	results := make([]result, len(rows))
	t.Run("values", func(t *testing.T) {
		for i, r := range rows {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				width, batches := lightWidth, 40
				if full {
					width, batches = r.width(), 240
				}
				results[i] = r.run(t, *seed, width, batches)
				results[i].check(t)
			})
		}
	})
	for _, r := range results {
		report(fmt.Sprintf("%s, %s", r.name, r.measure.unit), r.exact, r.interval, r.requests)
	}
}

func (r result) check(t *testing.T) {
	if !r.covers(r.exact) {
		t.Errorf("%v does not cover %.6g. "+unlucky, r.interval, r.exact)
	}
	if w := r.interval.width(r.exact); w > r.width {
		t.Errorf("the interval is %.2g%% wide, want at most %.2g%%: it takes more requests", 100*w, 100*r.width)
	}
	for _, c := range r.controls {
		t.Errorf("the mean of a control variate is known to be 0, and it is %s", c)
	}
}
