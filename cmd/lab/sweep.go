package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"checkoutlab/internal/sim"
	"checkoutlab/internal/sweep"
	"checkoutlab/report"
)

type sweepFlags struct {
	over    []string
	modes   []string
	seed    uint64
	repeat  int
	rates   []string
	sets    []string
	measure string
	product float64
	out     string
	format  string
	quiet   bool
}

func newSweep() *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep SCENARIO|FILE.yaml --over PATH=VALUES... --measure MEASURE",
		Short: "Run a grid of simulated runs and show where a measure holds",
		Long: `Run a scenario in virtual time at every point of a grid, on all cores, and show
one measure of it: as a table and a curve over one field, as a table and a heat
map over two, and as a table over more. With a limit in the measure the boundary
between the points that meet it and those that do not is drawn.`,
		Example: `  lab sweep checkout-incident --mode timeout \
    --over loads.checkout.rate=10/s..60/s:5/s \
    --over services.checkout.dependencies.payment.timeout=100ms..1s:100ms \
    --measure 'health{phase:slow}: p95 < 100ms' --product 16
  lab sweep checkout-incident --over services.checkout.workers=8,16,32 \
    --measure 'health: p50'`,
		Args:              takes(1, 1),
		ValidArgsFunction: completeScenario,
		RunE:              drains(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) }),
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.over, "over", nil, "vary a field: `PATH=VALUES`, where these are a,b,c or lo..hi:step; once for each axis")
	fl.StringVar(&f.measure, "measure", "", "the `MEASURE` that is read from each run, with a limit or without: 'health{phase:slow}: p95 < 100ms'")
	fl.StringSliceVar(&f.modes, "mode", nil, "only these `MODES`, separated by commas")
	fl.Uint64Var(&f.seed, "seed", 1, "the seed `N` that all chance comes from")
	fl.IntVar(&f.repeat, "runs", 1, "make `N` runs at each point, with seeds SEED, SEED+1, …; the median is shown, from six on with its interval")
	fl.StringArrayVar(&f.sets, "set", nil, "change any field at every point: `PATH=VALUE`")
	fl.StringArrayVar(&f.rates, "rate", nil, "change a load's rate at every point: `LOAD=RATE`")
	fl.Float64Var(&f.product, "product", 0, "on a heat map, draw where the values of both axes have this `PRODUCT`, such as rate × timeout = workers")
	fl.StringVar(&f.out, "out", "", "the `DIR` in which the sweep is stored (default results/SCENARIO/sweep-TIME)")
	fl.StringVar(&f.format, "format", "table", "the `FORMAT` of what goes to standard output: "+strings.Join(sweepFormatNames(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(sweepFormatNames(), cobra.ShellCompDirectiveNoFileComp))
	fl.BoolVar(&f.quiet, "quiet", false, "show no progress")
	return cmd
}

// sweepFormats by the names that --format takes.
var sweepFormats = map[string]func(io.Writer, *sweep.Result) error{
	"table": sweepTable,
	"csv":   sweep.CSV,
	"json":  sweep.JSON,
}

func sweepFormatNames() []string { return slices.Sorted(maps.Keys(sweepFormats)) }

// sweepTable fits the table to a terminal.
func sweepTable(w io.Writer, r *sweep.Result) error {
	width, _ := terminal(w)
	return sweep.TableConfig{Width: width}.Table(w, r)
}

// reserve makes the folder in which the sweep is stored.
func (f sweepFlags) reserve(scenario string) (string, error) {
	if f.out != "" {
		return f.out, report.Reserve(f.out)
	}
	return reserveUnused(filepath.Join("results", scenario, "sweep-"+time.Now().Format("20060102T150405")))
}

func (f sweepFlags) run(cmd *cobra.Command, name string) error {
	render, ok := sweepFormats[f.format]
	if !ok {
		return usagef("--format %q: one of %s", f.format, strings.Join(sweepFormatNames(), ", "))
	}
	s, err := f.prepare(cmd.Context(), name)
	if err != nil {
		return err
	}
	dir, err := f.reserve(s.Scenario())
	if err != nil {
		return environment(err)
	}
	show := startCount(cmd.ErrOrStderr(), "sweeping "+s.String(), s.RunCount(), f.quiet)
	result, err := s.Do(cmd.Context(), sim.Run, show.done)
	show.stop()
	if err != nil {
		return environment(errors.Join(err, report.Release(dir)))
	}
	if err := errors.Join(sweep.Store(dir, result, f.product, s.YAML()), render(cmd.OutOrStdout(), result)); err != nil {
		return environment(err)
	}
	picture := ""
	if name := result.PictureName(); name != "" {
		picture = ", the picture in " + name + ".png"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "stored in %s%s\n", dir, picture)
	return sweepVerdict(result)
}

// prepare resolves everything, so that every problem shows before anything runs.
func (f sweepFlags) prepare(ctx context.Context, name string) (*sweep.Sweep, error) {
	file, err := openScenario(name)
	if err != nil {
		return nil, err
	}
	settings, err := settings(f.sets, f.rates)
	if err != nil {
		return nil, err
	}
	c := sweep.Config{
		File: file, Modes: f.modes, Settings: settings, Seed: f.seed, Runs: f.repeat, Measure: f.measure, Version: version(),
	}
	for _, text := range f.over {
		axis, err := sweep.ParseAxis(text)
		if err != nil {
			return nil, usage(err)
		}
		c.Axes = append(c.Axes, axis)
	}
	s, err := sweep.New(ctx, c)
	switch {
	case ctx.Err() != nil:
		return nil, &exitError{codeInterrupted, errors.New("interrupted: nothing was run yet")}
	case err != nil:
		return nil, usage(err)
	}
	if f.product != 0 && !(f.product > 0 && f.product <= math.MaxFloat64) {
		return nil, usagef("--product %g: must be a number above zero", f.product)
	}
	if f.product != 0 && !s.HasProduct() {
		return nil, usagef("--product %g: takes two --over with numbers in rising order", f.product)
	}
	return s, nil
}

// sweepVerdict turns what came out into the command's end.
func sweepVerdict(r *sweep.Result) error {
	switch invalid := r.Invalid(); {
	case r.Partial:
		return &exitError{codeInterrupted, errors.New("interrupted: the results are partial")}
	case invalid > 0:
		return &exitError{codeInvalid, fmt.Errorf("%d of %d cells have invalid runs, do not trust their figures", invalid, len(r.Cells))}
	default:
		return nil
	}
}
