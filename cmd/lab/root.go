package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

const manual = `lab shows how one slow dependency takes down a whole API, and what stops it. It
runs a scenario over real sockets on this machine, or in virtual time, in each
of its modes, and prints what happened.

In the scenario that it runs by default a sales API has 16 workers. POST
/checkout calls a payment provider, GET /health calls nothing. The provider
turns slow, every worker waits for it, and /health queues behind them.

Exit codes:
  0    the run is valid and every gate holds
  1    a gate does not hold, or could not be evaluated (no samples)
  2    usage or scenario error: nothing was run
  3    the run is invalid: the machine stalled, the sender lagged or missed
       sends; figures are printed but not to be trusted
  4    environment: a port is taken, a file cannot be written, too few file
       descriptors
  130  interrupted: partial results were written and say so`

// helpWidth is how many columns the help of a command takes at most.
const helpWidth = 80

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "lab",
		Short: "Reproduce the checkout incident, live and under load",
		Long:  manual,
		Example: `  lab run                     the incident, live: about ten seconds
  lab run --sim               the same in virtual time: at once
  lab list                    more incidents
  lab run seat-hold --sim     one of them
  lab show seat-hold          its file, to read or to start your own from`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)))
	root.SetVersionTemplate(versionLine() + "\n")
	root.AddCommand(newRun(), newSweep(), newList(), newShow(), newCheck(), newSchema(),
		newReport(), newCompare(), newAgree(), newProvider(), newAPI(), newVersion())
	refuseUnknownTopics(root)
	return root
}

// refuseUnknownTopics has lab help of what is no command end as a command line that
// is wrong: cobra's own shows all of the help and calls it a success.
func refuseUnknownTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = func(_ *cobra.Command, topic []string) error {
			_, _, err := root.Find(topic)
			return err
		}
	}
}

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the lab and of Go",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return environment(err)
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("lab %s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the module's version, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	return "devel"
}
