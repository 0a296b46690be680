package report_test

import (
	"bytes"
	"testing"

	"checkoutlab/internal/golden"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// TestGatesTable shows gates of every kind: that hold and do not, advisory ones,
// without a figure, apart from their limit by less than is shown, and one that is
// of every mode.
func TestGatesTable(t *testing.T) {
	sum := judged(
		scenarios.Gate{Text: "health{phase:slow}: share(client timeout) >= 60%"},
		scenarios.Gate{Text: "health{mode:protected,phase:slow}: p95 < 50ms"},
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: p95 <= 500ms", Advisory: true},
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"},
		scenarios.Gate{Text: "payment.breaker{mode:protected}: opened_at < 1521.000001ms"},
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: mean < 171.1ms"},
		scenarios.Gate{Text: "health{mode:protected,phase:before}: p95 < 50ms"},
		scenarios.Gate{Text: "checkout{mode:none}: time_to_recover <= 2s", Advisory: true},
	)
	for _, row := range []struct {
		name string
		text report.TextConfig
	}{
		{"gates.txt", report.TextConfig{}},
		{"gates-80.txt", report.TextConfig{Width: 80}},
		{"gates-color.txt", report.TextConfig{Color: true}},
	} {
		var b bytes.Buffer
		if err := row.text.Table(&b, sum); err != nil {
			t.Fatal(err)
		}
		from, to := bytes.LastIndex(b.Bytes()[:bytes.Index(b.Bytes(), []byte("gates: "))], []byte("\n"))+1, bytes.LastIndex(b.Bytes(), []byte("\n\n"))
		golden.Check(t, row.name, append(b.Bytes()[from:to], '\n'))
	}
}

func TestGateInOneLine(t *testing.T) {
	sum := judged(
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"},
		scenarios.Gate{Text: "health{mode:protected,phase:before}: p95 < 50ms"},
		scenarios.Gate{Text: "payment.breaker{phase:after}: opened_at < 4.5s"},
		scenarios.Gate{Text: "health p95"},
	)
	for i, want := range []string{
		"checkout{mode:protected,phase:slow}: count(504) is 15, must be <= 14 (-1)",
		"health{mode:protected,phase:before}: p95 < 50ms (not evaluated: 2 requests say nothing about p95)",
		"payment.breaker{mode:protected,phase:after}: opened_at < 4.5s (not evaluated: it never opened)",
		"health p95 (not evaluated: column 8: this is \"p\"; write \": \" and a measure behind health)",
	} {
		if got := sum.Gates[i].String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
