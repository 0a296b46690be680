package markdown

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"checkoutlab/internal/unit"
	"checkoutlab/report"
)

const (
	openPhases     = 6  // further ones are folded
	maxTransitions = 50 // of a mode; transitions.log has them all
	maxReasons     = 20
	dash           = "-"
)

// verdict is the headline, and what it rests on. Whether the figures can be trusted
// comes first.
func verdict(sum *report.Summary) string {
	failed, what := len(sum.Failed()), ""
	switch {
	case len(sum.Gates) == 0:
		what = "no gates"
	case failed > 0:
		what = fmt.Sprintf("%d of %d gates FAILED", failed, len(sum.Gates))
	case missed(sum) > 0:
		what = fmt.Sprintf("%d advisory of %d gates missed", missed(sum), len(sum.Gates))
	default:
		what = fmt.Sprintf("%d of %d gates hold", len(sum.Gates), len(sum.Gates))
	}
	trust := "Valid"
	switch {
	case !sum.Validity.Valid:
		trust = "INVALID"
	case sum.Partial:
		trust = "PARTIAL"
	}
	v := sum.Validity
	var b strings.Builder
	fmt.Fprintf(&b, "## %s: %s, %s\n\n", trust, escape(sum.Scenario), what)
	fmt.Fprintf(&b, "%s. %d of %d due requests sent, %s.\n\n", escape(sum.Headline()), v.Sent, v.Due, escape(sum.Punctuality()))
	if !v.Valid {
		lines := []string{"Do not trust these figures:", ""}
		for _, reason := range v.Reasons[:min(len(v.Reasons), maxReasons)] {
			lines = append(lines, "- "+escape(reason))
		}
		if more := len(v.Reasons) - maxReasons; more > 0 {
			lines = append(lines, fmt.Sprintf("- and %d more", more))
		}
		b.WriteString(alert("CAUTION", lines...))
	}
	if sum.Partial {
		b.WriteString(alert("WARNING", "The run was cut short: the figures are of what happened until then."))
	}
	return b.String()
}

func missed(sum *report.Summary) (n int) {
	for _, g := range sum.Gates {
		if !g.Passed {
			n++
		}
	}
	return n
}

const legend = `Latency counts from the instant at which a request was due, and a request belongs to the
phase in which it was due. \~ marks a percentile of so few requests that it is their maximum.

`

// sections has the rest of the page, the most telling first.
func sections(sum *report.Summary) (all []section) {
	add := func(what, text string) {
		if text != "" {
			all = append(all, section{what, text})
		}
	}
	add("the gates that do not hold", openGates(sum))
	add("the gates that hold", heldGates(sum))
	for i, b := range report.Blocks(sum) {
		title, text := "phase "+b.Title, latencies(b)
		if i < openPhases {
			add(title, "### "+escape(b.Title)+"\n\n"+text)
		} else {
			add(title, folded(b.Title, text))
		}
	}
	add("how to read the tables", legend)
	add("what the parts did", whatPartsDid(sum))
	for _, m := range sum.Modes {
		add("the transitions of mode "+m.Mode, log(m))
	}
	return all
}

func openGates(sum *report.Summary) string {
	var open []report.Gate
	for _, g := range sum.Gates {
		if !g.Passed {
			open = append(open, g)
		}
	}
	if len(open) == 0 {
		return ""
	}
	slices.SortStableFunc(open, func(a, b report.Gate) int { // those that fail the run come first
		switch {
		case a.Advisory == b.Advisory:
			return 0
		case b.Advisory:
			return -1
		default:
			return 1
		}
	})
	return "### Gates\n\n" + gateTable(open)
}

func heldGates(sum *report.Summary) string {
	var held []report.Gate
	for _, g := range sum.Gates {
		if g.Passed {
			held = append(held, g)
		}
	}
	switch len(held) {
	case 0:
		return ""
	case 1:
		return folded("1 gate holds", gateTable(held))
	}
	return folded(fmt.Sprintf("%d gates hold", len(held)), gateTable(held))
}

func gateTable(gates []report.Gate) string {
	var rows [][]string
	for _, g := range gates {
		word := "**FAILED**"
		switch {
		case g.Passed:
			word = "holds"
		case g.Advisory:
			word = "missed (advisory)"
		}
		actual, limit, margin := g.Words()
		rows = append(rows, []string{word, code(cmp.Or(g.Measure, g.Text)), escape(actual), escape(limit), escape(margin), escape(g.Note)})
	}
	return table([]string{"", "measure", "actual:", "limit", "margin:", "note"}, rows)
}

// latencies has the loads of one phase below each other, so that the modes compare.
func latencies(b report.Block) string {
	var rows [][]string
	for _, load := range loads(b) {
		for _, r := range b.Rows {
			l, ok := r.Figures.Loads[load]
			if !ok {
				continue
			}
			n := l.Ended()
			at := func(ms *report.Millis, percent int64) string {
				return escape(report.QuantileText(ms, n, unit.Percent(percent)))
			}
			most := dash
			if l.Max != nil {
				most = l.Max.Text()
			}
			rows = append(rows, []string{
				escape(cmp.Or(l.Route, load)), escape(r.Mode), fmt.Sprint(n),
				at(l.P50, 50), at(l.P95, 95), at(l.P99, 99), most, outcomes(l),
			})
		}
	}
	if len(rows) == 0 {
		return "No load was due.\n\n"
	}
	return table([]string{"load", "mode", "ended:", "p50:", "p95:", "p99:", "max:", "outcomes"}, rows)
}

// loads by their route, so that what is only read (GET) comes before what is
// ordered (POST), as in the text table.
func loads(b report.Block) []string {
	routes := map[string]string{}
	for _, r := range b.Rows {
		for name, l := range r.Figures.Loads {
			routes[name] = l.Route
		}
	}
	names := slices.Sorted(maps.Keys(routes))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(routes[a], routes[b]) })
	return names
}

// outcomes lists how requests ended, with the reasons where they tell more.
func outcomes(l report.LoadFigures) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(l.Outcomes)) {
		text := fmt.Sprintf("%d × %s", l.Outcomes[name], name)
		if why := l.ReasonsText(name); why != "" {
			text += " " + why
		}
		all = append(all, escape(text))
	}
	if len(all) == 0 {
		return dash
	}
	return strings.Join(all, ", ")
}
