package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFits: the help of every command of ours can be read in 80 columns.
func TestHelpFits(t *testing.T) {
	var read func(cmd *cobra.Command)
	read = func(cmd *cobra.Command) {
		var help strings.Builder
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(help.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: a line of %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		for _, sub := range cmd.Commands() {
			read(sub)
		}
	}
	read(newRoot())
}
