package report_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"checkoutlab/internal/gate"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
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

func TestJudge(t *testing.T) {
	for _, row := range []struct {
		gate string
		want string // a line for each mode: what was judged, and what became of it
	}{
		{"health{mode:protected,phase:slow}: p95 < 50ms", "health{mode:protected,phase:slow}: p95 is 1.195 ms, holds by 48.805"},
		{"health{mode:protected,phase:slow}: p95 <= 1.195ms", "health{mode:protected,phase:slow}: p95 is 1.195 ms, holds by 0"},
		{"health{mode:protected,phase:slow}: p95 < 1.195ms", "health{mode:protected,phase:slow}: p95 is 1.195 ms, fails by 0"},
		{"health{phase:slow}: share(client timeout) >= 60%",
			"health{mode:none,phase:slow}: share(client timeout) is 66.6667 %, holds by 6.6667\n" +
				"health{mode:protected,phase:slow}: share(client timeout) is 0 %, fails by -60"},
		{"checkout{mode:protected,phase:slow}: count(504) <= 14", "checkout{mode:protected,phase:slow}: count(504) is 15 count, fails by -1"},
		{"checkout{mode:protected,phase:slow}: count(503 breaker open) > 0", "checkout{mode:protected,phase:slow}: count(503 breaker open) is 36 count, holds by 36"},
		{"checkout{mode:protected}: count(418) == 0", "checkout{mode:protected}: count(418) is 0 count, holds by 0"},
		{"payment: in_flight_max != 16",
			"payment{mode:none}: in_flight_max is 16 count, fails by 0\npayment{mode:protected}: in_flight_max is 19 count, holds by 3"},
		{"payment{mode:none}: faulted(slow) == 16", "payment{mode:none}: faulted(slow) is 16 count, holds by 0"},
		{"payment.breaker: opens == 2", "payment.breaker{mode:protected}: opens is 2 count, holds by 0"},
		{"payment.breaker: opened_at >= 1.4s", "payment.breaker{mode:protected}: opened_at is 1521 ms, holds by 121"},
		{"payment.breaker{phase:after}: closed_at < 4.5s", "payment.breaker{mode:protected,phase:after}: closed_at is 4472 ms, holds by 28"},
		{"payment.breaker{phase:after}: opened_at < 4.5s", "payment.breaker{mode:protected,phase:after}: opened_at fails: not evaluated: it never opened"},
		{"payment.breaker{phase:after}: transitions == 2", "payment.breaker{mode:protected,phase:after}: transitions is 2 count, holds by 0"},
		{"checkout/payment.bulkhead: in_use_max == 4", "checkout/payment.bulkhead{mode:protected}: in_use_max is 4 count, holds by 0"},
		{"checkout: busy_max <= 16", "checkout{mode:none}: busy_max is 16 count, holds by 0\ncheckout{mode:protected}: busy_max is 10 count, holds by 6"},
		{"checkout: time_to_recover <= 1s", "checkout{mode:none}: time_to_recover fails: not evaluated: requests failed until the end\n" +
			"checkout{mode:protected}: time_to_recover is 1020 ms, fails by -20"},
		{"health{mode:protected}: time_to_recover <= 0s", "health{mode:protected}: time_to_recover is 0 ms, holds by 0"},

		// Too few requests say nothing, whatever the operator.
		{"health{mode:protected,phase:before}: p95 < 10s", "health{mode:protected,phase:before}: p95 fails: not evaluated: 2 requests say nothing about p95"},
		{"health{mode:none,phase:slow}: p99 > 1ms", "health{mode:none,phase:slow}: p99 fails: not evaluated: 12 requests say nothing about p99"},
		{"checkout{mode:none,phase:slow}: ok_max < 10s", "checkout{mode:none,phase:slow}: ok_max fails: not evaluated: no request ended here"},
		{"lights: p95 < 1s", "lights: p95 fails: not evaluated: column 1: there is no load lights; did you mean health?"},
		{"health p95", " fails: not evaluated: column 8: this is \"p\"; write \": \" and a measure behind health"},
	} {
		sum := judged(scenarios.Gate{Text: row.gate})
		var lines []string
		for _, g := range sum.Gates {
			lines = append(lines, outcome(t, g))
		}
		if got := strings.Join(lines, "\n"); !strings.HasPrefix(got, strings.Split(row.want, "; did you")[0]) {
			t.Errorf("%s:\n got %s\nwant %s", row.gate, got, row.want)
		}
	}
}

// outcome says what became of a gate, and checks what its parts have in common.
func outcome(t *testing.T, g report.Gate) string {
	t.Helper()
	if g.Actual == nil {
		if g.Passed || g.Margin != nil || !strings.HasPrefix(g.Note, "not evaluated: ") {
			t.Errorf("%s passes without a figure: %+v", g.Text, g)
		}
		return g.Measure + " fails: " + g.Note
	}
	end := map[bool]string{true: "holds", false: "fails"}[g.Passed]
	return g.Measure + " is " + round(*g.Actual) + " " + g.Unit + ", " + end + " by " + round(*g.Margin)
}

func round(f float64) string {
	b, _ := json.Marshal(math.Round(f*1e4) / 1e4)
	return string(b)
}

// TestGatesWithoutSamples: a load of which no request ended is judged by nothing, not as
// if it had no failures.
func TestGatesWithoutSamples(t *testing.T) {
	sum := &report.Summary{Modes: []report.Mode{{Mode: "default", Figures: report.Figures{Loads: map[string]report.LoadFigures{"idle": {}}}}}}
	for _, text := range []string{"idle: count(503) == 0", "idle: share(200) <= 100%", "idle: max < 1h", "idle: mean >= 0s", "idle: ok_p50 >= 0s", "idle: time_to_recover <= 1h"} {
		report.Judge(sum, []scenarios.Gate{{Text: text}})
		if g := sum.Gates[0]; len(sum.Gates) != 1 || g.Passed || g.Actual != nil || len(sum.Failed()) != 1 {
			t.Errorf("%s: %+v", text, g)
		}
	}
	report.Judge(sum, []scenarios.Gate{{Text: "idle: due == 0"}})
	if !sum.Gates[0].Passed {
		t.Errorf("no request was due: %+v", sum.Gates[0])
	}
}

func TestSharesAreJudgedExactly(t *testing.T) {
	for _, row := range []struct {
		gate       string
		good, of   int
		holds      bool
		withMargin float64
	}{
		{"x: share(200) >= 99.95%", 9995, 10_000, true, 0},
		{"x: share(200) >= 99.95%", 9994, 10_000, false, -0.01},
		{"x: share(200) > 99.9%", 9995, 10_000, true, 0.05},
		{"x: share(200) == 57%", 57, 100, true, 0},
		{"x: share(200) >= 66.6667%", 2, 3, false, -0.0001 / 3},
		{"x: share(200) >= 66.6666%", 2, 3, true, 0.0002 / 3},
	} {
		l := report.LoadFigures{Outcomes: map[string]int{"200": row.good, "503": row.of - row.good}}
		sum := &report.Summary{Modes: []report.Mode{{Mode: "default", Figures: report.Figures{Loads: map[string]report.LoadFigures{"x": l}}}}}
		report.Judge(sum, []scenarios.Gate{{Text: row.gate}})
		if g := sum.Gates[0]; g.Passed != row.holds || math.Abs(*g.Margin-row.withMargin) > 1e-12 {
			t.Errorf("%s with %d of %d: %+v, margin %v", row.gate, row.good, row.of, g, *g.Margin)
		}
	}
}

func TestAdvisoryGatesDoNotFailARun(t *testing.T) {
	sum := judged(scenarios.Gate{Text: "health{mode:none}: max < 1ms", Advisory: true}, scenarios.Gate{Text: "health{mode:none}: max < 2ms"})
	if failed := sum.Failed(); len(sum.Gates) != 2 || sum.Gates[0].Passed || len(failed) != 1 || failed[0].Text != "health{mode:none}: max < 2ms" {
		t.Errorf("failed: %+v", failed)
	}
}

// TestEveryMeasureHasAFigure: what gate defines, the summary can answer.
func TestEveryMeasureHasAFigure(t *testing.T) {
	sum := judged()
	for _, m := range sum.Modes {
		m.Retries["checkout/payment"] = report.RetryFigures{Retries: 1} // the incident has none
	}
	subject := map[gate.Kind]string{gate.Load: "health", gate.Provider: "payment", gate.Service: "checkout", gate.Bulkhead: "payment.bulkhead", gate.Breaker: "payment.breaker", gate.Retry: "payment.retry"}
	argument := map[gate.Argument]string{gate.Outcome: "(200)", gate.Fault: "(slow)"}
	for _, d := range gate.Definitions() {
		for _, kind := range d.Of {
			m, err := gate.ParseMeasure(subject[kind] + "{mode:protected}: " + d.Name + argument[d.Takes])
			if err != nil {
				t.Fatal(err)
			}
			values, err := report.Evaluate(sum, m)
			switch {
			case err != nil || len(values) != 1:
				t.Errorf("%s: %v, %v", m, values, err)
			case strings.HasPrefix(values[0].Note, "no figure"):
				t.Errorf("%s: %s", m, values[0].Note)
			case values[0].Unit != d.Unit || values[0].Mode != "protected":
				t.Errorf("%s: %+v", m, values[0])
			case values[0].Actual == nil && !strings.HasSuffix(d.Name, "p99") && !strings.HasSuffix(d.Name, "p99.9"):
				t.Errorf("%s has no figure: %s", m, values[0].Note)
			}
		}
	}
}
