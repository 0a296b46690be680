package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

func newReport() *cobra.Command {
	var format string
	var percentiles bool
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Render a stored run again",
		Long: `Render a stored run again, from its recording. The command ends as the run did:
with 0, 1, 3 or 130. Of a damaged recording it shows what can be read, marked
partial, and ends with 2.`,
		Args: takes(1, 1),
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
		return finished{}, unreadable(wayOut(dir, yaml, damage))
	}
	rec.Header.Partial = rec.Header.Partial || damage != nil
	file, err := scenarios.Read(filepath.Join(dir, report.ScenarioFile), yaml)
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

// wayOut says what to do where there is nothing to render.
func wayOut(dir string, yaml []byte, why error) error {
	if yaml == nil {
		return fmt.Errorf("%w; name a folder that lab run says it has stored", why)
	}
	return fmt.Errorf("%w; nothing can be rendered of it again: what was stored beside it stays, such as %s, and lab run %s runs the scenario anew",
		why, report.PageFile, report.ShellWord(filepath.Join(dir, report.ScenarioFile)))
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
