package main

import (
	"errors"
	"strings"

	"checkoutlab/report"
)

// verdict turns what was measured into the command's end.
func verdict(sum *report.Summary) error {
	switch {
	case sum.Partial:
		return &exitError{codeInterrupted, errors.New("interrupted: the results are partial")}
	case !sum.Validity.Valid:
		return &exitError{codeInvalid, errors.New("the run is invalid, do not trust its figures: " +
			strings.Join(sum.Validity.Reasons, "; "))}
	default:
		return nil
	}
}

// fatal reports whether an error leaves no sense in further runs.
func fatal(err error) bool {
	code := exitCode(err)
	return code == codeUsage || code == codeEnvironment || code == codeInterrupted
}

// worse returns the error that is to end a series of runs: the first of the
// graver kind.
func worse(a, b error) error {
	if exitCode(b) > exitCode(a) {
		return b
	}
	return a
}
