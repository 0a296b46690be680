package junit_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	jstemmer "github.com/jstemmer/go-junit-report/v2/junit"
	"pgregory.net/rapid"

	"checkoutlab/internal/golden"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
	"checkoutlab/report/junit"
	"checkoutlab/scenarios"
)

// judged is the incident with what it is expected to do.
func judged(gates ...scenarios.Gate) *report.Summary {
	rec, runs := incident.Recording("none", "protected")
	for i := range runs {
		runs[i].Spec.Expect = gates
	}
	return report.Measure(rec, runs)
}

func written(t *testing.T, sum *report.Summary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := junit.Write(&b, sum); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGolden(t *testing.T) {
	every := judged(
		scenarios.Gate{Text: "health{mode:none,phase:slow}: share(client timeout) >= 60%"},
		scenarios.Gate{Text: "health{phase:slow}: p95 < 50ms"},
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: p95 <= 500ms", Advisory: true},
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"},
		scenarios.Gate{Text: "health{mode:protected,phase:before}: p95 < 50ms"},
	)
	golden.Check(t, "gates.xml", written(t, every))

	invalid := judged(scenarios.Gate{Text: "health{mode:protected,phase:slow}: p95 < 50ms"})
	invalid.Partial = true
	invalid.Changes = []string{"--set a=<b> & 'c'"}
	invalid.Validity.Valid = false
	invalid.Validity.Reasons = []string{"process stalled in mode none: 600 ms, at most 500 ms", "sender lagged in mode none: p99 30 ms, at most 25 ms"}
	golden.Check(t, "invalid.xml", written(t, invalid))

	golden.Check(t, "no-gates.xml", written(t, judged()))
}

func TestSeveralRunsAreOneDocument(t *testing.T) {
	gate := scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"}
	first, second := judged(gate), judged(gate)
	second.Seed = 2
	var b bytes.Buffer
	if err := junit.WriteAll(&b, []*report.Summary{first, second}); err != nil {
		t.Fatal(err)
	}
	var read jstemmer.Testsuites
	if err := xml.Unmarshal(b.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	if read.Name != "checkout-incident, live, 2 runs" || read.Tests != 2 || read.Failures != 2 || len(read.Suites) != 2 ||
		read.Suites[0].Name != "checkout-incident.protected.seed-1" || read.Suites[1].Name != "checkout-incident.protected.seed-2" {
		t.Errorf("got %s", b.Bytes())
	}
	var one, none bytes.Buffer
	if err := junit.WriteAll(&one, []*report.Summary{first}); err != nil || !bytes.Equal(one.Bytes(), written(t, first)) {
		t.Errorf("a single run among several: %v\n%s", err, one.Bytes())
	}
	if err := junit.WriteAll(&none, nil); err != nil || none.Len() > 0 {
		t.Errorf("of no runs: %v, %s", err, none.Bytes())
	}
}

// counts is how many elements of a name a document has. It reads it strictly.
func counts(t *testing.T, doc []byte) map[string]int {
	t.Helper()
	found := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(doc)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("not well formed: %v\n%s", err, doc)
		}
		if e, ok := token.(xml.StartElement); ok {
			found[e.Name.Local]++
		}
	}
}

func TestWhatBecomesWhat(t *testing.T) {
	passing := scenarios.Gate{Text: "health{mode:protected,phase:slow}: p95 < 50ms"}
	failing := scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"}
	advisory := scenarios.Gate{Text: failing.Text, Advisory: true}
	unread := scenarios.Gate{Text: "health p95"}
	for _, row := range []struct {
		name                                     string
		gates                                    []scenarios.Gate
		change                                   func(*report.Summary)
		suites, cases, failures, errors, skipped int
	}{
		{"holds", []scenarios.Gate{passing}, nil, 1, 1, 0, 0, 0},
		{"missed", []scenarios.Gate{passing, failing}, nil, 1, 2, 1, 0, 0},
		{"advisory", []scenarios.Gate{advisory}, nil, 1, 1, 0, 0, 0},
		{"in every mode", []scenarios.Gate{{Text: "health: due > 0"}}, nil, 2, 2, 0, 0, 0},
		{"cannot be read", []scenarios.Gate{unread}, nil, 1, 1, 1, 0, 0},
		{"none", nil, nil, 1, 1, 0, 0, 1},
		{"none and no modes", nil, func(s *report.Summary) { s.Modes = nil }, 1, 1, 0, 0, 1},
		{"invalid", []scenarios.Gate{passing}, func(s *report.Summary) { s.Validity.Reasons = []string{"a", "b"} }, 2, 3, 0, 2, 0},
		{"partial", nil, func(s *report.Summary) { s.Partial = true }, 1, 2, 0, 1, 1},
	} {
		sum := judged(row.gates...)
		if row.change != nil {
			row.change(sum)
		}
		doc := written(t, sum)
		found := counts(t, doc)
		for element, want := range map[string]int{
			"testsuite": row.suites, "testcase": row.cases, "failure": row.failures, "error": row.errors, "skipped": row.skipped,
		} {
			if found[element] != want {
				t.Errorf("%s: %d of %s, want %d\n%s", row.name, found[element], element, want, doc)
			}
		}
		var read jstemmer.Testsuites
		if err := xml.Unmarshal(doc, &read); err != nil {
			t.Fatal(err)
		}
		if read.Tests != row.cases || read.Failures != row.failures || read.Errors != row.errors || read.Skipped != row.skipped {
			t.Errorf("%s: the totals are %+v", row.name, read)
		}
	}
}

// TestAnyTextIsWellFormed puts any text wherever a text comes from outside.
func TestAnyTextIsWellFormed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"]]>", "<a>&\"'", "\x00\x1b[31m", "\xff", "\ufffe"})).Draw(rt, "text")
		sum := judged()
		sum.Scenario, sum.Version, sum.Changes = text, text, []string{text}
		sum.Validity.Reasons = []string{text + ": 1"}
		sum.Gates = []report.Gate{{Text: text, Note: text}, {Text: text, Mode: "none", Passed: true, Note: text}, {Text: text, Mode: "protected", Advisory: true, Note: text}}
		doc := written(t, sum)
		if !utf8.Valid(doc) || strings.ContainsAny(string(doc), "\x00\x1b") {
			rt.Fatalf("control characters in %q", doc)
		}
		if found := counts(t, doc); found["testcase"] != 4 || found["failure"] != 1 {
			rt.Fatalf("%v in %s", found, doc)
		}
		var read jstemmer.Testsuites
		if err := xml.Unmarshal(doc, &read); err != nil {
			rt.Fatal(err)
		}
	})
}
