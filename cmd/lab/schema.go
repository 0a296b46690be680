package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"checkoutlab/docs/schema"
)

// schemas by the names that lab schema takes.
var schemas = map[string][]byte{"scenario": schema.Scenario, "summary": schema.Summary}

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [scenario|summary]",
		Short: "Print the JSON Schema of scenario files, or of summary.json",
		Long: `Print the JSON Schema of scenario files (the default), with which an editor
completes and checks them, or of summary.json and --format json.

Save the first beside your scenario and name it in the first line of the file:

  lab schema > scenario.schema.json
  # yaml-language-server: $schema=scenario.schema.json`,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"scenario", "summary"},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "scenario"
			if len(args) > 0 {
				name = args[0]
			}
			_, err := cmd.OutOrStdout().Write(schemas[name])
			return environment(err)
		},
	}
}

// besideSchema has a scenario of the library name its schema where lab schema saves it:
// a copy does not stand where the original does.
func besideSchema(text []byte) []byte {
	return bytes.Replace(text, []byte("$schema=../../docs/schema/"), []byte("$schema="), 1)
}
