package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"checkoutlab/internal/compare"
	"checkoutlab/report"
	"checkoutlab/report/junit"
)

// series gathers the runs of --runs, which are printed together: nobody reads ten
// tables, and ten JUnit reports in a row are not XML.
type series struct {
	format string
	runs   []*report.Summary
}

// gathers reports whether the runs are printed together in a format.
func (s *series) gathers() bool { return s.format == "table" || s.format == "junit" }

// gather stands in for the rendering of one run. One that is not to be trusted, or
// was cut short, counts for nothing with the others, so that it is shown by itself.
func (s *series) gather(w io.Writer, r finished) error {
	sum := r.sum
	s.runs = append(s.runs, sum)
	if s.format == "table" && (sum.Partial || !sum.Validity.Valid) {
		return errors.Join(table(w, sum), blank(w))
	}
	return nil
}

func blank(w io.Writer) error {
	_, err := fmt.Fprintln(w)
	return err
}

// print writes what the runs came to. It writes nothing if none was gathered.
func (s *series) print(w io.Writer) error {
	if s.format == "junit" {
		return junit.WriteAll(w, s.runs)
	}
	width, color := terminal(w)
	return compare.TextConfig{Width: width, Color: color}.Repeats(w, s.runs)
}

// each carries out the runs of all seeds. A run that fails keeps none of the
// others from being made; the error is the first of the gravest kind.
func (f runFlags) each(cmd *cobra.Command, exp experiment, render render) error {
	var worst error
	var seed uint64
	count := 0
	for _, runs := range exp.seeds {
		if cmd.Context().Err() != nil {
			return &exitError{codeInterrupted, errors.New("interrupted: the runs that were left are not made")}
		}
		err := f.one(cmd, exp, runs, render)
		if fatal(err) {
			return err
		}
		if exitCode(err) > exitCode(worst) {
			worst, seed, count = err, runs[0].Seed, 0
		}
		if err != nil && exitCode(err) == exitCode(worst) {
			count++
		}
	}
	switch {
	case worst == nil || len(exp.seeds) == 1:
		return worst
	case count == 1:
		return &exitError{exitCode(worst), fmt.Errorf("%w (seed %d, 1 of %d runs)", worst, seed, len(exp.seeds))}
	default:
		return &exitError{exitCode(worst), fmt.Errorf("%w (seed %d, the first of %d such runs of %d)", worst, seed, count, len(exp.seeds))}
	}
}
