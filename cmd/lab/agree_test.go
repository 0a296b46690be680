package main

import (
	"testing"

	"checkoutlab/internal/agree"
)

// TestAgreementEndsWith covers what a script cannot make happen for certain.
func TestAgreementEndsWith(t *testing.T) {
	one, nine := 1.0, 9.0
	agrees := &agree.Comparison{Scenario: "a", Rows: []agree.Row{{Kind: agree.Count, Live: &one, Sim: &one}}}
	differs := &agree.Comparison{Scenario: "d", Rows: []agree.Row{{Kind: agree.Count, Live: &nine, Sim: &one}}}
	unfit := &agree.Comparison{Scenario: "u", Rows: differs.Rows, Unfit: []string{"sender lagged"}}
	worse := &agree.Comparison{Scenario: "w", Rows: differs.Rows, Unfit: []string{"stalled", "lagged", "missed", "capped", "capped"}}
	for _, row := range []struct {
		name string
		all  []*agree.Comparison
		code int
		text string
	}{
		{"all agree", []*agree.Comparison{agrees, agrees}, codeOK, ""},
		{"one differs", []*agree.Comparison{agrees, differs}, codeFailed, "d: DIFFERS, 1 of 1 figures are out of their bounds"},
		{"one proves nothing", []*agree.Comparison{unfit, agrees}, codeInvalid, "u: the run is invalid, it proves nothing: sender lagged"},
		{"several prove nothing", []*agree.Comparison{unfit, agrees, worse}, codeInvalid,
			"u: the run is invalid, it proves nothing: sender lagged\nw: the run is invalid, it proves nothing: stalled; lagged; missed; and 2 more"},
		{"several differ", []*agree.Comparison{differs, differs}, codeFailed,
			"d: DIFFERS, 1 of 1 figures are out of their bounds\nd: DIFFERS, 1 of 1 figures are out of their bounds"},
		{"a difference is proof beside one that is none", []*agree.Comparison{unfit, differs}, codeFailed, "d: DIFFERS, 1 of 1 figures are out of their bounds"},
	} {
		err := agreement(row.all)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if exitCode(err) != row.code || text != row.text {
			t.Errorf("%s: code %d, %q; want %d, %q", row.name, exitCode(err), text, row.code, row.text)
		}
	}
}
