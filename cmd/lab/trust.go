package main

import (
	"fmt"
	"strings"

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
	where := ""
	if !f.noStore {
		invalid, err := reserveUnused(dir + "-invalid")
		if err != nil {
			return nil, nil, err
		}
		if err := report.Store(invalid, rec, runs, sum, exp.yaml); err != nil {
			return nil, nil, err
		}
		where = ", stored in " + invalid
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "the run is invalid (%s)%s: it is repeated once\n", strings.Join(sum.Validity.Reasons, "; "), where)
	return f.execute(cmd.Context(), cmd.ErrOrStderr(), exp, runs)
}
