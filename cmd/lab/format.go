package main

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/junit"
	"checkoutlab/report/markdown"
	"checkoutlab/scenarios"
)

// finished is a run with all that a format may show of it.
type finished struct {
	rec  *record.Recording
	runs []scenarios.Run
	sum  *report.Summary
	yaml []byte // the scenario as run
}

// render writes a run in one format.
type render func(w io.Writer, r finished) error

// formats by the names that --format takes.
var formats = map[string]render{
	"table":    figures(table),
	"json":     figures(report.JSON),
	"junit":    figures(junit.Write),
	"markdown": figures(markdown.Write),
	pageFormat: func(w io.Writer, r finished) error { return report.HTML(w, r.rec, r.runs, r.sum, r.yaml) },
}

// pageFormat shows what happened over time, too, and one run at a time.
const pageFormat = "html"

// figures renders what shows nothing but the summary.
func figures(write func(w io.Writer, sum *report.Summary) error) render {
	return func(w io.Writer, r finished) error { return write(w, r.sum) }
}

// table fits the text to a terminal and colours it there.
func table(w io.Writer, sum *report.Summary) error {
	width, color := terminal(w)
	return report.TextConfig{Width: width, Color: color}.Table(w, sum)
}

func formatNames() []string { return slices.Sorted(maps.Keys(formats)) }

func formatFlag(cmd *cobra.Command, into *string) {
	cmd.Flags().StringVar(into, "format", "table", "the `FORMAT` of what goes to standard output: "+strings.Join(formatNames(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
}

func renderer(name string) (render, error) {
	r, ok := formats[name]
	if !ok {
		return nil, usagef("--format %q: one of %s", name, strings.Join(formatNames(), ", "))
	}
	return r, nil
}
