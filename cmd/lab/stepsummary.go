package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"checkoutlab/report"
	"checkoutlab/report/markdown"
)

// stepSummaryVar names the file that GitHub shows as the summary of a step.
const stepSummaryVar = "GITHUB_STEP_SUMMARY"

const (
	summaryAuto  = "auto"
	summaryNever = "never"
)

func summaryFlag(cmd *cobra.Command, into *string) {
	cmd.Flags().StringVar(into, "summary", summaryAuto,
		"`WHEN` to append the run as Markdown to the file that "+stepSummaryVar+" names: auto, if it is set, or never")
	_ = cmd.RegisterFlagCompletionFunc("summary", cobra.FixedCompletions([]string{summaryAuto, summaryNever}, cobra.ShellCompDirectiveNoFileComp))
}

func checkSummaryFlag(value string) error {
	if value != summaryAuto && value != summaryNever {
		return usagef("--summary %q: %s or %s", value, summaryAuto, summaryNever)
	}
	return nil
}

// summarize appends the run to the step's summary. What goes wrong is told and
// fails nothing: the run is made, and its verdict does not depend on a page about it.
func summarize(stderr io.Writer, when string, sum *report.Summary) {
	path := os.Getenv(stepSummaryVar)
	if when == summaryNever || path == "" {
		return
	}
	if err := appendSummary(path, sum); err != nil {
		fmt.Fprintf(stderr, "warning: the summary of the step (%s) was not written: %v\n", stepSummaryVar, err)
	}
}

// appendSummary keeps the whole file, with what is in it already, to what GitHub
// takes.
func appendSummary(path string, sum *report.Summary) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if info.Size() > 0 {
		page.WriteByte('\n') // what is there may not end with a line
	}
	if err := markdown.WriteWithin(&page, sum, int(max(0, markdown.MaxSize-info.Size()))-page.Len()); err != nil {
		return err
	}
	if _, err := f.Write(page.Bytes()); err != nil {
		return err
	}
	return f.Close()
}
