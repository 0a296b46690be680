package main

import (
	"errors"
	"fmt"
	"strings"

	"checkoutlab/scenarios"
)

// maxRuns bounds --runs.
const maxRuns = 1000

// experiment is what is to be run, resolved so that every problem shows before
// any load is sent: a list of runs, a mode each, for every seed.
type experiment struct {
	by      executor
	yaml    []byte   // the scenario as run
	changes []string // what was set on top of it
	leftOut int      // gates that are of modes only that are not run
	seeds   [][]scenarios.Run
}

func (f runFlags) prepare(name string) (experiment, error) {
	if f.repeat < 1 || f.repeat > maxRuns {
		return experiment{}, usagef("--runs %d: at least 1 and at most %d", f.repeat, maxRuns)
	}
	file, err := openScenario(name)
	if err != nil {
		return experiment{}, err
	}
	settings, err := settings(f.sets, f.rates)
	if err != nil {
		return experiment{}, err
	}
	file, err = f.choose(file, settings)
	if err != nil {
		return experiment{}, usage(err)
	}
	e := experiment{leftOut: len(file.LeftOut()), by: f.executor(), yaml: scenarios.Marshal(file.AsRun()), seeds: make([][]scenarios.Run, f.repeat)}
	for _, s := range settings {
		e.changes = append(e.changes, s.String())
	}
	for i := range e.seeds {
		if e.seeds[i], err = modeRuns(file, f.seed+uint64(i)); err != nil {
			return experiment{}, err
		}
		if err := e.by.bounds(e.seeds[i]); err != nil {
			return experiment{}, err
		}
	}
	return e, nil
}

// choose returns the file with what the flags make of it.
func (f runFlags) choose(file *scenarios.File, settings []scenarios.Setting) (*scenarios.File, error) {
	if f.noExpect {
		file = file.WithoutGates()
	}
	file, err := file.Choose(f.modes, settings)
	var problems *scenarios.ProblemsError
	if errors.As(err, &problems) && strings.HasPrefix(problems.Problems[0].Field, "expect.") {
		// The file was read without a problem, so that a setting made this one.
		return nil, fmt.Errorf("%w\n--no-expect runs the changed scenario without the gates of its file", err)
	}
	if err != nil {
		return nil, err
	}
	return file.Expect(f.expect)
}

// modeRuns returns one run for each mode of a file.
func modeRuns(file *scenarios.File, seed uint64) ([]scenarios.Run, error) {
	var runs []scenarios.Run
	for _, mode := range file.Modes() {
		r, err := file.Run(mode.Name, seed, nil)
		if err != nil {
			return nil, usage(err)
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// settings reads the arguments of --set and --rate, which are applied in this
// order on top of every mode.
func settings(sets, rates []string) ([]scenarios.Setting, error) {
	var all []scenarios.Setting
	for _, text := range sets {
		s, err := scenarios.ParseSetting(text)
		if err != nil {
			return nil, usage(err)
		}
		all = append(all, s)
	}
	for _, text := range rates {
		s, err := scenarios.ParseRateFlag(text)
		if err != nil {
			return nil, usage(err)
		}
		all = append(all, s)
	}
	return all, nil
}
