package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// trusted carries out the modes of one seed, and once more if the run turns out
// invalid: a machine that was busy for a moment is not worth a red pipeline. The
// run that is not trusted is kept beside dir, so that nobody takes it for the other.
func (f runFlags) trusted(cmd *cobra.Command, exp experiment, runs []scenarios.Run, dir string) (*record.Recording, *report.Summary, error) {
	rec, sum, err := f.execute(cmd.Context(), cmd.ErrOrStderr(), exp, runs)
	switch {
	case err != nil || sum.Validity.Valid || sum.Partial:
		return rec, sum, err
	case f.noRetry || exp.by.virtual: // in virtual time it would be the same again
		return rec, sum, nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "the run is invalid (%s)%s: it is repeated once\n",
		named(sum.Validity.Reasons), f.setAside(dir, rec, runs, sum, exp))
	return f.execute(cmd.Context(), cmd.ErrOrStderr(), exp, runs)
}

// setAside stores a run that is not trusted and says where. That it cannot be
// stored keeps the other from being made as little as its figures do.
func (f runFlags) setAside(dir string, rec *record.Recording, runs []scenarios.Run, sum *report.Summary, exp experiment) string {
	if f.noStore {
		return ""
	}
	invalid, err := reserveUnused(dir + "-invalid")
	if err == nil {
		err = report.Store(invalid, rec, runs, sum, exp.yaml)
	}
	if err != nil {
		return fmt.Sprintf(", not stored (%v)", err)
	}
	return ", stored in " + invalid
}
