package schema_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"checkoutlab/internal/golden"
	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// summarySchema generates the schema of a summary. A strict one takes no field that
// it does not name.
func summarySchema(t *testing.T, strict bool) []byte {
	g := newGenerator(t, "json", report.Summary{})
	g.AllowAdditionalProperties = !strict
	g.root = g.Reflect(report.Summary{})
	g.root.Title = "The summary of a run of checkoutlab"
	g.nullable(t, reflect.TypeFor[report.Summary](), "")
	g.property(t, "", "schema_version").Const = report.SchemaVersion
	g.property(t, "", "executor").Enum = []any{"live", "sim"}
	g.property(t, "Gate", "unit").Enum = []any{"ms", "%", "count", ""}
	g.property(t, "Gate", "operator").Enum = []any{"<", "<=", ">", ">=", "==", "!=", ""}
	for _, d := range g.root.Definitions {
		counted(d)
	}
	counted(g.root)
	return g.text(t)
}

// counted says of whole numbers that they are counts.
func counted(d *jsonschema.Schema) {
	for p := d.Properties.Oldest(); p != nil; p = p.Next() {
		for _, s := range []*jsonschema.Schema{p.Value, p.Value.AdditionalProperties} {
			if s != nil && s.Type == "integer" {
				s.Minimum = "0"
			}
		}
	}
}

// nullable has every field that is a pointer say that it may be null. It follows the
// types, because a schema does not tell a pointer from what it points to.
func (g *generator) nullable(t *testing.T, of reflect.Type, definition string) {
	t.Helper()
	for i := range of.NumField() {
		f := of.Field(i)
		inner := f.Type
		for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Map || inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Type.Kind() == reflect.Pointer:
			if p := g.property(t, definition, name); p.Type != "" { // not seen yet
				p.Extras = map[string]any{"type": []string{p.Type, "null"}}
				p.Type = ""
			}
		case f.Anonymous:
			g.nullable(t, inner, definition)
		case inner.Kind() == reflect.Struct && inner != reflect.TypeFor[time.Time]():
			g.nullable(t, inner, inner.Name())
		}
	}
}

// TestSummarySchema: the published schema is what the types say.
func TestSummarySchema(t *testing.T) {
	golden.File(t, summaryFile, summarySchema(t, false))
}

// held validates a summary by the published schema, and by the one that takes no more
// than it names.
type held struct{ published, strict *validator.Schema }

func (h held) validate(t *testing.T, name string, sum *report.Summary) {
	t.Helper()
	var text bytes.Buffer
	if err := report.JSON(&text, sum); err != nil {
		t.Fatal(err)
	}
	h.text(t, name, text.Bytes())
}

func (h held) text(t *testing.T, name string, text []byte) {
	t.Helper()
	doc, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.published.Validate(doc); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if err := h.strict.Validate(doc); err != nil {
		t.Errorf("%s, strictly: %v", name, err)
	}
}

const goldenSummary = "../../report/testdata/summary.json"

// TestSummariesAreValid holds to the schema what the lab writes: of every scenario of
// the library, of runs that are empty, partial and invalid, and the goldens.
func TestSummariesAreValid(t *testing.T) {
	h := held{compiled(t, file(t, summaryFile)), compiled(t, summarySchema(t, true))}
	for _, f := range scenarios.Library() {
		if f.Spec().Duration > time.Hour {
			continue // the same fields after more work
		}
		rec := &record.Recording{Header: record.Header{Scenario: f.Spec().Name, Executor: "sim", Seed: 1}}
		var runs []scenarios.Run
		for _, m := range f.Modes() {
			r, err := f.Run(m.Name, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			var kept record.Memory
			if err := sim.Run(t.Context(), r, &kept); err != nil {
				t.Fatal(err)
			}
			rec.Modes = append(rec.Modes, record.Mode{Name: m.Name, Events: kept.Log()})
			runs = append(runs, r)
		}
		sum := report.Measure(rec, runs)
		if len(sum.Gates) == 0 || len(sum.Modes[0].Loads) == 0 {
			t.Fatalf("%s: nothing was measured", sum.Scenario)
		}
		h.validate(t, sum.Scenario, sum)

		rec.Header.Partial = true
		rec.Modes = rec.Modes[:1]
		rec.Modes[0].Events = record.Log{}
		h.validate(t, sum.Scenario+", empty", report.Measure(rec, runs))
		rec.Modes = nil
		h.validate(t, sum.Scenario+", without a mode", report.Measure(rec, nil))
		sum.Validity.Valid, sum.Validity.Reasons = false, []string{"process stalled"}
		sum.Gates = []report.Gate{{Text: "health p95", Note: "not evaluated: column 8"}}
		h.validate(t, sum.Scenario+", invalid", sum)
	}
	text := file(t, goldenSummary)
	h.text(t, goldenSummary, text)
}

// TestWrongSummariesAreNotValid: the schema is not one that takes anything.
func TestWrongSummariesAreNotValid(t *testing.T) {
	s := compiled(t, file(t, summaryFile))
	text := file(t, goldenSummary)
	for _, row := range [][2]string{
		{`"schema_version": 1`, `"schema_version": 2`},
		{`"executor": "live"`, `"executor": "k6"`},
		{`"seed": 1`, `"seed": -1`},
		{`"started": "2025`, `"started": "on 2025`},
		{`"due": `, `"due": null, "was": `},
		{`"p50_ms": `, `"p50": `},
		{`"valid": true`, `"valid": "yes"`},
		{`"transitions": [`, `"changes": [`},
	} {
		changed := strings.Replace(string(text), row[0], row[1], 1)
		if changed == string(text) {
			t.Fatalf("there is no %s", row[0])
		}
		doc, err := validator.UnmarshalJSON(strings.NewReader(changed))
		if err != nil {
			t.Fatal(err)
		}
		if s.Validate(doc) == nil {
			t.Errorf("a summary with %s is valid", row[1])
		}
	}
}
