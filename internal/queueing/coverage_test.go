//go:build exact

package queueing_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestIntervalsCoverAsOftenAsTheySay is the check of the check: over many seeds, 99 %
// of the intervals cover the exact value. Batches that depend on each other, or
// controls whose mean is not 0, would show here.
func TestIntervalsCoverAsOftenAsTheySay(t *testing.T) {
	const seeds = 20
	var missed, all atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for _, r := range table() {
			t.Run(r.name, func(t *testing.T) {
				t.Parallel()
				for i := range uint64(seeds) {
					all.Add(1)
					if res := r.run(t, *seed+1000*(i+1), lightWidth, 40); !res.covers(r.exact) {
						missed.Add(1)
						fmt.Printf("%s, seed %d: %v does not cover %.6g\n", r.name, *seed+1000*(i+1), res.interval, r.exact)
					}
				}
			})
		}
	})
	n := float64(all.Load())
	misses := distuv.Binomial{N: n, P: 1 - confidence}
	fmt.Printf("over %d seeds, %d of %.0f intervals do not cover the exact value; %.0f would be right on average\n", seeds, missed.Load(), n, misses.Mean())
	if p := 1 - misses.CDF(float64(missed.Load()-1)); p < .001 {
		t.Errorf("so many or more would be missed by chance with a probability of %.1g", p)
	}
}
