package gate

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// scopes are three modes: without policies, with them, and with a second
// service that has a dependency of the same name.
func scopes() []Scope {
	part := func(services []string, policies ...string) map[Kind][]string {
		return map[Kind][]string{
			Load: {"checkout", "health"}, Provider: {"payment"}, Service: services,
			Bulkhead: policies, Breaker: policies,
		}
	}
	scope := func(mode, phase string, parts map[Kind][]string) Scope {
		return Scope{Mode: mode, Phases: []string{"before", phase, "after"}, Parts: parts,
			Outcomes: []string{"client timeout", "503 breaker open"}, Faults: []string{"slow", "hang"}}
	}
	return []Scope{
		scope("none", "slow", part([]string{"checkout"})),
		scope("protected", "slow", part([]string{"checkout"}, "checkout/payment")),
		scope("two", "hang", part([]string{"checkout", "refunds"}, "checkout/payment", "refunds/payment", "refunds/ledger")),
	}
}

func TestCheck(t *testing.T) {
	for _, row := range []struct {
		measure string
		want    string // the modes, or every problem with its column
	}{
		{"health: p95", "none protected two"},
		{"health{phase:slow}: p95", "none protected"},
		{"health{mode:none}: p95", "none"},
		{"checkout: p95", "none protected two"},
		{"checkout: busy_max", "none protected two"}, // the service of that name
		{"payment: calls", "none protected two"},
		{"payment.breaker{mode:protected}: opens", "protected"},
		{"payment.bulkhead{mode:protected}: queue_max", "protected"},
		{"checkout/payment.breaker: opens", "protected two"},
		{"ledger.breaker: opens", "two"},
		{"payment: faulted(slow)", "none protected two"},
		{"health: share(503 breaker open)", "none protected two"},
		{"health: count(418)", "none protected two"},
		{"health: time_to_recover", "none protected two"},

		{"heath: p95", "1: there is no load heath; did you mean health?"},
		{"shipping: p95", "1: there is no load shipping; the names here are checkout, health"},
		{"health: opens", "9: health is a load, and opens a measure of a breaker: checkout/payment.breaker, refunds/payment.breaker, ledger.breaker"},
		{"health: busy_max", "9: health is a load, and busy_max a measure of a service: checkout, refunds"},
		{"payment: p95", "10: payment is a provider, and p95 a measure of a load: checkout, health"},
		{"paymen.breaker: opens", "1: there is no breaker paymen.breaker; did you mean payment.breaker?"},
		{"payment.breaker: opens", "1: payment.breaker may be checkout/payment.breaker or refunds/payment.breaker; write one of them"},
		{"payment.breaker{mode:none}: opens", "29: opens is a measure of a breaker, and there is none here (in mode none)"},
		{"health{mode:nonne}: p95", "13: there is no mode nonne; did you mean none?"},
		{"health{phase:slo}: p95", "14: there is no phase slo; did you mean slow?"},
		{"health{mode:two,phase:slow}: p95", "23: there is no phase slow; the phases here are before, hang, after (in mode two)"},
		{"ledger.breaker{phase:slow}: opens", "22: no mode has both ledger.breaker and the phase slow"},
		{"health: count(600)", `15: no request ends with "600"; an outcome is a status code of 200 to 599, or one of: client timeout, 503 breaker open`},
		{"health: count(100)", `15: no request ends with "100"; an outcome is a status code of 200 to 599, or one of: client timeout, 503 breaker open`},
		{"health: count(timeout)", `15: no request ends with "timeout"; an outcome is a status code of 200 to 599, or one of: client timeout, 503 breaker open`},
		{"health: count(503 braker open)", `15: no request ends with "503 braker open"; an outcome is a status code of 200 to 599; did you mean 503 breaker open?`},
		{"payment: faulted(slwo)", "18: there is no fault slwo; did you mean slow?"},
		{"health{phase:slow}: time_to_recover", "14: time_to_recover is of the whole run; leave the phase out"},
		{"heath{mode:nonne,phase:slo}: share(1000)", "1: there is no load heath; did you mean health?\n12: there is no mode nonne; did you mean none?\n" +
			"24: there is no phase slo; did you mean slow?\n" +
			`36: no request ends with "1000"; an outcome is a status code of 200 to 599, or one of: client timeout, 503 breaker open`},
	} {
		m, err := ParseMeasure(row.measure)
		if err != nil {
			t.Fatal(err)
		}
		modes, errs := Check(m, scopes())
		got := strings.Join(modes, " ")
		var lines []string
		for _, e := range errs {
			lines = append(lines, strings.TrimPrefix(e.Error(), "column "))
		}
		if len(errs) > 0 {
			got += strings.Join(lines, "\n")
		}
		if got != row.want {
			t.Errorf("%s:\n got %s\nwant %s", row.measure, got, row.want)
		}
	}
}

// TestDefinitionsParse: every measure is read, and each is of something.
func TestDefinitionsParse(t *testing.T) {
	for _, d := range Definitions() {
		text := "x: " + d.Name
		if d.Takes != None {
			text = "x: " + example[d.Name]
		}
		m, err := ParseMeasure(text)
		if err != nil || m.Name != d.Name || len(d.Of) == 0 || d.About == "" {
			t.Errorf("%s: %+v, %v", text, m, err)
		}
	}
}

func TestHolds(t *testing.T) {
	for _, row := range []struct {
		gate     string
		num, den int64
		want     bool
		margin   float64
	}{
		{"x: share(200) >= 99.95%", 9995 * 1_000_000, 10_000, true, 0},
		{"x: share(200) > 99.95%", 9995 * 1_000_000, 10_000, false, 0},
		{"x: share(200) >= 99.95%", 999 * 1_000_000, 1000, false, -0.05},
		{"x: share(200) == 57%", 57 * 1_000_000, 100, true, 0}, // not so in binary fractions
		{"x: share(200) != 57%", 57 * 1_000_000, 100, false, 0},
		{"x: share(200) < 33.3333%", 1 * 1_000_000, 3, false, -1.0 / 30_000},
		{"x: share(200) < 33.3334%", 1 * 1_000_000, 3, true, 2.0 / 30_000},
		{"x: p95 < 50ms", 49_999_999, 1, true, 1e-6},
		{"x: p95 < 50ms", 50_000_000, 1, false, 0},
		{"x: p95 <= 50ms", 50_000_000, 1, true, 0},
		{"x: p95 <= 24h", 24 * 3600 * 1_000_000_000, 1, true, 0},
		{"x: count(503) == 3", 3, 1, true, 0},
		{"x: count(503) >= 4", 3, 1, false, -1},
		{"x: count(503) == 3", 5, 1, false, -2},
		{"x: count(503) != 3", 5, 1, true, 2},
	} {
		g, err := Parse(row.gate)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Holds(row.num, row.den); got != row.want {
			t.Errorf("%s with %d/%d: %t", row.gate, row.num, row.den, got)
		}
		if got := g.Margin(row.num, row.den); math.Abs(got-row.margin) > 1e-12 || math.Signbit(got) != math.Signbit(row.margin) {
			t.Errorf("%s with %d/%d: margin %v, want %v", row.gate, row.num, row.den, got, row.margin)
		}
	}
}

func TestHigher(t *testing.T) {
	for _, row := range []struct {
		measure string
		want    Direction
	}{
		{"x: p95", Worse}, {"x: share(200)", Better}, {"x: count(503)", Worse}, {"x: share(client timeout)", Worse}, {"x: calls", Neither},
	} {
		m, err := ParseMeasure(row.measure)
		if err != nil || m.Higher() != row.want {
			t.Errorf("%s: %v, %v", row.measure, m.Higher(), err)
		}
	}
	if !slices.IsSortedFunc([]Direction{Better, Neither, Worse}, func(a, b Direction) int { return int(a - b) }) {
		t.Error("a direction is a sign")
	}
}
