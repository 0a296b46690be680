package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"checkoutlab/internal/console"
)

// JSON writes the comparison as Result has it.
func JSON(w io.Writer, r *Result) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	return nil
}

// CSV writes a line for each figure. What does not exist is empty.
func CSV(w io.Writer, r *Result) error {
	rows := [][]string{{
		"base_mode", "mode", "phase", "kind", "subject", "measure", "unit",
		"base_samples", "base_median", "base_low", "base_high", "new_samples", "new_median", "new_low", "new_high",
		"change", "change_percent", "p", "p_adjusted", "method", "verdict",
	}}
	for _, row := range r.Rows {
		base := row.BaseMode
		if base == "" {
			base = row.Mode
		}
		rows = append(rows, []string{
			base, row.Mode, row.Phase, string(row.Kind), row.Subject, row.Measure, string(row.Unit),
			strconv.Itoa(row.Base.Samples), plain(row.Base.Median), plain(row.Base.Low), plain(row.Base.High),
			strconv.Itoa(row.New.Samples), plain(row.New.Median), plain(row.New.Low), plain(row.New.High),
			plain(row.Change), plain(row.ChangePercent), plain(row.P), plain(row.Adjusted), string(row.Method), string(row.Verdict),
		})
	}
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	return nil
}

func plain(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// markdownRows bounds the rows of a Markdown table, which must fit a pull request.
const markdownRows = 200

// Markdown writes the figures that differ as one table, for a pull request, and
// how many do not.
func Markdown(w io.Writer, r *Result) error {
	out := &strings.Builder{}
	fmt.Fprintf(out, "### %s\n\n", escape(strings.ReplaceAll(strings.Join(r.headlines(), " · "), "NEW  ", "NEW ")))
	fmt.Fprintf(out, "**%s**\n", escape(r.Tally()))
	for _, list := range [][]string{r.Differences, r.Warnings} {
		fmt.Fprintln(out)
		for _, line := range list {
			fmt.Fprintf(out, "- %s\n", escape(line))
		}
	}
	var rows []Row
	for _, row := range r.Rows {
		if row.differs() {
			rows = append(rows, row)
		}
	}
	if len(rows) > 0 {
		fmt.Fprintln(out)
		if err := console.Markdown(out, markdownColumns(rows[:min(len(rows), markdownRows)])); err != nil {
			return fmt.Errorf("compare: markdown: %w", err)
		}
	}
	if left := len(rows) - markdownRows; left > 0 {
		fmt.Fprintf(out, "\nand %d more rows\n", left)
	}
	fmt.Fprintf(out, "\n<sub>%s</sub>\n", escape(strings.Join(r.notes(), " ")))
	_, err := io.WriteString(w, out.String())
	return err
}

func markdownColumns(rows []Row) []console.Column {
	mode, phase, figure := console.Column{Head: "mode"}, console.Column{Head: "phase"}, console.Column{Head: "figure"}
	base, new, change, p, verdict := numbers("BASE"), numbers("NEW"), numbers("change"), numbers("p"), console.Column{Head: "verdict"}
	for _, r := range rows {
		mode.Add(escape(r.modeText()))
		phase.Add(escape(r.phaseText()))
		figure.Add(escape(kindTitle(r.Kind, r.Subject) + ": " + r.Measure))
		base.Add(r.Base.inline(r.Unit))
		new.Add(r.New.inline(r.Unit))
		change.Add(r.changeText(" "))
		p.Add(escape(r.pText()))
		text := escape(string(r.Verdict))
		if r.Verdict == Better || r.Verdict == Worse {
			text = "**" + text + "**"
		}
		verdict.Add(text)
	}
	return []console.Column{mode, phase, figure, base, new, change, p, verdict}
}

// escaper has what Markdown, its tables and HTML give a meaning to.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "[", `\[`, "]", `\]`)

// escape keeps names, those of folders too, from being read as Markdown or HTML.
func escape(s string) string { return escaper.Replace(oneLine(s)) }

// oneLine keeps a name from breaking a line, or telling a terminal what to do.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

func oneLineEach(texts []string) (lines []string) {
	for _, text := range texts {
		lines = append(lines, oneLine(text))
	}
	return lines
}
