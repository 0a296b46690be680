package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// defaultScenario is what `lab run` runs.
const defaultScenario = "checkout-incident"

type runFlags struct {
	modes   []string
	seed    uint64
	repeat  int
	rates   []string
	sets    []string
	expect  []string
	out     string
	format  string
	summary string
	sim     bool
	serial  bool
	quiet   bool
	noStore bool
	hdr     bool
	noRetry bool

	noExpect bool
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [SCENARIO|FILE.yaml]",
		Short: "Run a scenario in its modes and show what happened",
		Long: `Run a scenario of the library, or a file, in its modes side by side (default:
checkout-incident, every mode), print what happened and store the run.

The gates under expect: in the file, and those of --expect, are judged; the exit
code is 1 if one does not hold. Gates of modes that are not run are left out.

--format does not change how the command ends. In a step of a GitHub workflow
the run is appended to the summary of the step, too, whatever the format; that
it cannot be is a warning.`,
		Example: `  lab run
  lab run checkout-incident --sim
  lab run checkout-incident --mode none,protected
  lab run --rate checkout=40/s --set providers.payment.latency=150ms --no-expect
  lab run --expect 'health{mode:protected,phase:slow}: p95 < 20ms'
  lab run --format junit > report.xml`,
		Args:              takes(0, 1),
		ValidArgsFunction: completeScenario,
		PreRunE: func(*cobra.Command, []string) error {
			if f.noStore && (f.out != "" || f.hdr) {
				return usagef("--no-store keeps nothing: leave it out, or --out and --hdr")
			}
			return nil
		},
		RunE: drains(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) }),
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.sim, "sim", false, "in virtual time instead of over real sockets: at once, and always the same for one seed")
	fl.StringSliceVar(&f.modes, "mode", nil, "only these `MODES`, separated by commas")
	fl.Uint64Var(&f.seed, "seed", 1, "the seed `N` that all chance comes from")
	fl.IntVar(&f.repeat, "runs", 1, "make `N` runs, with seeds SEED, SEED+1, …; the table is of their medians")
	fl.StringArrayVar(&f.rates, "rate", nil, "change a load's rate: `LOAD=RATE`, such as checkout=40/s")
	fl.StringArrayVar(&f.sets, "set", nil, "change any field: `PATH=VALUE`, such as providers.payment.latency=150ms")
	fl.StringArrayVar(&f.expect, "expect", nil, "add a `GATE` that must hold: 'health{phase:slow}: p95 < 50ms'")
	fl.BoolVar(&f.noExpect, "no-expect", false, "judge no gates of the scenario's file, only those of --expect")
	fl.StringVar(&f.out, "out", "", "the `DIR` in which the run is stored (default results/SCENARIO/EXECUTOR-SEED-TIME)")
	fl.BoolVar(&f.noStore, "no-store", false, "print only, keep nothing; in virtual time, memory then does not grow with the run")
	percentilesFlag(cmd, &f.hdr)
	formatFlag(cmd, &f.format)
	summaryFlag(cmd, &f.summary)
	fl.BoolVar(&f.noRetry, "no-retry", false, "do not repeat a live run, once, that turns out invalid")
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
	if f.repeat > 1 && f.format == pageFormat {
		return usagef("--format %s is a page of one run: leave it out, and each of the --runs has its own %s", pageFormat, report.PageFile)
	}
	if err := checkSummaryFlag(f.summary); err != nil {
		return err
	}
	exp, err := f.prepare(name)
	if err != nil {
		return err
	}
	if exp.leftOut > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "gates left out, because their modes are not run: %d\n", exp.leftOut)
	}
	together := series{format: f.format}
	if f.repeat > 1 && together.gathers() {
		render = together.gather
	}
	err = f.each(cmd, exp, render)
	if printed := together.print(cmd.OutOrStdout()); printed != nil {
		return environment(printed)
	}
	return err
}

// one carries out the modes of one seed, stores what they left and prints it.
func (f runFlags) one(cmd *cobra.Command, exp experiment, runs []scenarios.Run, render render) error {
	if err := exp.by.check(runs, f.serial); err != nil {
		return environment(err)
	}
	dir, err := f.reserve(exp.by, runs[0])
	if err != nil {
		return environment(err)
	}
	rec, sum, err := f.trusted(cmd, exp, runs, dir)
	if err != nil {
		if !f.noStore {
			err = errors.Join(err, report.Release(dir))
		}
		return environment(err)
	}
	if !f.noStore {
		err = report.Store(dir, rec, runs, sum, exp.yaml)
	}
	if f.hdr {
		err = errors.Join(err, storePercentiles(dir, rec))
	}
	summarize(cmd.ErrOrStderr(), f.summary, sum)
	if err := errors.Join(err, render(cmd.OutOrStdout(), finished{rec, runs, sum, exp.yaml})); err != nil {
		return environment(err)
	}
	if !f.noStore {
		fmt.Fprintf(cmd.ErrOrStderr(), "stored in %s, the page in report.html\n", dir)
	}
	return verdict(sum)
}

// execute carries out the modes and measures them. What happens in virtual time
// and is not to be stored is measured at once and forgotten; on the clock,
// measuring is left until the run is over, so that it does not disturb it.
func (f runFlags) execute(ctx context.Context, stderr io.Writer, exp experiment, runs []scenarios.Run) (*record.Recording, *report.Summary, error) {
	show := startProgress(stderr, runs, f.quiet || exp.by.virtual)
	defer show.stop()
	plan := run.Plan{
		Executor: exp.by.run, Name: exp.by.name, Version: version(), Changes: exp.changes,
		Serial: f.serial, Stagger: exp.by.stagger, First: f.first(runs), Watch: show.watch,
	}
	var meters []*report.Meter
	if f.noStore && exp.by.virtual && f.format != pageFormat {
		for _, r := range runs {
			m := report.NewMeter(r, exp.by.name)
			meters, plan.Into = append(meters, m), append(plan.Into, m)
		}
	}
	rec, err := plan.Do(ctx, runs)
	if err != nil {
		return nil, nil, err
	}
	if meters != nil {
		return rec, report.Summarize(rec.Header, meters), nil
	}
	return rec, report.Measure(rec, runs), nil
}

// first is the mode that begins: another in each run of a series, so that what
// changes on the machine meanwhile favours none.
func (f runFlags) first(runs []scenarios.Run) int {
	return int((runs[0].Seed - f.seed) % uint64(len(runs)))
}

// reserve makes the folder in which a run is stored, if it is; with several runs
// each has its own.
func (f runFlags) reserve(by executor, r scenarios.Run) (string, error) {
	leaf := fmt.Sprintf("%s-%d-%s", by.name, r.Seed, time.Now().Format("20060102T150405"))
	switch {
	case f.noStore:
		return "", nil
	case f.out == "":
		return reserveUnused(filepath.Join("results", r.Spec.Name, leaf))
	case f.repeat > 1:
		return reserveUnused(filepath.Join(f.out, leaf))
	default:
		return f.out, report.Reserve(f.out)
	}
}

// reserveUnused reserves a folder at which nothing stands yet: dir, or dir-2 and so
// on for runs that begin in the same second. Another lab may take it after the look,
// so that it is the reservation that decides.
func reserveUnused(dir string) (string, error) {
	path := dir
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); err != nil {
			if err := report.Reserve(path); !errors.Is(err, fs.ErrExist) {
				return path, err
			}
		}
		path = fmt.Sprintf("%s-%d", dir, n)
	}
}
