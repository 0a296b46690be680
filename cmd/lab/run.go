package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"checkoutlab/internal/live"
	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// defaultScenario is what `lab run` runs.
const defaultScenario = "checkout-incident"

type runFlags struct {
	modes  []string
	seed   uint64
	repeat int
	rates  []string
	sets   []string
	out    string
	format string
	serial bool
	quiet  bool
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [SCENARIO|FILE.yaml]",
		Short: "Run a scenario in its modes and show what happened",
		Long: `Run a scenario of the library, or a file, in its modes side by side (default:
checkout-incident, every mode), print what happened and store the run.`,
		Example: `  lab run
  lab run checkout-incident --mode none,protected
  lab run --rate checkout=40/s --set providers.payment.latency=150ms`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args)
		},
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&f.modes, "mode", nil, "only these modes, separated by commas")
	fl.Uint64Var(&f.seed, "seed", 1, "the seed that all chance comes from")
	fl.IntVar(&f.repeat, "runs", 1, "how many runs, with seeds SEED, SEED+1, …")
	fl.StringArrayVar(&f.rates, "rate", nil, "change a load's rate: LOAD=RATE, such as checkout=40/s")
	fl.StringArrayVar(&f.sets, "set", nil, "change any field: PATH=VALUE, such as providers.payment.latency=150ms")
	fl.StringVar(&f.out, "out", "", "where the run is stored (default results/SCENARIO/EXECUTOR-SEED-TIME)")
	formatFlag(cmd, &f.format)
	fl.BoolVar(&f.serial, "serial", false, "run the modes one after the other instead of side by side")
	fl.BoolVar(&f.quiet, "quiet", false, "show no progress")
	return cmd
}

func (f runFlags) run(cmd *cobra.Command, args []string) error {
	name := defaultScenario
	if len(args) > 0 {
		name = args[0]
	}
	render, err := renderer(f.format)
	if err != nil {
		return err
	}
	exp, err := f.prepare(name)
	if err != nil {
		return err
	}
	var worst error
	for _, runs := range exp.seeds {
		err := f.one(cmd, exp.yaml, runs, render)
		if fatal(err) {
			return err
		}
		worst = worse(worst, err)
	}
	return worst
}

// experiment is what is to be run, resolved so that every problem shows before
// any load is sent: a list of runs, a mode each, for every seed.
type experiment struct {
	yaml  []byte // the scenario as run
	seeds [][]scenarios.Run
}

func (f runFlags) prepare(name string) (experiment, error) {
	if f.repeat < 1 {
		return experiment{}, usagef("--runs %d: at least 1", f.repeat)
	}
	file, err := openScenario(name)
	if err != nil {
		return experiment{}, err
	}
	settings, err := settings(f.sets, f.rates)
	if err != nil {
		return experiment{}, err
	}
	file, err = file.Choose(f.modes, settings)
	if err != nil {
		return experiment{}, usage(err)
	}
	e := experiment{yaml: scenarios.Marshal(file.AsRun()), seeds: make([][]scenarios.Run, f.repeat)}
	for i := range e.seeds {
		if e.seeds[i], err = modeRuns(file, f.seed+uint64(i)); err != nil {
			return experiment{}, err
		}
	}
	return e, nil
}

// modeRuns returns one run for each mode of a file.
func modeRuns(file *scenarios.File, seed uint64) ([]scenarios.Run, error) {
	var runs []scenarios.Run
	for _, mode := range file.Modes() {
		r, err := file.Run(mode.Name, seed, nil)
		if err != nil {
			return nil, usage(err)
		}
		for _, problem := range r.Spec.ValidateLive() {
			return nil, usagef("mode %s: %s", mode.Name, problem)
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

// one carries out the modes of one seed, stores what they left and prints it.
func (f runFlags) one(cmd *cobra.Command, yaml []byte, runs []scenarios.Run, render render) error {
	if err := live.Check(runs, f.serial); err != nil {
		return environment(err)
	}
	dir := f.dir(runs[0])
	if err := report.Reserve(dir); err != nil {
		return environment(err)
	}
	rec, err := f.execute(cmd.Context(), cmd.ErrOrStderr(), runs)
	if err != nil {
		return environment(err)
	}
	sum := report.Measure(rec, runs)
	if err := errors.Join(report.Store(dir, rec, runs, yaml), render(cmd.OutOrStdout(), rec, runs, sum)); err != nil {
		return environment(err)
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "stored in", dir)
	return verdict(sum)
}

func (f runFlags) execute(ctx context.Context, stderr io.Writer, runs []scenarios.Run) (*record.Recording, error) {
	show := startProgress(stderr, runs, f.quiet)
	defer show.stop()
	plan := run.Plan{Executor: live.Run, Name: "live", Version: version(), Serial: f.serial, Watch: show.watch}
	return plan.Do(ctx, runs)
}

// dir is where a run is stored; with several runs each has its own folder.
func (f runFlags) dir(r scenarios.Run) string {
	leaf := fmt.Sprintf("live-%d-%s", r.Seed, time.Now().Format("20060102T150405"))
	switch {
	case f.out == "":
		return filepath.Join("results", r.Spec.Name, leaf)
	case f.repeat > 1:
		return filepath.Join(f.out, leaf)
	default:
		return f.out
	}
}
