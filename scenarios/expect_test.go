package scenarios

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"checkoutlab/internal/gate"
)

func expecting(t *testing.T) *File {
	t.Helper()
	f, err := ReadFile("testdata/good/expect.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestExpectReadsEveryForm(t *testing.T) {
	want := []Gate{
		{Text: "buyers{mode:calm,phase:slow}: share(client timeout) > 99.95%"},
		{Text: "buyers{mode: guarded, phase: slow}: count(503 breaker open) >= 1"},
		{Text: "payment.breaker: opens >= 1"},
		{Text: "payment: faulted(slow) >= 1", Advisory: true},
		{Text: "buyers{mode:guarded}: time_to_recover <= 2s", Advisory: true},
		{Text: "shop/payment.breaker{phase:after}: rejected == 0"},
	}
	f := expecting(t)
	if got := f.Spec().Expect; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	r, err := f.Run("calm", 1, nil)
	if err != nil || !slices.Equal(r.Spec.Expect, want) {
		t.Errorf("a run is told of %v, %v", r.Spec.Expect, err)
	}
}

// TestGatesOfModesNotChosen: a gate is left out when all modes that it is of are.
func TestGatesOfModesNotChosen(t *testing.T) {
	for _, row := range []struct {
		modes      []string
		kept, left int
	}{
		{nil, 6, 0}, {[]string{"calm", "guarded"}, 6, 0}, {[]string{"calm"}, 2, 4}, {[]string{"guarded"}, 5, 1},
	} {
		chosen, err := expecting(t).Choose(row.modes, nil)
		if err != nil {
			t.Fatal(err)
		}
		if kept, left := len(chosen.Spec().Expect), len(chosen.LeftOut()); kept != row.kept || left != row.left {
			t.Errorf("modes %v: %d kept, %d left out", row.modes, kept, left)
		}
		stored, err := Read("stored.yaml", Marshal(chosen.AsRun()))
		if err != nil || !slices.Equal(stored.Spec().Expect, chosen.Spec().Expect) {
			t.Errorf("modes %v: stored as %v, %v", row.modes, stored, err)
		}
	}
}

// TestGateOfWhatWasTakenAway: a setting may leave nothing to judge.
func TestGateOfWhatWasTakenAway(t *testing.T) {
	s := Setting{Path: "providers.payment.faults", Value: "[]"}
	_, err := expecting(t).Choose(nil, []Setting{s})
	wantError(t, err, `testdata/good/expect.yaml:14:28: expect.0: there is no phase slow; the phases here are whole (in mode calm)
testdata/good/expect.yaml:15:35: expect.1: there is no phase slow; the phases here are whole (in mode guarded)
testdata/good/expect.yaml:20:32: expect.5: there is no phase after; the phases here are whole`)
	if _, err := expecting(t).WithoutGates().Choose(nil, []Setting{s}); err != nil {
		t.Errorf("without gates: %v", err)
	}
	if _, err := expecting(t).Run("calm", 1, []Setting{s}); err != nil {
		t.Errorf("one mode on its own, whose gates nobody judges: %v", err)
	}
}

func TestExpect(t *testing.T) {
	chosen, err := expecting(t).Choose([]string{"calm"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	more, err := chosen.Expect([]string{" buyers: p95 < 2s", "payment.breaker{mode:guarded}: opens == 1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := more.Spec().Expect; len(got) != 3 || got[2].Text != "buyers: p95 < 2s" || len(more.LeftOut()) != 5 || len(chosen.Spec().Expect) != 2 {
		t.Errorf("kept %v, left out %v", got, more.LeftOut())
	}
	_, err = chosen.Expect([]string{"buyers: p95 < 2", "buyer{phase:slwo}: p95 < 2s"})
	wantError(t, err, `--expect "buyers: p95 < 2": column 15: "2" has no unit; write it as 50ms, 3s or 2m
--expect "buyer{phase:slwo}: p95 < 2s": column 1: there is no load buyer; did you mean buyers?
--expect "buyer{phase:slwo}: p95 < 2s": column 13: there is no phase slwo; did you mean slow?`)
}

func TestCheckMeasure(t *testing.T) {
	for _, row := range []struct{ measure, want string }{
		{"buyers: p95", "calm guarded"}, {"payment.breaker: opens", "guarded"},
		{"buyers{phase:slwo}: p95", "--measure: column 14: there is no phase slwo; did you mean slow?"},
	} {
		m, err := gate.ParseMeasure(row.measure)
		if err != nil {
			t.Fatal(err)
		}
		modes, err := expecting(t).CheckMeasure("--measure", m)
		got := strings.Join(modes, " ")
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%s: %s, want %s", row.measure, got, row.want)
		}
	}
}

// TestOutcomeNamesHaveEveryReason: a reason that a service can give and that is
// missing here could not be asked for by a gate.
func TestOutcomeNamesHaveEveryReason(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../internal/record/record.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(OutcomeNames(), "\n") + "\n"
	checked := 0
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || !strings.HasPrefix(decl.Doc.Text(), "Reasons that") && !strings.HasPrefix(decl.Doc.Text(), "Outcomes that") {
			continue
		}
		for _, spec := range decl.Specs {
			value, err := strconv.Unquote(spec.(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			if checked++; !strings.Contains(all, value+"\n") {
				t.Errorf("no outcome has %q", value)
			}
		}
	}
	if checked < 10 {
		t.Errorf("found %d outcomes and reasons only: where have they gone?", checked)
	}
}
