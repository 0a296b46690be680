package main

import (
	"errors"
	"fmt"
	"slices"
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
			named(sum.Validity.Reasons))}
	default:
		return gatesVerdict(sum)
	}
}

// mostNamed is how many of several the last line names; what is printed has all.
const mostNamed = 3

// named are the first of several, and how many more there are.
func named(all []string) string {
	if more := len(all) - mostNamed; more > 0 {
		all = append(slices.Clone(all[:mostNamed]), fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, "; ")
}

func gatesVerdict(sum *report.Summary) error {
	failed := sum.Failed()
	if len(failed) == 0 {
		return nil
	}
	var gates []string
	for _, g := range failed {
		gates = append(gates, g.String())
	}
	return &exitError{codeFailed, fmt.Errorf("%d of %d gates failed: %s", len(failed), len(sum.Gates), named(gates))}
}

// fatal reports whether an error leaves no sense in further runs.
func fatal(err error) bool {
	code := exitCode(err)
	return code == codeUsage || code == codeEnvironment || code == codeInterrupted
}
