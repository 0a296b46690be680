package main

import (
	"errors"
	"fmt"
	"strings"

	"checkoutlab/report"
)

// verdict turns what was measured into the command's end: a run that was cut short
// or cannot be trusted says nothing about its gates.
func verdict(sum *report.Summary) error {
	switch {
	case sum.Partial:
		return &exitError{codeInterrupted, errors.New("interrupted: the results are partial")}
	case !sum.Validity.Valid:
		return &exitError{codeInvalid, errors.New("the run is invalid, do not trust its figures: " +
			strings.Join(sum.Validity.Reasons, "; "))}
	default:
		return gatesVerdict(sum)
	}
}

// namedGates is how many failed gates the last line names; the table has all.
const namedGates = 3

func gatesVerdict(sum *report.Summary) error {
	failed := sum.Failed()
	if len(failed) == 0 {
		return nil
	}
	var names []string
	for _, g := range failed[:min(len(failed), namedGates)] {
		names = append(names, g.String())
	}
	if more := len(failed) - namedGates; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return &exitError{codeFailed, fmt.Errorf("%d of %d gates failed: %s", len(failed), len(sum.Gates), strings.Join(names, "; "))}
}

// fatal reports whether an error leaves no sense in further runs.
func fatal(err error) bool {
	code := exitCode(err)
	return code == codeUsage || code == codeEnvironment || code == codeInterrupted
}
