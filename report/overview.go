package report

import (
	"io"

	"checkoutlab/internal/record"
	"checkoutlab/report/overview"
	"checkoutlab/scenarios"
)

// Overview draws all modes of a run on one clock, as "svg" or "png". The same
// recording always gives the same bytes.
func Overview(w io.Writer, rec *record.Recording, runs []scenarios.Run, format string) error {
	return overview.New(figureOf(rec, runs, Measure(rec, runs))).Write(w, format)
}

func figureOf(rec *record.Recording, runs []scenarios.Run, sum *Summary) overview.Figure {
	h := rec.Header
	f := overview.Figure{Title: h.Scenario, Subtitle: headline(h.Scenario, h.Executor, h.Seed, h.Changes)}
	if sum.Partial {
		f.Subtitle += ", PARTIAL: the run was cut short"
	}
	if v := sum.Validity; !v.Valid {
		f.Subtitle += ", INVALID: " + v.Reasons[0]
	}
	for _, m := range rec.Modes {
		spec := specOf(m.Name, runs)
		if spec.Question != "" {
			f.Title = spec.Question
		}
		f.Columns = append(f.Columns, overview.Column{Title: m.Name, About: about(m.Name, spec), Spec: spec, Events: m.Events})
	}
	return f
}
