package markdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"checkoutlab/report"
)

// whatPartsDid tells of services, providers and policies over the whole run.
func whatPartsDid(sum *report.Summary) string {
	var rows [][]string
	for _, m := range sum.Modes {
		add := func(part, format string, args ...any) {
			rows = append(rows, []string{escape(m.Mode), escape(part), escape(fmt.Sprintf(format, args...))})
		}
		for _, name := range sorted(m.Services) {
			s := m.Services[name]
			add(name, "at most %d of %d workers busy, %d waiting", s.BusyMax, s.Workers, s.QueueMax)
		}
		for _, name := range sorted(m.Providers) {
			p := m.Providers[name]
			add(name, "%d calls, at most %d at once, of which nobody waited for %d", p.Calls, p.InFlightMax, p.AbandonedMax)
		}
		for _, name := range sorted(m.Bulkheads) {
			b := m.Bulkheads[name]
			add(name+" bulkhead", "at most %d of %d slots taken, %d waiting, %d refused", b.InUseMax, b.MaxConcurrent, b.QueueMax, b.Rejected)
		}
		for _, name := range sorted(m.Breakers) {
			b := m.Breakers[name]
			add(name+" breaker", "opened %d×, open for %s, %d refused", b.Opens, b.Open.Text(), b.Rejected)
		}
		for _, name := range sorted(m.Retries) {
			r := m.Retries[name]
			add(name+" retries", "%d made, %d kept back by the budget", r.Retries, r.OverBudget)
		}
	}
	if len(rows) == 0 {
		return ""
	}
	return folded("What services, providers and policies did", table([]string{"mode", "part", "over the whole run"}, rows))
}

// log has the transitions of a mode, and what its probes led to.
func log(m report.Mode) string {
	var lines []string
	for i, t := range m.Transitions {
		if i == maxTransitions {
			lines = append(lines, fmt.Sprintf("… and %d more: see transitions.log, or lab report DIR", len(m.Transitions)-i))
			break
		}
		lines = append(lines, oneLine(t.String()))
	}
	for i, r := range m.Restarts {
		if i == maxTransitions {
			lines = append(lines, fmt.Sprintf("… and %d more restarts", len(m.Restarts)-i))
			break
		}
		lines = append(lines, oneLine(r.String()))
	}
	if len(lines) == 0 {
		return ""
	}
	return folded(fmt.Sprintf("Transitions in mode %s (%d)", m.Mode, len(m.Transitions)+len(m.Restarts)), block("", lines))
}

// repeat is the command that makes the run anew. It names the scenario as it was run:
// a summary does not tell whether its scenario is the library's or only called like it.
func repeat(sum *report.Summary) string {
	words := []string{"lab", "run", report.ScenarioFile}
	if sum.Executor == "sim" {
		words = append(words, "--sim")
	}
	words = append(words, "--seed", fmt.Sprint(sum.Seed))
	text := block("sh", []string{strings.Join(words, " ")})
	text += code(report.ScenarioFile) + " is in the folder of the run, unless that was not stored: the scenario as it was run, its modes with every change and gate.\n\n"
	if sum.Digest != "" {
		text += "In virtual time the same run has the digest " + code(sum.Digest) + ".\n\n"
	}
	return folded("How to repeat it (lab "+sum.Version+")", text)
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
