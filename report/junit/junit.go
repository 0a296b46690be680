// Package junit writes a run as a JUnit report, which CI servers show beside the
// tests of a build.
//
// A mode is a test suite and a gate a test case. What the run as a whole has to say
// stands in a suite of its own, before the modes: the reasons for which it is
// invalid, gates that could not be read, and that there are no gates.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"checkoutlab/report"
)

// Write writes the report. What becomes what:
//
//	failure   a gate that does not hold, or could not be evaluated
//	error     a reason for which the run's figures are not to be trusted, or that
//	          it was cut short
//	skipped   there is no gate at all: one test case, so that there is one
//
// An advisory gate never fails; one that was missed says so on its standard output.
// The time of a suite is how long the loads of its mode sent; a gate takes none.
func Write(w io.Writer, sum *report.Summary) error {
	doc := document{junit.Testsuites{Name: clean(sum.Headline())}}
	doc.add(sum, "")
	return doc.write(w)
}

// WriteAll writes several runs as one report, with the suites of each seed apart. Of
// no runs it writes nothing.
func WriteAll(w io.Writer, sums []*report.Summary) error {
	if len(sums) == 0 {
		return nil
	}
	if len(sums) == 1 {
		return Write(w, sums[0])
	}
	doc := document{junit.Testsuites{Name: clean(fmt.Sprintf("%s, %s, %d runs", sums[0].Scenario, sums[0].Executor, len(sums)))}}
	for _, sum := range sums {
		doc.add(sum, fmt.Sprintf(".seed-%d", sum.Seed))
	}
	return doc.write(w)
}

type document struct{ suites junit.Testsuites }

// add adds the suites of a run, with what tells them from those of other runs behind
// their names.
func (d *document) add(sum *report.Summary, apart string) {
	d.addSuite(wholeRun(sum, apart))
	for _, m := range sum.Modes {
		s := suite(sum, m.Mode, apart, length(m))
		for _, g := range sum.Gates {
			if g.Mode == m.Mode {
				s.AddTestcase(gate(s.Name, g))
			}
		}
		d.addSuite(s)
	}
}

func (d *document) addSuite(s junit.Testsuite) {
	if len(s.Testcases) > 0 { // an empty suite is an error to some readers
		s.ID = len(d.suites.Suites)
		d.suites.AddSuite(s)
	}
}

func (d *document) write(w io.Writer) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("report: junit: %w", err)
	}
	if err := d.suites.WriteXML(w); err != nil {
		return fmt.Errorf("report: junit: %w", err)
	}
	return nil
}

func wholeRun(sum *report.Summary, apart string) junit.Testsuite {
	s := suite(sum, "", apart, 0)
	for i, reason := range sum.Validity.Reasons {
		what, _, _ := strings.Cut(reason, ":")
		s.AddTestcase(junit.Testcase{
			Name: fmt.Sprintf("valid %d: %s", i+1, clean(what)), Classname: s.Name, Time: seconds(0),
			Error: &junit.Result{Message: clean(reason), Type: "invalid", Data: clean("The figures of the run are not to be trusted: " + reason)},
		})
	}
	if sum.Partial {
		s.AddTestcase(junit.Testcase{
			Name: "complete", Classname: s.Name, Time: seconds(0),
			Error: &junit.Result{Message: "the run was cut short", Type: "partial", Data: "The figures are of what happened until then."},
		})
	}
	for _, g := range sum.Gates {
		if !hasMode(sum, g.Mode) {
			s.AddTestcase(gate(s.Name, g))
		}
	}
	if len(sum.Gates) == 0 {
		s.AddTestcase(junit.Testcase{
			Name: "gates", Classname: s.Name, Time: seconds(0),
			Skipped: &junit.Result{Message: "the run has no gates"},
		})
	}
	return s
}

func suite(sum *report.Summary, mode, apart string, took time.Duration) junit.Testsuite {
	s := junit.Testsuite{Name: clean(sum.Scenario), Time: seconds(took)}
	if mode != "" {
		s.Name += "." + clean(mode)
	}
	s.Name += apart
	s.SetTimestamp(sum.Started)
	for _, p := range [][2]string{
		{"scenario", sum.Scenario}, {"mode", mode}, {"executor", sum.Executor},
		{"seed", strconv.FormatUint(sum.Seed, 10)}, {"version", sum.Version}, {"changes", strings.Join(sum.Changes, " ")},
	} {
		if p[1] != "" {
			s.AddProperty(p[0], clean(p[1]))
		}
	}
	return s
}

func gate(class string, g report.Gate) junit.Testcase {
	c := junit.Testcase{Name: clean(g.Text), Classname: class, Time: seconds(0)}
	actual, limit, margin := g.Words()
	message := fmt.Sprintf("actual %s, limit %s, margin %s", actual, limit, margin)
	if g.Actual == nil {
		message = g.Note
	}
	message = clean(message)
	switch {
	case g.Passed:
		c.SystemOut = &junit.Output{Data: message}
	case g.Advisory:
		c.SystemOut = &junit.Output{Data: "missed, but advisory: " + message}
	default:
		c.Failure = &junit.Result{Message: message, Type: failure(g), Data: clean(g.String())}
	}
	return c
}

func failure(g report.Gate) string {
	if g.Actual == nil {
		return "not evaluated"
	}
	return "missed"
}

func hasMode(sum *report.Summary, name string) bool {
	for _, m := range sum.Modes {
		if m.Mode == name {
			return true
		}
	}
	return false
}

// length is when the last phase of a mode ends.
func length(m report.Mode) time.Duration {
	var last time.Duration
	for _, p := range m.Phases {
		last = max(last, p.Until.Duration())
	}
	return last
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// clean replaces what XML 1.0 has no characters for. In attributes the encoder
// does that itself, in CDATA it does not.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
			return '\uFFFD'
		}
		return r // invalid UTF-8 is U+FFFD already
	}, text)
}
