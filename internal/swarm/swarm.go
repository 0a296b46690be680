// Package swarm looks for faults of the lab where nobody thought of looking: it
// draws random scenarios within bounds, runs them in virtual time with the
// simulator's invariants on, and balances the books of what they left behind.
//
// A scenario follows from one number. Of all the features that a scenario may have
// each seed is given a part, so that some are seen without the others (Groce and
// others: Swarm Testing, ISSTA 2012). What a scenario is drawn from is data: a new
// field of the scenario file is a row in rows.go.
package swarm

import (
	"context"
	"fmt"
	"slices"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// Failure is a rule that a run has broken.
type Failure struct {
	Rule   string // what should hold, in a few words
	Detail string // what happened instead
}

func (f *Failure) Error() string { return f.Rule + ": " + f.Detail }

func failf(rule, format string, args ...any) error {
	return &Failure{rule, fmt.Sprintf(format, args...)}
}

// maxEvents bounds what one run may leave; a scenario within bounds stays far below.
const maxEvents = 5_000_000

// Check runs the scenario of a seed, with that seed, and returns a *Failure if
// anything about it is wrong.
func Check(seed uint64) error { return CheckText(Scenario(seed), seed) }

// CheckText is Check for any scenario, in the mode "default".
func CheckText(text []byte, seed uint64) error {
	r, err := read(text, seed)
	if err != nil {
		return err
	}
	log, err := carryOut(r)
	if err != nil {
		return err
	}
	again, err := carryOut(r)
	if err != nil {
		return err
	}
	events := slices.Collect(log.All())
	if other := slices.Collect(again.All()); !slices.Equal(events, other) {
		return failf("the same seed gives the same events", "%s", difference(events, other))
	}
	if err := balance(r.Spec, events); err != nil {
		return err
	}
	return checkSummary(r.Spec, events, measure(r, log))
}

// ruleReads is broken by a scenario that cannot be run, and so cannot be shrunk.
const ruleReads = "a scenario within bounds is valid"

func read(text []byte, seed uint64) (scenarios.Run, error) {
	file, err := scenarios.Read("swarm.yaml", text)
	if err != nil {
		return scenarios.Run{}, failf(ruleReads, "%v", err)
	}
	r, err := file.Run(file.Modes()[0].Name, seed, nil)
	if err != nil {
		return r, failf(ruleReads, "%v", err)
	}
	return r, nil
}

// carryOut runs a scenario; a panic in it is a failure.
func carryOut(r scenarios.Run) (log record.Log, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = failf("the simulator's invariants hold", "%v", why)
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rec := &bounded{cancel: cancel}
	if err := sim.Run(ctx, r, rec); err != nil {
		return log, failf("a scenario within bounds can be run", "%v", err)
	}
	return rec.kept.Log(), nil
}

// bounded ends a run that would not end by itself.
type bounded struct {
	kept   record.Memory
	n      int
	cancel context.CancelFunc
}

func (b *bounded) Record(e record.Event) {
	if b.n++; b.n == maxEvents {
		b.cancel()
	}
	b.kept.Record(e)
}

func difference(a, b []record.Event) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("event %d is %+v and then %+v", i, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d events and then %d", len(a), len(b))
}

// Digest identifies what the run of a scenario leaves, as the summary of
// "lab run --sim" has it; "" if the scenario does not come to its end.
func Digest(text []byte, seed uint64) string {
	r, err := read(text, seed)
	if err != nil {
		return ""
	}
	log, err := carryOut(r)
	if err != nil {
		return ""
	}
	return record.Digest(recordingOf(r, log))
}

func recordingOf(r scenarios.Run, log record.Log) *record.Recording {
	return &record.Recording{
		Header: record.Header{Scenario: r.Spec.Name, Executor: "swarm", Seed: r.Seed},
		Modes:  []record.Mode{{Name: r.Mode, Events: log}},
	}
}

// measure is what the reports make of a run.
func measure(r scenarios.Run, log record.Log) report.Mode {
	return report.Measure(recordingOf(r, log), []scenarios.Run{r}).Modes[0]
}
