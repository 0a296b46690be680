package main

import (
	"github.com/spf13/cobra"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/hdr"
)

func percentilesFlag(cmd *cobra.Command, into *bool) {
	cmd.Flags().BoolVar(into, "hdr", false, "store MODE/LOAD.hgrm too: latencies as HdrHistogram's percentiles, to three significant digits")
}

// storePercentiles adds to a stored run.
func storePercentiles(dir string, rec *record.Recording) error {
	files, err := hdr.Files(rec)
	if err != nil {
		return err
	}
	return report.StoreFiles(dir, files)
}
