// Package run carries a scenario through an executor: its modes side by side or
// one after the other, for one seed or several, each seed giving one recording.
package run

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// Executor carries out one run in one mode and records it. When ctx is done it
// stops sending, drains, and returns nil; an error is one of the environment.
type Executor func(ctx context.Context, r scenarios.Run, rec record.Recorder) error

// Plan is what is to be run. It needs at least one run.
type Plan struct {
	// Executor with the name that the recording is to carry.
	Executor Executor
	Name     string
	// Version of the lab.
	Version string
	// Changes are what was set on top of the scenario, for the header.
	Changes []string
	// Serial runs the modes one after the other instead of side by side.
	Serial bool
	// First is the index of the mode that begins; the others follow in their order,
	// and those before it come last. Repeats that begin with another mode each keep a
	// machine that grows slower from being blamed on the last mode. The recording has
	// the modes in the order of the runs, whatever the order they were made in.
	First int
	// Stagger is how much later each mode starts than the one before, when they
	// run side by side.
	Stagger time.Duration
	// Into, if not nil, has a recorder for each run, in place of one that keeps
	// every event: the recording then has none.
	Into []record.Recorder
	// Watch, if not nil, gives a second recorder for each mode, which sees every
	// event as it happens.
	Watch func(mode string) record.Recorder
}

// Do carries out the modes of one seed. Its recording is marked partial when
// ctx ended before the run did. The error names the mode it befell; what the
// others had left behind by then is returned beside it.
func (p Plan) Do(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
	rec := &record.Recording{Header: p.header(runs)}
	memories, into := make([]record.Memory, len(runs)), p.Into
	if into == nil {
		for i := range memories {
			into = append(into, &memories[i])
		}
	}
	group, running := errgroup.WithContext(ctx)
	if p.Serial {
		group.SetLimit(1)
	}
	for turn := range runs {
		i := (p.First + turn) % len(runs)
		r := runs[i]
		group.Go(func() error {
			if !p.turn(running, turn) {
				return nil // interrupted before its turn
			}
			if err := p.Executor(running, r, p.recorder(r.Mode, into[i])); err != nil {
				return fmt.Errorf("mode %s: %w", r.Mode, err)
			}
			return nil
		})
	}
	err := group.Wait()
	rec.Header.Partial = ctx.Err() != nil || err != nil
	for i, r := range runs {
		rec.Modes = append(rec.Modes, record.Mode{Name: r.Mode, Events: memories[i].Log()})
	}
	return rec, err
}

// turn waits until the mode whose turn is the i-th may start; false if ctx was done first.
func (p Plan) turn(ctx context.Context, i int) bool {
	if p.Serial {
		return ctx.Err() == nil
	}
	t := time.NewTimer(time.Duration(i) * p.Stagger)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (p Plan) recorder(mode string, into record.Recorder) record.Recorder {
	if p.Watch == nil {
		return into
	}
	return tee{into, p.Watch(mode)}
}

// tee hands every event to both.
type tee struct{ first, second record.Recorder }

func (t tee) Record(e record.Event) {
	t.first.Record(e)
	t.second.Record(e)
}

func (p Plan) header(runs []scenarios.Run) record.Header {
	h := record.Header{
		SchemaVersion: record.SchemaVersion,
		Scenario:      runs[0].Spec.Name,
		Executor:      p.Name,
		Seed:          runs[0].Seed,
		Version:       p.Version,
		Changes:       p.Changes,
		Started:       time.Now(),
		GoVersion:     runtime.Version(),
		CPUs:          runtime.GOMAXPROCS(0),
	}
	for _, r := range runs {
		h.Modes = append(h.Modes, r.Mode)
	}
	return h
}
