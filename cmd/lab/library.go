package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/scenarios"
)

// openScenario reads a file, or a scenario of the library by its name. What
// looks like a path is one.
func openScenario(name string) (*scenarios.File, error) {
	open := scenarios.Find
	if strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		open = scenarios.ReadFile
	}
	file, err := open(name)
	if err != nil {
		return nil, usage(err)
	}
	return file, nil
}

func completeScenario(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return scenarios.Names(), cobra.ShellCompDirectiveDefault
}

func modeNames(file *scenarios.File) string {
	var names []string
	for _, mode := range file.Modes() {
		names = append(names, mode.Name)
	}
	return strings.Join(names, ", ")
}

func newShow() *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Print a scenario of the library, to read or to start your own from",
		Args:              takes(1, 1),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := openScenario(args[0])
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(besideSchema(file.Text()))
			return environment(err)
		},
	}
}

// openChecked prefers a file, whatever it is called: it is files that are checked.
func openChecked(name string) (*scenarios.File, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return openScenario(name)
	}
	return scenarios.ReadFile(name)
}

func newCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Validate scenario files and print every problem with its place",
		Long: `Validate scenario files and print every problem with its file and line. A name
that is no file is one of the library.`,
		Args: takes(1, math.MaxInt),
		RunE: func(cmd *cobra.Command, args []string) error {
			bad := 0
			for _, name := range args {
				file, err := openChecked(name)
				if err != nil {
					bad++
					fmt.Fprintln(cmd.ErrOrStderr(), printable(err))
					continue
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: ok, modes %s\n", name, modeNames(file)); err != nil {
					return environment(err)
				}
			}
			if bad > 0 {
				return usagef("%d of %d files have problems", bad, len(args))
			}
			return nil
		},
	}
}
