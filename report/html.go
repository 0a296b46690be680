package report

import (
	"fmt"
	"io"
	"strings"

	"checkoutlab/internal/console"
	"checkoutlab/internal/record"
	"checkoutlab/internal/unit"
	"checkoutlab/report/page"
	"checkoutlab/scenarios"
)

// HTML writes the run as one page with charts that can be zoomed, which needs no
// network and no other file. sum is what was measured, and scenario the text of
// scenario.yaml. The same recording always gives the same bytes.
func HTML(w io.Writer, rec *record.Recording, runs []scenarios.Run, sum *Summary, scenario []byte) error {
	return page.Write(w, pageOf(rec, runs, sum, scenario))
}

func pageOf(rec *record.Recording, runs []scenarios.Run, sum *Summary, scenario []byte) page.Page {
	p := page.Page{
		Scenario: sum.Scenario, Facts: facts(rec.Header, sum), Invalid: sum.Validity.Reasons, Partial: sum.Partial,
		Validity:  fmt.Sprintf("%d of %d due requests sent, %s.", sum.Validity.Sent, sum.Validity.Due, sum.Punctuality()),
		Reproduce: reproduce(rec.Header, sum.Digest, scenario), YAML: string(scenario),
	}
	if sum.Validity.Valid {
		p.Invalid = nil
	}
	for i, m := range sum.Modes {
		spec := specOf(m.Mode, runs)
		if p.Question == "" {
			p.Question, p.Explanation = spec.Question, spec.Explanation
		}
		p.Modes = append(p.Modes, pageMode(m, rec.Modes[i].Events, spec))
	}
	for _, b := range Blocks(sum) {
		p.Tables = append(p.Tables, pageTable(b, partsOf(sum)))
	}
	p.Notes = pageNotes(p.Tables)
	p.Phases = pagePhases(sum)
	for _, g := range sum.Gates {
		p.Gates = append(p.Gates, pageGate(g))
	}
	p.GatesTitle, p.GatesFail = TextConfig{}.gatesTitle(sum), len(sum.Failed()) > 0
	return p
}

func facts(h record.Header, sum *Summary) []page.Fact {
	how := "live, over real sockets"
	if sum.Executor == "sim" {
		how = "sim, in virtual time"
	}
	all := []page.Fact{{Name: "executor", Value: how}, {Name: "seed", Value: fmt.Sprint(sum.Seed)}, {Name: "version", Value: sum.Version}}
	if len(sum.Changes) > 0 {
		all = append(all, page.Fact{Name: "changed by", Value: strings.Join(sum.Changes, " ")})
	}
	if !sum.Started.IsZero() {
		all = append(all, page.Fact{Name: "started", Value: sum.Started.UTC().Format("2006-01-02 15:04:05 UTC")})
	}
	if h.CPUs > 0 {
		all = append(all, page.Fact{Name: "on", Value: fmt.Sprintf("%d cores, %s", h.CPUs, h.GoVersion)})
	}
	return all
}

// maxLogged are the lines of a mode's log on the page; transitions.log has all of
// its transitions.
const maxLogged = 500

func pageMode(m Mode, events record.Log, spec scenarios.Spec) page.Mode {
	p := page.Mode{Name: m.Mode, About: about(m.Mode, spec), Spec: spec, Events: events}
	shown := m.Transitions[:min(len(m.Transitions), maxLogged)]
	p.LeftOut = len(m.Transitions) - len(shown)
	restarts := m.Restarts
	for _, t := range shown {
		for len(restarts) > 0 && restarts[0].At <= t.At {
			p.Log, restarts = append(p.Log, restarts[0].String()), restarts[1:]
		}
		p.Log = append(p.Log, t.String())
	}
	for _, r := range restarts[:min(len(restarts), maxLogged)] {
		p.Log = append(p.Log, r.String())
	}
	return p
}

// pagePhases are those of the first mode that has some.
func pagePhases(sum *Summary) (all []page.Phase) {
	for _, m := range sum.Modes {
		for _, ph := range m.Phases {
			all = append(all, page.Phase{Name: ph.Name, From: ph.From.Duration().Seconds(), Until: ph.Until.Duration().Seconds()})
		}
		if len(all) > 0 {
			break
		}
	}
	return all
}

func pageGate(g Gate) page.Gate {
	p := page.Gate{Verdict: page.Holds, Measure: g.Measure, Notes: g.said()}
	switch {
	case g.Passed:
	case g.Advisory:
		p.Verdict = page.Missed
	default:
		p.Verdict = page.Failed
	}
	if p.Measure == "" {
		p.Measure = g.Text
	}
	p.Actual, p.Limit, p.Margin = g.Words()
	return p
}

// pageTable has the columns of the text table, and the longest latency.
func pageTable(b Block, parts parts) page.Table {
	t := page.Table{Title: b.Title}
	for _, r := range b.Rows {
		t.Rows = append(t.Rows, page.Row{Mode: r.Mode})
	}
	for _, name := range parts.loads {
		t.Groups = append(t.Groups, page.Group{Name: loadTitle(b.Rows, name), Columns: []page.Column{
			{Head: "p50", Number: true}, {Head: "p95", Number: true}, {Head: "max", Number: true}, {Head: "outcomes"},
		}})
		for i, r := range b.Rows {
			t.Rows[i].Cells = append(t.Rows[i].Cells, loadCells(r.Figures.Loads[name])...)
		}
	}
	for _, g := range (TextConfig{}).groups(b.Rows, parts)[len(parts.loads):] {
		t.Groups = append(t.Groups, pageGroup(g, t.Rows))
	}
	return t
}

// pageGroup adds the cells of a group of text columns to the rows.
func pageGroup(columns []console.Column, rows []page.Row) page.Group {
	var g page.Group
	for i, c := range columns {
		name, head, _ := strings.Cut(c.Head, "\n")
		if i == 0 {
			g.Name = name
		}
		g.Columns = append(g.Columns, page.Column{Head: head, Number: c.Right})
		for r, text := range c.Cells {
			cell := page.Cell{Number: c.Right}
			for line := range strings.SplitSeq(text, "\n") {
				cell.Lines = append(cell.Lines, page.Line{Text: line})
			}
			rows[r].Cells = append(rows[r].Cells, cell)
		}
	}
	return g
}

func loadCells(l LoadFigures) []page.Cell {
	number := func(text string) page.Cell {
		return page.Cell{Number: true, Lines: []page.Line{{Text: text}}}
	}
	longest := dash
	if l.Max != nil {
		longest = l.Max.Text()
	}
	outcomes := page.Cell{Lines: []page.Line{{Text: dash}}}
	if len(l.Outcomes) > 0 {
		outcomes.Lines = nil
	}
	for _, name := range sortedKeys(l.Outcomes) {
		outcomes.Lines = append(outcomes.Lines, page.Outcome(name, fmt.Sprintf("%d × %s", l.Outcomes[name], name), l.ReasonsText(name)))
	}
	return []page.Cell{
		number(QuantileText(l.P50, l.Ended(), unit.Percent(50))),
		number(QuantileText(l.P95, l.Ended(), unit.Percent(95))),
		number(longest), outcomes,
	}
}

// pageNotes say how the tables are to be read.
func pageNotes(tables []page.Table) []string {
	notes := []string{strings.Join(strings.Fields(footnote), " ")}
	for _, t := range tables {
		for _, r := range t.Rows {
			for _, c := range r.Cells {
				if c.Number && strings.HasPrefix(c.Lines[0].Text, atMaximum) {
					return append(notes, atMaximum+": so few requests that this percentile is their maximum.")
				}
			}
		}
	}
	return notes
}
