// Package report computes everything a person sees of a run from its
// recording: measure, then judge, then render.
//
//	rec, scenario, err := report.Load(dir)      // or what an executor just left
//	sum := report.Measure(rec, runs)            // figures, phases, validity
//	err = report.Table(os.Stdout, sum)          // or JSON, Transitions, …
//	err = report.Store(dir, rec, runs, sum, scenario)
//
// A Meter measures without a recording, while the run goes on:
//
//	meter := report.NewMeter(run, "sim")        // a record.Recorder
//	sum := report.Summarize(header, []*report.Meter{meter})
//
// Quantiles are exact, by nearest rank (see Samples), and latencies count
// from the instant at which a request was due. Warnings (what is wrong with a
// run, which figure rests on too few samples) are data of the Summary, and each
// renderer shows them.
package report
