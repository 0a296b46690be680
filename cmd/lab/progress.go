package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// progress shows on a terminal what each mode is going through, while it runs.
// Elsewhere it says once what is being run.
type progress struct {
	watch func(mode string) record.Recorder // nil: nobody looks
	stop  func()
}

func startProgress(stderr io.Writer, runs []scenarios.Run, quiet bool) progress {
	if quiet {
		return progress{stop: func() {}}
	}
	longest := longestRun(runs)
	if !isTerminal(stderr) {
		var modes []string
		for _, r := range runs {
			modes = append(modes, r.Mode)
		}
		fmt.Fprintf(stderr, "running %s with seed %d, at most %s in each mode: %s\n",
			runs[0].Spec.Name, runs[0].Seed, longest, strings.Join(modes, ", "))
		return progress{stop: func() {}}
	}
	return startBars(stderr, runs, longest)
}

func startBars(stderr io.Writer, runs []scenarios.Run, longest time.Duration) progress {
	began := time.Now()
	bars := mpb.New(mpb.WithOutput(stderr), mpb.WithWidth(24))
	states := map[string]*modeState{}
	var all []*mpb.Bar
	for _, r := range runs {
		state := &modeState{breakers: map[string]string{}}
		states[r.Mode] = state
		all = append(all, bars.AddBar(longest.Milliseconds(),
			mpb.PrependDecorators(decor.Name(r.Mode, decor.WCSyncSpaceR)),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return state.String() }))))
	}
	quit := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				for _, bar := range all {
					bar.SetCurrent(min(time.Since(began).Milliseconds(), longest.Milliseconds()-1))
				}
			case <-quit:
				return
			}
		}
	})
	return progress{
		watch: func(mode string) record.Recorder { return states[mode] },
		stop: func() {
			close(quit)
			done.Wait()
			for _, bar := range all {
				bar.SetCurrent(longest.Milliseconds())
			}
			bars.Wait()
		},
	}
}

// modeState is what a bar says of its mode just now.
type modeState struct {
	mu                  sync.Mutex
	busy, queued, calls int
	answered            int
	breakers            map[string]string
}

// Record follows the few events that a bar shows.
func (s *modeState) Record(e record.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e.Kind {
	case record.Service:
		s.busy, s.queued = e.InUse, e.Waiting
	case record.Provider:
		s.calls = e.InUse
	case record.Request:
		s.answered++
	case record.Transition:
		s.breakers[e.Name] = e.To
	}
}

func (s *modeState) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	line := fmt.Sprintf(" %4d done, busy %2d, queue %3d, provider %3d", s.answered, s.busy, s.queued, s.calls)
	for _, name := range slices.Sorted(maps.Keys(s.breakers)) {
		line += " " + s.breakers[name]
	}
	return line
}

// longestRun is the longest that a mode can take, draining included.
func longestRun(runs []scenarios.Run) time.Duration {
	var longest time.Duration
	for _, r := range runs {
		longest = max(longest, r.Spec.Duration+r.Spec.Drain)
	}
	return longest
}

// count shows on a terminal how many of many short runs are done. Elsewhere it
// says once what is being done.
type count struct {
	done func() // one more; from any goroutine
	stop func()
}

func startCount(stderr io.Writer, what string, total int, quiet bool) count {
	nothing := count{done: func() {}, stop: func() {}}
	if quiet {
		return nothing
	}
	fmt.Fprintln(stderr, what)
	if !isTerminal(stderr) {
		return nothing
	}
	bars := mpb.New(mpb.WithOutput(stderr), mpb.WithWidth(40))
	bar := bars.AddBar(int64(total), mpb.PrependDecorators(decor.CountersNoUnit("%d / %d runs", decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Percentage()))
	return count{
		done: bar.Increment,
		stop: func() {
			bar.Abort(false) // does nothing to one that is full
			bars.Wait()
		},
	}
}
