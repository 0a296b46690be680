// Package page writes a run as one page of HTML that needs nothing else: no
// network, no other file, and for all but its charts no JavaScript.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
)

// Page is what is shown. Every text may hold anything; it is escaped.
type Page struct {
	Scenario    string
	Question    string
	Explanation string // paragraphs, with an empty line between them
	Facts       []Fact // what was run, when and by what

	Invalid  []string // why the figures cannot be trusted
	Partial  bool     // the run was cut short
	Validity string   // what was sent, and how punctually

	Modes  []Mode
	Phases []Phase
	Tables []Table  // one for each phase
	Notes  []string // how the tables are to be read

	GatesTitle string
	GatesFail  bool
	Gates      []Gate

	Reproduce []Command
	YAML      string // the scenario as it was run
}

// Fact is a word and what it stands for.
type Fact struct{ Name, Value string }

// Phase is a stretch of the run, in seconds, that the charts can be zoomed to.
type Phase struct {
	Name        string
	From, Until float64
}

// Gate is a condition and what became of it, in words.
type Gate struct {
	Verdict                      Verdict
	Measure                      string
	Actual, Limit, Margin, Notes string
}

// Verdict is what became of a gate.
type Verdict string

// The verdicts.
const (
	Holds  Verdict = "holds"
	Missed Verdict = "missed" // and is advisory
	Failed Verdict = "FAILED"
)

// Command is how to make the run again.
type Command struct{ About, Line string }

//go:embed assets uplot/LICENSE uplot/uPlot.iife.min.js uplot/uPlot.min.css
var files embed.FS

// scripts in the order in which they build on each other.
var scripts = []string{"words.js", "data.js", "look.js", "latency.js", "gauges.js", "clock.js", "hover.js", "main.js"}

func asset(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// script is all code of the page, in a scope of its own.
var script = func() string {
	var b strings.Builder
	b.WriteString(asset("uplot/uPlot.iife.min.js"))
	b.WriteString("\n(() => {\n\"use strict\";\n")
	for _, name := range scripts {
		b.WriteString(asset("assets/" + name))
	}
	b.WriteString("})();\n")
	return b.String()
}()

var style = asset("uplot/uPlot.min.css") + "\n" + asset("assets/page.css")

// policy keeps the page from loading or sending anything, and from running any
// code but its own, whatever a scenario has in its texts.
var policy = fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hash(style), hash(script))

// hash is a source of the Content-Security-Policy, level 2: an inline element
// with exactly this content.
func hash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

var layout = template.Must(template.New("page.html").Funcs(template.FuncMap{
	"paragraphs": paragraphs,
}).ParseFS(files, "assets/*.html"))

// content is the page with what is worked out for it.
type content struct {
	Page
	Policy  string
	Style   template.CSS
	Script  template.JS
	Data    template.JS
	Outline []outline
	Licence string
	Version string // of the chart library
}

// Write writes the page. The same page always gives the same bytes.
func Write(w io.Writer, p Page) error {
	charts := newCharts(p)
	data, err := charts.json()
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	var b bytes.Buffer
	err = layout.Execute(&b, content{
		Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script), Data: template.JS(data),
		Outline: charts.outlines(p.Modes), Licence: asset("uplot/LICENSE"), Version: chartVersion(),
	})
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err = b.WriteTo(w)
	return err
}

// chartVersion is what the chart library says of itself in its first line.
func chartVersion() string {
	_, after, _ := strings.Cut(script, "(v")
	version, _, _ := strings.Cut(after, ")")
	return version
}

// paragraphs are the texts between empty lines.
func paragraphs(text string) []string {
	var all []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return all
}
