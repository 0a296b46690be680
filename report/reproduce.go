package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"checkoutlab/internal/record"
	"checkoutlab/report/page"
	"checkoutlab/scenarios"
)

// reproduce tells how to make a run again: from the library, if what it has under
// that name is what was run, and from the stored scenario.
func reproduce(h record.Header, digest string, scenario []byte) []page.Command {
	var all []page.Command
	if line, ok := fromLibrary(h, scenario); ok {
		all = append(all, page.Command{About: "From the library of the lab:", Line: line})
	}
	about := "From the scenario as it was run, in the folder of this run:"
	if digest != "" {
		about = "From the scenario as it was run, in the folder of this run. In virtual time the same version of the lab (" +
			h.Version + ") gives the same digest, " + digest + ":"
	}
	return append(all, page.Command{About: about, Line: command(h, ScenarioFile)})
}

// command runs what is named, with the arguments that follow it.
func command(h record.Header, what string, more ...string) string {
	words := []string{"lab", "run", what}
	if h.Executor == "sim" {
		words = append(words, "--sim")
	}
	words = append(words, "--seed", fmt.Sprint(h.Seed))
	return strings.Join(append(words, more...), " ")
}

// fromLibrary is the command that was given, as far as a recording tells, if the
// library's scenario then is the one that was run.
func fromLibrary(h record.Header, scenario []byte) (line string, ok bool) {
	file, err := scenarios.Find(h.Scenario)
	if err != nil {
		return "", false
	}
	var settings []scenarios.Setting
	var words []string
	if len(h.Modes) < len(file.Modes()) {
		words = append(words, "--mode", strings.Join(h.Modes, ","))
	}
	for _, change := range h.Changes {
		flag, value, _ := strings.Cut(change, " ")
		parse := scenarios.ParseSetting
		if flag == "--rate" {
			parse = scenarios.ParseRateFlag
		}
		s, err := parse(value)
		if err != nil {
			return "", false
		}
		settings, words = append(settings, s), append(words, flag, ShellWord(value))
	}
	for _, gates := range []string{"", "--no-expect"} {
		if gates != "" {
			file, words = file.WithoutGates(), append(words, gates)
		}
		chosen, err := file.Choose(h.Modes, settings)
		if err == nil && bytes.Equal(scenarios.Marshal(chosen.AsRun()), scenario) {
			return command(h, h.Scenario, words...), true
		}
	}
	return "", false
}

// ShellWord is a word as a POSIX shell reads it.
func ShellWord(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_./:=,%@+-]+$`)
