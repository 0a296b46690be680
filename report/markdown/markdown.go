// Package markdown writes a run as GitHub-flavoured Markdown, for a pull request or
// the summary of a CI job: whether it can be trusted, what became of its gates, the
// latencies of each phase, and how to repeat it.
package markdown

import (
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"checkoutlab/report"
)

// MaxSize is the most bytes that GitHub takes as the summary of one step: it must
// stay under 1024 KiB
// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
const MaxSize = 1024<<10 - 1

// ErrNoRoom is the error of a limit within which not even the verdict fits.
var ErrNoRoom = errors.New("report: markdown: no room for the verdict")

// Write writes the run in at most MaxSize bytes; see WriteWithin.
func Write(w io.Writer, sum *report.Summary) error { return WriteWithin(w, sum, MaxSize) }

// WriteWithin writes the run in at most limit bytes. What does not fit is left out
// from the end of the page, section by section, and the page says what is missing.
func WriteWithin(w io.Writer, sum *report.Summary, limit int) error {
	p := page{limit: limit}
	p.add("", verdict(sum))
	if p.left != nil {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrNoRoom, len(verdict(sum)), limit)
	}
	p.limit -= maxNote
	p.add("how to repeat it", repeat(sum))
	end := p.take()
	for _, s := range sections(sum) {
		p.add(s.what, s.text)
	}
	if _, err := io.WriteString(w, p.head+p.text.String()+p.note()+end); err != nil {
		return fmt.Errorf("report: markdown: %w", err)
	}
	return nil
}

// section is a part of the page, and what it is called when it is left out.
type section struct{ what, text string }

// page collects what fits.
type page struct {
	limit int
	size  int
	head  string
	text  strings.Builder
	left  []string
}

func (p *page) add(what, text string) {
	if p.size+len(text) > p.limit {
		p.left = append(p.left, what)
		return
	}
	p.size += len(text)
	if p.head == "" {
		p.head = text
		return
	}
	p.text.WriteString(text)
}

// take returns what came after the head, which is to stand elsewhere. Its size
// counts on.
func (p *page) take() string {
	text := p.text.String()
	p.text.Reset()
	return text
}

const (
	maxNote  = 2048 // bytes that the note on what is missing may take
	maxLeft  = 5    // things that it names,
	maxNamed = 60   // each in so many runes
)

// note says what is missing.
func (p *page) note() string {
	if len(p.left) == 0 {
		return ""
	}
	var named []string
	for _, what := range p.left[:min(len(p.left), maxLeft)] {
		named = append(named, escape(cut(what, maxNamed)))
	}
	text := strings.Join(named, ", ")
	if more := len(p.left) - len(named); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return alert("WARNING", "Left out, because it did not fit: "+text+". `lab report DIR` shows all of it.")
}

// alert is a box that GitHub colours (NOTE, WARNING, CAUTION).
func alert(kind string, lines ...string) string {
	return "> [!" + kind + "]\n> " + strings.Join(lines, "\n> ") + "\n\n"
}

// table is a table of cells that have been escaped. Columns whose head ends with a
// colon are set to the right, as numbers.
func table(heads []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	rules, names := make([]string, len(heads)), make([]string, len(heads))
	for i, head := range heads {
		name, right := strings.CutSuffix(head, ":")
		if names[i], rules[i] = name, "---"; right {
			rules[i] = "---:"
		}
	}
	line(names)
	line(rules)
	for _, row := range rows {
		line(row)
	}
	return b.String() + "\n"
}

// folded hides a text behind a line that opens it. That line is HTML, in which
// Markdown's own escapes mean nothing.
func folded(summary, text string) string {
	return "<details><summary>" + html.EscapeString(oneLine(summary)) + "</summary>\n\n" + text + "</details>\n\n"
}
