package compare

import (
	"fmt"

	"checkoutlab/internal/gate"
)

// SchemaVersion is the version of a comparison as JSON. Fields may be added to a
// version, never removed or given another meaning.
const SchemaVersion = 1

// Confidence is the level of the intervals.
const Confidence = 0.95

// Result is a comparison, as --format json has it.
type Result struct {
	SchemaVersion int    `json:"schema_version"`
	Scenario      string `json:"scenario"`
	Executor      string `json:"executor"`
	Base          Side   `json:"base"`
	New           Side   `json:"new"`
	// Differences are what is not the same on both sides, beside the figures.
	Differences []string `json:"differences"`
	// Warnings are what was left out, and why verdicts are missing.
	Warnings []string `json:"warnings"`

	Alpha      float64 `json:"alpha"`
	MinEffect  string  `json:"min_effect"` // as --min-effect takes it
	Confidence float64 `json:"confidence"` // of the intervals
	// Needed is how many runs a side needs for a verdict, and Tested for how many
	// figures each p was adjusted.
	Needed int `json:"needed"`
	Tested int `json:"tested"`
	// Counts has the number of rows with each verdict.
	Counts map[Verdict]int `json:"counts"`
	Rows   []Row           `json:"rows"`

	effect Effect
}

// Side is what stands on one side.
type Side struct {
	Name     string   `json:"name"`           // of the folder
	Mode     string   `json:"mode,omitempty"` // of the runs, where modes are compared with each other
	Runs     int      `json:"runs"`
	Seeds    []uint64 `json:"seeds"`
	Versions []string `json:"versions"` // of the lab
	Changes  []string `json:"changes"`  // what was set on top of the scenario
}

// Row is one figure on both sides, in Unit: "ms", "%" or "count".
type Row struct {
	Mode string `json:"mode"` // of the new side
	// BaseMode is the mode of the base where modes are compared with each other.
	BaseMode string    `json:"base_mode,omitempty"`
	Phase    string    `json:"phase"` // "": the whole run
	Kind     gate.Kind `json:"kind"`
	Subject  string    `json:"subject"`
	Measure  string    `json:"measure"`
	Unit     gate.Unit `json:"unit"`
	Higher   string    `json:"higher"` // what a higher figure means: "better", "worse" or ""

	Base *Figure `json:"base"`
	New  *Figure `json:"new"`
	// Change of the median, in Unit; null where one of them is. Per cent of the
	// base, null where that is 0.
	Change        *float64 `json:"change"`
	ChangePercent *float64 `json:"change_percent"`
	// Matters is whether the change reaches the smallest effect.
	Matters bool `json:"matters"`

	Method   Method   `json:"method,omitempty"`
	P        *float64 `json:"p"`          // of the test by itself
	Adjusted *float64 `json:"p_adjusted"` // for the number of figures tested
	Verdict  Verdict  `json:"verdict"`

	base, new sample
	higher    gate.Direction
}

// Count is how many figures have a verdict.
func (r *Result) Count(v Verdict) int { return r.Counts[v] }

// Judged is how many figures there were runs enough for. What is the same in a few
// runs, and not simulated with the same seeds, is not one of them.
func (r *Result) Judged() (n int) {
	for _, row := range r.Rows {
		if row.Method != "" || row.Verdict == Same && min(len(row.base.figures), len(row.new.figures)) >= r.Needed {
			n++
		}
	}
	return n
}

// Named names the figures with a verdict, at most so many, and says how many more
// there are.
func (r *Result) Named(v Verdict, most int) (names []string) {
	for _, row := range r.Rows {
		if row.Verdict == v {
			names = append(names, row.String())
		}
	}
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("and %d more", more))
	}
	return names
}

// String is the row in a line, such as
//
//	health{mode:protected,phase:slow}: p95 0.6 ms, now 61 ms
func (r Row) String() string {
	m := gate.Measure{Subject: r.Subject, Mode: r.Mode, Phase: r.Phase, Name: r.Measure}
	return fmt.Sprintf("%s %s, now %s", m, r.Base.median(r.Unit), r.New.median(r.Unit))
}

func (r *Result) count() {
	r.Counts = map[Verdict]int{}
	for _, row := range r.Rows {
		r.Counts[row.Verdict]++
	}
}

func side(s *Set, mode string) Side {
	sum := s.Runs[0].Summary
	return Side{Name: s.Name, Mode: mode, Runs: len(s.Runs), Seeds: s.seeds(), Versions: s.versions(), Changes: append([]string{}, sum.Changes...)}
}

func (s *Set) seeds() (all []uint64) {
	for _, r := range s.Runs {
		all = append(all, r.Summary.Seed)
	}
	return all
}

func (s *Set) simulated() bool { return s.Runs[0].Summary.Executor == "sim" }
