package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/internal/agree"
	"checkoutlab/internal/live"
	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/internal/sim"
	"checkoutlab/scenarios"
)

// comparisons writes what came of running scenarios both ways.
type comparisons func(w io.Writer, all []*agree.Comparison) error

// agreeFormats by the names that --format takes.
var agreeFormats = map[string]comparisons{"table": agree.Table, "markdown": agree.Markdown}

type agreeFlags struct {
	seed   uint64
	format string
	quiet  bool
}

func newAgree() *cobra.Command {
	var f agreeFlags
	cmd := &cobra.Command{
		Use:   "agree [SCENARIO|FILE.yaml]...",
		Short: "Run scenarios live and in virtual time and compare what they show",
		Long: `Run scenarios in every mode over real sockets and in virtual time, and print the
figures side by side with the difference and what it may be (the bound):

  outcomes                  2 requests or 5 %
  p50                       15 ms or 5 %
  most at a provider        2 requests or 5 %
  transitions of a breaker  the same in the same order, within 80 ms

p95 and the reasons of an outcome are shown and not judged. The default is
checkout-incident and three short scenarios that have what it has not:
` + strings.Join(agree.Names()[1:], ", ") + `.

A live run that is invalid is repeated once. For a comparison it is so already
when p99 of the send lag is over 4 ms or the process stood still for longer than
40 ms: what is later than the distance of two instants happens in another order.

Exit codes:
  0    every figure is within its bound
  1    one is not
  2    usage or scenario error: nothing was run
  3    a live run was invalid, twice: its figures prove nothing
  4    environment: a port is taken, too few file descriptors
  130  interrupted: nothing more was compared`,
		Example: `  lab agree
  lab agree checkout-incident --seed 7
  lab agree --format markdown mine.yaml`,
		ValidArgsFunction: cobra.FixedCompletions(agree.Names(), cobra.ShellCompDirectiveDefault),
		RunE:              drains(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) }),
	}
	fl := cmd.Flags()
	fl.Uint64Var(&f.seed, "seed", 1, "the seed `N` that all chance comes from")
	names := slices.Sorted(maps.Keys(agreeFormats))
	fl.StringVar(&f.format, "format", "table", "the `FORMAT` of what goes to standard output: "+strings.Join(names, ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	fl.BoolVar(&f.quiet, "quiet", false, "show no progress")
	return cmd
}

func (f agreeFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		args = agree.Names()
	}
	render, known := agreeFormats[f.format]
	if !known {
		return usagef("--format %q: one of %s", f.format, strings.Join(slices.Sorted(maps.Keys(agreeFormats)), ", "))
	}
	prepared, err := f.prepare(args)
	if err != nil {
		return err
	}
	var all []*agree.Comparison
	for _, runs := range prepared {
		c, failed := agree.Execute(cmd.Context(), runs, f.live(cmd.ErrOrStderr()), virtually)
		if failed != nil {
			err = failed
			break
		}
		all = append(all, c)
	}
	if printed := render(cmd.OutOrStdout(), all); printed != nil {
		return environment(printed)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return &exitError{codeInterrupted, fmt.Errorf("interrupted: %d of %d scenarios were compared", len(all), len(prepared))}
	case err != nil:
		return environment(err)
	}
	return agreement(all)
}

// prepare finds every problem before any load is sent.
func (f agreeFlags) prepare(args []string) ([][]scenarios.Run, error) {
	by := executor{name: "live"}
	var all [][]scenarios.Run
	for _, name := range args {
		file, err := openCompared(name)
		if err != nil {
			return nil, err
		}
		runs, err := modeRuns(file, f.seed)
		if err != nil {
			return nil, err
		}
		if err := by.bounds(runs); err != nil {
			return nil, err
		}
		if err := by.check(runs, false); err != nil {
			return nil, environment(err)
		}
		all = append(all, runs)
	}
	return all, nil
}

// openCompared knows the scenarios made for the comparison too.
func openCompared(name string) (*scenarios.File, error) {
	if !slices.Contains(agree.Names(), name) {
		return openScenario(name)
	}
	file, err := agree.Find(name)
	if err != nil {
		return nil, usage(err)
	}
	return file, nil
}

func (f agreeFlags) live(stderr io.Writer) agree.Executor {
	return func(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
		show := startProgress(stderr, runs, f.quiet)
		defer show.stop()
		return run.Plan{Executor: live.Run, Name: "live", Version: version(), Stagger: live.Stagger, Watch: show.watch}.Do(ctx, runs)
	}
}

func virtually(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
	return run.Plan{Executor: sim.Run, Name: "sim", Version: version()}.Do(ctx, runs)
}

// agreement turns comparisons into the command's end: a line for each scenario that
// does not agree. One that differs is proof, whatever became of the others.
func agreement(all []*agree.Comparison) error {
	var differ, unfit []string
	for _, c := range all {
		switch {
		case len(c.Unfit) > 0:
			unfit = append(unfit, c.Scenario+": the run is invalid, it proves nothing: "+named(c.Unfit))
		case len(c.Misses()) > 0:
			differ = append(differ, c.Verdict())
		}
	}
	switch {
	case len(differ) > 0:
		return &exitError{codeFailed, errors.New(strings.Join(differ, "\n"))}
	case len(unfit) > 0:
		return &exitError{codeInvalid, errors.New(strings.Join(unfit, "\n"))}
	}
	return nil
}
