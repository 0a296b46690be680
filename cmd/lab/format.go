package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// render writes a run in one format.
type render func(w io.Writer, rec *record.Recording, runs []scenarios.Run, sum *report.Summary) error

// formats by the names that --format takes.
var formats = map[string]render{
	"table": func(w io.Writer, _ *record.Recording, runs []scenarios.Run, sum *report.Summary) error {
		return report.Table(w, sum)
	},
	"json": func(w io.Writer, _ *record.Recording, _ []scenarios.Run, sum *report.Summary) error {
		return report.JSON(w, sum)
	},
}

func formatNames() []string { return slices.Sorted(maps.Keys(formats)) }

func formatFlag(cmd *cobra.Command, into *string) {
	cmd.Flags().StringVar(into, "format", "table", "what goes to standard output: "+strings.Join(formatNames(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
}

func renderer(name string) (render, error) {
	r, ok := formats[name]
	if !ok {
		return nil, usagef("%s", fmt.Sprintf("--format %q: one of %s", name, strings.Join(formatNames(), ", ")))
	}
	return r, nil
}
