package sweep

// SchemaVersion is the version of sweep.json. Fields may be added to a version,
// never removed or given another meaning.
const SchemaVersion = 1

// Result is everything that a sweep gave, as sweep.json has it.
type Result struct {
	SchemaVersion int      `json:"schema_version"`
	Scenario      string   `json:"scenario"`
	Executor      string   `json:"executor"` // "sim"
	Version       string   `json:"version"`
	Seed          uint64   `json:"seed"` // of the first run in each cell
	Runs          int      `json:"runs"` // in each cell
	Changes       []string `json:"changes,omitempty"`
	// Partial is set when the sweep was cut short: some cells are not done.
	Partial bool `json:"partial"`

	Measure  string   `json:"measure"`
	Unit     string   `json:"unit"`               // of every figure: "ms", "%" or "count"
	Operator string   `json:"operator,omitempty"` // of the limit, if there is one
	Limit    *float64 `json:"limit,omitempty"`
	// Confidence of the intervals.
	Confidence float64 `json:"confidence"`

	Axes  []Axis   `json:"axes"`
	Modes []string `json:"modes"`
	// Cells in the order of the modes, and in each with the last axis changing
	// fastest.
	Cells []Cell `json:"cells"`
}

// Cell is one point of the grid in one mode.
type Cell struct {
	Mode string   `json:"mode"`
	At   []string `json:"at"` // a value of each axis
	// Done is set when all its runs were made.
	Done bool `json:"done"`
	// Median over the seeds; null if no run had samples.
	Median *float64 `json:"median"`
	// Low and High are the ends of the median's interval; null with fewer than
	// six figures, which have none.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	// Samples is how many runs gave a figure.
	Samples int `json:"samples"`
	// Holds says whether more than half of the figures meet the limit, and
	// Holding how many do; null without a limit or figures.
	Holds   *bool `json:"holds"`
	Holding *int  `json:"holding"`
	// Invalid says why a run of the cell is not to be trusted.
	Invalid string `json:"invalid,omitempty"`
}

func (s *Sweep) result(samples []sample, cut bool) *Result {
	r := &Result{
		SchemaVersion: SchemaVersion, Scenario: s.Scenario(), Executor: "sim", Version: s.Version, Seed: s.Seed, Runs: s.Runs, Partial: cut,
		Measure: s.Measure, Unit: string(s.target.unit), Confidence: Confidence, Axes: s.Axes, Modes: s.Modes,
	}
	if g := s.target.gate; g != nil {
		r.Operator, r.Limit = g.Op, &g.Limit
	}
	for _, setting := range s.Settings {
		r.Changes = append(r.Changes, setting.String())
	}
	for i, c := range s.cells {
		cell := Cell{Mode: c.run.Mode}
		for k, a := range s.Axes {
			cell.At = append(cell.At, a.Values[c.at[k]].Text)
		}
		cell.sumUp(samples[i*s.Runs:(i+1)*s.Runs], r.Limit != nil)
		r.Cells = append(r.Cells, cell)
	}
	return r
}

// Invalid counts the cells with a run that is not to be trusted.
func (r *Result) Invalid() int {
	return r.count(func(c Cell) bool { return c.Invalid != "" })
}

// Done counts the cells that were finished.
func (r *Result) Done() int {
	return r.count(func(c Cell) bool { return c.Done })
}

func (r *Result) count(which func(Cell) bool) int {
	n := 0
	for _, c := range r.Cells {
		if which(c) {
			n++
		}
	}
	return n
}

// of returns the cells of one mode.
func (r *Result) of(mode int) []Cell {
	n := len(r.Cells) / len(r.Modes)
	return r.Cells[mode*n : (mode+1)*n]
}
