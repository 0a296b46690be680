package sweep

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/perf/benchmath"
	"golang.org/x/sync/errgroup"

	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// sample is what one run gave.
type sample struct {
	done    bool
	figure  float64
	exists  bool   // there were samples to take the figure of
	holds   bool   // it meets the limit, if there is one
	invalid string // why the run is not to be trusted
}

// Do carries the sweep out, on as many cores as there are. done is called, from
// any goroutine, after each run. When ctx ends, what has been done by then is
// returned and marked partial. An error is one of the executor.
func (s *Sweep) Do(ctx context.Context, executor run.Executor, done func()) (*Result, error) {
	samples := make([]sample, s.RunCount())
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var cut atomic.Bool
	for i := range samples {
		if running.Err() != nil {
			cut.Store(true)
			break
		}
		group.Go(func() error {
			r := s.cells[i/s.Runs].run
			r.Seed += uint64(i % s.Runs)
			got, err := s.one(running, executor, r)
			if err != nil {
				return fmt.Errorf("mode %s, seed %d: %w", r.Mode, r.Seed, err)
			}
			if running.Err() != nil { // it was cut short, or may have been
				cut.Store(true)
				return nil
			}
			samples[i] = got
			done()
			return nil
		})
	}
	err := group.Wait()
	return s.result(samples, cut.Load()), err
}

// one carries out a run and measures it. Nothing else of it is kept.
func (s *Sweep) one(ctx context.Context, executor run.Executor, r scenarios.Run) (sample, error) {
	meter := report.NewMeter(r, "") // without a digest, which nobody looks at
	if err := executor(ctx, r, meter); err != nil {
		return sample{}, err
	}
	sum := report.Summarize(record.Header{Scenario: r.Spec.Name, Seed: r.Seed}, []*report.Meter{meter})
	got := sample{done: true}
	got.figure, got.holds, got.exists = s.target.read(sum)
	if !sum.Validity.Valid {
		got.invalid = sum.Validity.Reasons[0]
	}
	return got, nil
}

// Confidence is the level of the intervals.
const Confidence = 0.95

// sumUp fills in a cell from the runs of its seeds: the median and its interval
// by order statistics, which assumes nothing about the distribution (benchmath).
// An interval takes at least six figures.
func (c *Cell) sumUp(samples []sample, limited bool) {
	var figures []float64
	holding := 0
	for _, s := range samples {
		if !s.done {
			return
		}
		if s.exists {
			figures = append(figures, s.figure)
		}
		if s.exists && s.holds {
			holding++
		}
		if c.Invalid == "" {
			c.Invalid = s.invalid
		}
	}
	c.Done, c.Samples = true, len(figures)
	if len(figures) == 0 {
		return
	}
	sum := benchmath.AssumeNothing.Summary(benchmath.NewSample(figures, &benchmath.DefaultThresholds), Confidence)
	c.Median = &sum.Center
	if len(sum.Warnings) == 0 {
		c.Low, c.High = &sum.Lo, &sum.Hi
	}
	if limited {
		c.Holding = &holding
		most := 2*holding > len(figures)
		c.Holds = &most
	}
}
