package sweep

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// JSON writes the sweep as sweep.json has it.
func JSON(w io.Writer, r *Result) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false) // limits have < and > in them
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	return nil
}

// CSV writes a line for each cell: mode, the value of each axis, the median in
// the unit that its head names, the ends of its interval, how many runs gave a
// figure and how many of these meet the limit, whether most do, whether it is
// done and why it is not to be trusted. What does not exist is empty.
func CSV(w io.Writer, r *Result) error {
	out := csv.NewWriter(w)
	head := []string{"mode"}
	for _, a := range r.Axes {
		head = append(head, a.Path)
	}
	head = append(head, "median_"+r.unitName(), "low", "high", "samples", "holding", "holds", "done", "invalid")
	rows := [][]string{head}
	for _, c := range r.Cells {
		holding, holds := "", ""
		if c.Holds != nil {
			holding, holds = strconv.Itoa(*c.Holding), strconv.FormatBool(*c.Holds)
		}
		rows = append(rows, slices.Concat([]string{c.Mode}, c.At,
			[]string{number64(c.Median), number64(c.Low), number64(c.High), strconv.Itoa(c.Samples), holding, holds, strconv.FormatBool(c.Done), c.Invalid}))
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	return nil
}

func (r *Result) unitName() string {
	if r.Unit == "%" {
		return "percent"
	}
	return r.Unit
}

func number64(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}
