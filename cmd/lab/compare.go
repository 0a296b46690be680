package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/internal/compare"
	"checkoutlab/internal/gate"
)

type compareFlags struct {
	modes     []string
	measures  []string
	alpha     float64
	minEffect string
	failOn    string
	format    string
	all       bool
}

func newCompare() *cobra.Command {
	f := compareFlags{}
	cmd := &cobra.Command{
		Use:   "compare BASE [NEW]",
		Short: "Compare two sets of stored runs, or the modes of one",
		Long: `Compare the stored runs in two folders, figure by figure, and say which got
better or worse and which differ by chance only (~). A folder is that of a run,
or one that holds several, as lab run --runs 10 --out DIR leaves them. With one
folder the modes of its runs are compared with each other: the first of --mode
with the rest.

A verdict takes 10 runs a side, a Mann-Whitney test and a change that matters.
Invalid and partial runs are left out, with a warning.

Exit codes:
  0    compared; with --fail-on worse: nothing is worse
  1    with --fail-on worse: a figure is worse, or there were too few runs to
       judge any
  2    usage error: a folder holds no stored run, or runs that are not repeats
       of each other, or a damaged one
  3    no valid run is left on a side
  4    environment: a file cannot be read`,
		Example: `  lab run mine.yaml --runs 10 --out base
  lab run mine.yaml --runs 10 --out new --set services.shop.workers=32
  lab compare base new
  lab compare base new --measure 'health{phase:slow}: p95' --fail-on worse
  lab compare base --mode none,protected`,
		Args: takes(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	fl := cmd.Flags()
	fl.StringSliceVar(&f.modes, "mode", nil, "only these `MODES`, separated by commas; with one folder the first is compared with the others")
	fl.StringArrayVar(&f.measures, "measure", nil, "compare only this `MEASURE`: 'health{phase:slow}: p95'; repeatable (default: the usual ones, in every phase)")
	fl.Float64Var(&f.alpha, "alpha", compare.DefaultAlpha, "the `SHARE` of false alarms that may be expected among the verdicts")
	fl.StringVar(&f.minEffect, "min-effect", "5%,5ms", "the smallest `CHANGE` that matters: relative and as a time; for shares and counts too: "+compare.DefaultEffect.String())
	fl.StringVar(&f.failOn, "fail-on", "never", "the `VERDICT` on any figure that makes the exit code 1: worse; or never")
	fl.BoolVar(&f.all, "all", false, "in the table, show the figures that do not differ too")
	fl.StringVar(&f.format, "format", "table", "the `FORMAT` of what goes to standard output: "+strings.Join(f.formatNames(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(f.formatNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("fail-on", cobra.FixedCompletions([]string{"worse", "never"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f compareFlags) formats() map[string]func(io.Writer, *compare.Result) error {
	return map[string]func(io.Writer, *compare.Result) error{
		"table":    f.table,
		"markdown": compare.Markdown,
		"json":     compare.JSON,
		"csv":      compare.CSV,
	}
}

func (f compareFlags) formatNames() []string { return slices.Sorted(maps.Keys(f.formats())) }

// table fits the text to a terminal, as that of a run.
func (f compareFlags) table(w io.Writer, r *compare.Result) error {
	c := compare.TextConfig{All: f.all}
	c.Width, c.Color = terminal(w)
	return c.Table(w, r)
}

func (f compareFlags) run(cmd *cobra.Command, args []string) error {
	render, ok := f.formats()[f.format]
	if !ok {
		return usagef("--format %q: one of %s", f.format, strings.Join(f.formatNames(), ", "))
	}
	c, err := f.config()
	if err != nil {
		return usage(err)
	}
	r, err := f.compare(c, args)
	if err != nil {
		return err
	}
	if err := render(cmd.OutOrStdout(), r); err != nil {
		return environment(err)
	}
	return f.verdict(r)
}

func (f compareFlags) config() (compare.Config, error) {
	c := compare.Config{Modes: f.modes, Alpha: f.alpha}
	if f.failOn != "never" && f.failOn != "worse" {
		return c, fmt.Errorf("--fail-on %q: worse or never", f.failOn)
	}
	var err error
	if c.MinEffect, err = compare.ParseEffect(f.minEffect); err != nil {
		return c, fmt.Errorf("--min-effect %w", err)
	}
	for _, text := range f.measures {
		m, err := gate.ParseMeasure(text)
		if err != nil {
			return c, fmt.Errorf("--measure %q: %w", text, err)
		}
		c.Measures = append(c.Measures, m)
	}
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("--%w", err)
	}
	return c, nil
}

func (f compareFlags) compare(c compare.Config, args []string) (*compare.Result, error) {
	base, err := compare.Read(args[0])
	if err != nil {
		return nil, unread(err)
	}
	var r *compare.Result
	if len(args) == 1 {
		r, err = c.Within(base)
	} else {
		var new *compare.Set
		if new, err = compare.Read(args[1]); err != nil {
			return nil, unread(err)
		}
		r, err = c.Sets(base, new)
	}
	if err != nil {
		return nil, usage(err)
	}
	return r, nil
}

// unread gives the error of reading a set of runs its exit code.
func unread(err error) error {
	if errors.Is(err, compare.ErrUntrusted) {
		return &exitError{codeInvalid, err}
	}
	return unreadable(err)
}

// verdict ends the command with 1 where that was asked for.
func (f compareFlags) verdict(r *compare.Result) error {
	switch {
	case f.failOn == "never":
		return nil
	case r.Count(compare.Worse) > 0:
		return &exitError{codeFailed, errors.New("worse: " + strings.Join(r.Named(compare.Worse, mostNamed), "; "))}
	case r.Judged() == 0:
		return &exitError{codeFailed, errors.New("too few runs to judge any figure, so that --fail-on worse holds nothing")}
	default:
		return nil
	}
}
