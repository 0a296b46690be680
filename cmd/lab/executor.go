package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"checkoutlab/internal/live"
	"checkoutlab/internal/run"
	"checkoutlab/internal/sim"
	"checkoutlab/scenarios"
)

// executor is one way to carry a run out.
type executor struct {
	name    string
	run     run.Executor
	stagger time.Duration
	virtual bool // its time is not the clock's
}

func (f runFlags) executor() executor {
	if f.sim {
		return executor{name: "sim", run: sim.Run, virtual: true}
	}
	return executor{name: "live", run: live.Run, stagger: live.Stagger}
}

// bounds says in what runs ask for more than the executor may be given: each problem
// once, with the first mode that has it.
func (x executor) bounds(runs []scenarios.Run) error {
	if x.virtual {
		return nil
	}
	var lines []string
	seen := map[string]bool{}
	for _, r := range runs {
		for _, problem := range r.Spec.ValidateLive() {
			if text := problem.String(); !seen[text] {
				seen[text] = true
				lines = append(lines, fmt.Sprintf("mode %s: %s", r.Mode, text))
			}
		}
	}
	if lines == nil {
		return nil
	}
	return usage(errors.New(strings.Join(lines, "\n")))
}

// check says whether the machine can carry the runs.
func (x executor) check(runs []scenarios.Run, serial bool) error {
	if x.virtual {
		return nil
	}
	return live.Check(runs, serial)
}
