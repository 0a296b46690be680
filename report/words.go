package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"checkoutlab/scenarios"
)

// figure prints a length of time for people: to a tenth of a millisecond below
// 10 ms, in whole milliseconds below a second, then in seconds, in minutes and in
// hours.
func figure(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case d < 0:
		return "-" + figure(-max(d, -math.MaxInt64))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	case d >= 10*time.Minute:
		return fmt.Sprintf("%.1f min", d.Minutes())
	case ms >= 9999.5:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 999.5:
		return fmt.Sprintf("%.2f s", ms/1000)
	case ms >= 9.95:
		return fmt.Sprintf("%.0f ms", ms)
	default:
		return fmt.Sprintf("%.1f ms", ms)
	}
}

// instant prints an instant of a run: in seconds in its first five minutes, then
// in hours, minutes and seconds.
func instant(m Millis) string {
	if m < 300_000 {
		return fmt.Sprintf("%g s", m/1000)
	}
	minutes := int(m.Duration() / time.Minute)
	var parts []string
	if hours := minutes / 60; hours > 0 {
		parts = append(parts, fmt.Sprintf("%d h", hours))
	}
	if minutes%60 > 0 {
		parts = append(parts, fmt.Sprintf("%d min", minutes%60))
	}
	if rest := (m.Duration() % time.Minute).Seconds(); rest > 0 {
		parts = append(parts, fmt.Sprintf("%g s", rest))
	}
	return strings.Join(parts, " ")
}

// Text prints a length of time as the tables do.
func (m Millis) Text() string { return figure(m.Duration()) }

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// about says what a mode is: in the words of the scenario if it has some, or
// else by the policies in force, with the dependency that they guard where there are
// several.
func about(mode string, spec scenarios.Spec) string {
	for _, m := range spec.Modes {
		if m.Name == mode && m.About != "" {
			return m.About
		}
	}
	var all []string
	dependencies := 0
	for _, service := range sortedKeys(spec.Services) {
		dependencies += len(spec.Services[service].Dependencies)
		for _, name := range sortedKeys(spec.Services[service].Dependencies) {
			if guards := policies(spec.Services[service].Dependencies[name]); guards != "" {
				all = append(all, service+"/"+name+": "+guards)
			}
		}
	}
	text := strings.Join(all, "; ")
	if dependencies == 1 {
		_, text, _ = strings.Cut(text, ": ")
	}
	return text
}

// policies lists those of a dependency from the outermost inwards, as they are
// ordered by default.
func policies(d scenarios.Dependency) string {
	var all []string
	if d.Retry != nil {
		all = append(all, fmt.Sprintf("%d attempts", d.Retry.WithDefaults().Attempts))
	}
	if d.Breaker != nil {
		all = append(all, "breaker")
	}
	if d.Bulkhead != nil {
		all = append(all, fmt.Sprintf("bulkhead %d", d.Bulkhead.MaxConcurrent))
	}
	if d.Timeout > 0 {
		all = append(all, "timeout "+d.Timeout.String())
	}
	return strings.Join(all, ", ")
}

// Headline says what a run was of.
func (s *Summary) Headline() string { return headline(s.Scenario, s.Executor, s.Seed, s.Changes) }

func headline(scenario, executor string, seed uint64, changes []string) string {
	line := fmt.Sprintf("%s, %s, seed %d", scenario, executor, seed)
	if len(changes) > 0 {
		line += ", changed by " + strings.Join(changes, " ")
	}
	return line
}
