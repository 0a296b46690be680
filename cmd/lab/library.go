package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/report"
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

func newCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Validate scenario files and print every problem with its file and line",
		Args:  takes(1, math.MaxInt),
		RunE: func(cmd *cobra.Command, args []string) error {
			bad := 0
			for _, path := range args {
				file, err := scenarios.ReadFile(path)
				if err != nil {
					bad++
					fmt.Fprintln(cmd.ErrOrStderr(), err)
					continue
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: ok, modes %s\n", path, modeNames(file)); err != nil {
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

func newReport() *cobra.Command {
	var format string
	var percentiles bool
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Render a stored run again",
		Args:  takes(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			render, err := renderer(format)
			if err != nil {
				return err
			}
			stored, damage := loadRun(args[0])
			if stored.rec == nil {
				return damage
			}
			if percentiles {
				if err := storePercentiles(args[0], stored.rec); err != nil {
					return environment(err)
				}
			}
			stored.sum = report.Measure(stored.rec, stored.runs)
			if err := render(cmd.OutOrStdout(), stored); err != nil {
				return environment(err)
			}
			if damage != nil {
				return damage
			}
			return verdict(stored.sum)
		},
	}
	formatFlag(cmd, &format)
	percentilesFlag(cmd, &percentiles)
	return cmd
}

// loadRun reads a stored run and the scenario that it was a run of, and measures
// nothing. Of a damaged recording it returns what could be read, as a partial run,
// beside the error.
func loadRun(dir string) (finished, error) {
	rec, yaml, damage := report.Load(dir)
	if rec == nil || len(rec.Modes) == 0 {
		return finished{}, usage(damage)
	}
	rec.Header.Partial = rec.Header.Partial || damage != nil
	file, err := scenarios.Read(filepath.Join(dir, "scenario.yaml"), yaml)
	if err != nil {
		return finished{}, usage(err)
	}
	runs, err := modeRuns(file, rec.Header.Seed)
	if err != nil {
		return finished{}, err
	}
	if err := checkPair(rec.Header, runs); err != nil {
		return finished{}, usage(fmt.Errorf("%s: %w", dir, err))
	}
	if damage != nil {
		damage = usage(fmt.Errorf("the recording is damaged, what is shown is what could be read of it: %w", damage))
	}
	return finished{rec: rec, runs: runs, yaml: yaml}, damage
}

// checkPair finds a recording beside a scenario that it is no run of, by which its
// figures would be read wrongly.
func checkPair(h record.Header, runs []scenarios.Run) error {
	var modes []string
	for _, r := range runs {
		if r.Spec.Name != h.Scenario {
			return fmt.Errorf("the recording is of %s, and the scenario beside it is %s", h.Scenario, r.Spec.Name)
		}
		modes = append(modes, r.Mode)
	}
	if !slices.Equal(modes, h.Modes) {
		return fmt.Errorf("the recording is of the modes %s, and the scenario beside it has %s", strings.Join(h.Modes, ", "), strings.Join(modes, ", "))
	}
	return nil
}
