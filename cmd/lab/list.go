package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"checkoutlab/scenarios"
)

func newList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the library: name, length, question, modes",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			width, _ := terminal(cmd.OutOrStdout())
			return environment(list(cmd.OutOrStdout(), width))
		},
	}
}

// list writes one line a scenario, for the eye and for grep. Where a line would
// be wider than the terminal each scenario has lines of its own. A width of 0 is
// no bound.
func list(w io.Writer, width int) error {
	var table bytes.Buffer
	lines := tabwriter.NewWriter(&table, 0, 8, 2, ' ', 0)
	fmt.Fprintln(lines, "NAME\tLENGTH\tQUESTION\tMODES")
	for _, cells := range listed() {
		fmt.Fprintln(lines, strings.Join(cells, "\t"))
	}
	if err := lines.Flush(); err != nil {
		return err
	}
	for line := range bytes.Lines(table.Bytes()) {
		if width > 0 && utf8.RuneCount(line)-1 > width {
			return listApart(w)
		}
	}
	_, err := table.WriteTo(w)
	return err
}

func listApart(w io.Writer) error {
	var text strings.Builder
	for _, cells := range listed() {
		fmt.Fprintf(&text, "%s, %s\n  %s\n  modes: %s\n", cells[0], cells[1], cells[2], cells[3])
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// listed has the name, length, question and modes of each scenario.
func listed() (rows [][]string) {
	for _, file := range scenarios.Library() {
		spec := file.Spec()
		rows = append(rows, []string{spec.Name, length(spec.Duration), oneLine(spec.Question), modeNames(file)})
	}
	return rows
}

// length is how long the loads of a scenario send: in seconds, or in minutes and
// hours without the zeros behind them.
func length(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = strings.TrimSuffix(text, zero[1:])
		}
	}
	return text
}

// oneLine folds a text of several lines into one.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
