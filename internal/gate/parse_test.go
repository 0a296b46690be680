package gate

import (
	"errors"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, row := range []struct {
		text    string
		measure string // as it prints again
		op      string
		limit   float64
		unit    Unit
	}{
		{"health{mode:protected,phase:slow}: p95 < 50ms", "health{mode:protected,phase:slow}: p95", "<", 50, Millis},
		{"health{mode:none,phase:slow}: share(client timeout) >= 60%", "health{mode:none,phase:slow}: share(client timeout)", ">=", 60, Percent},
		{"checkout{mode:protected}: count(504) <= 17", "checkout{mode:protected}: count(504)", "<=", 17, Count},
		{"payment{mode:protected}: in_flight_max <= 20", "payment{mode:protected}: in_flight_max", "<=", 20, Count},
		{"payment.breaker{mode:protected}: opens >= 1", "payment.breaker{mode:protected}: opens", ">=", 1, Count},
		{"checkout/payment.bulkhead: rejected == 0", "checkout/payment.bulkhead: rejected", "==", 0, Count},
		{"health: max != 1.5s", "health: max", "!=", 1500, Millis},
		{"health{phase:slow+status-2}: p99.9 > 1m", "health{phase:slow+status-2}: p99.9", ">", 60_000, Millis},
		{"health: mean < 0.5us", "health: mean", "<", 0.0005, Millis},
		{"health: share(200) >= 99.95%", "health: share(200)", ">=", 99.95, Percent},
		{"  health { phase : slow , mode : none } :p50<2ms ", "health{mode:none,phase:slow}: p50", "<", 2, Millis},
		{"health: count( 503   breaker open )==3", "health: count(503 breaker open)", "==", 3, Count},
		{"payment: faulted(slow) > 0", "payment: faulted(slow)", ">", 0, Count},
		{"health: time_to_recover <= 0s", "health: time_to_recover", "<=", 0, Millis},
	} {
		g, err := Parse(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if g.Measure.String() != row.measure || g.Op != row.op || g.Limit != row.limit || g.Unit != row.unit || g.Text != strings.TrimSpace(row.text) {
			t.Errorf("%s: read as %+v", row.text, g)
		}
		if m, err := ParseMeasure(g.Measure.String()); err != nil || m.String() != row.measure {
			t.Errorf("%s: the measure is read again as %v, %v", row.text, m, err)
		}
	}
}

func TestParseBad(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"", `1: is empty; write a gate such as health{phase:slow}: p95 < 50ms`},
		{"  ", `1: is empty; write a gate such as health{phase:slow}: p95 < 50ms`},
		{"{phase:slow}: p95 < 50ms", `1: this is "{"; a gate starts with the name of a load, a provider or a service`},
		{"health", `7: nothing stands here; write ": " and a measure behind health`},
		{"health p95 < 50ms", `8: this is "p"; write ": " and a measure behind health`},
		{"health{}: p95 < 50ms", `8: this is "}"; write labels as {mode:M,phase:P}, or leave the brackets out`},
		{"health{mod:none}: p95 < 50ms", `8: unknown label mod; the labels are mode and phase`},
		{"health{mode=none}: p95 < 50ms", `12: this is "="; write the label as mode:NAME`},
		{"health{mode:}: p95 < 50ms", `13: this is "}"; the name of a mode stands behind the colon`},
		{"health{mode:a,mode:b}: p95 < 50ms", `15: mode stands here twice; remove one`},
		{"health{mode:a phase:b}: p95 < 50ms", `15: this is "p"; labels are separated by a comma and end with }`},
		{"health{mode:a", `14: nothing stands here; labels are separated by a comma and end with }`},
		{"health:", `8: nothing stands here; a measure such as p95 or share(503) stands behind the colon`},
		{"health: p96 < 50ms", `9: a run has no p96; it has p50, p90, p95, p99, p99.9`},
		{"health: p99.99 < 50ms", `9: a run has no p99.99; it has p50, p90, p95, p99, p99.9`},
		{"health: p100 < 50ms", `9: p100 is the maximum; write max`},
		{"health: p0 < 50ms", `9: p0 is the minimum; write min`},
		{"health: p101 < 50ms", `9: there is no percentile p101; they lie between 0 and 100, and a run has p50, p90, p95, p99, p99.9`},
		{"health: ok_p100 < 50ms", `9: ok_p100 is the maximum; write ok_max`},
		{"health: shar(200) >= 1%", `9: unknown measure shar; did you mean share?`},
		{"health: apdex >= 1%", `9: unknown measure apdex; the measures are min, p50, p90, p95, p99, p99.9, max, mean, share, count, due, time_to_recover, calls, faulted, in_flight_max, abandoned_max, busy_max, queue_max, restarts, unready, in_use_max, rejected, retries, over_budget, opens, open_time, opened_at, closed_at, transitions`},
		{"health: share >= 1%", `15: share takes an outcome; write share(client timeout)`},
		{"health: share() >= 1%", `15: the brackets are empty; share takes an outcome, as in share(client timeout)`},
		{"health: share(200 >= 1%", `15: the bracket behind share is not closed`},
		{"health: p95(200) < 1ms", `12: p95 takes nothing in brackets`},
		{"health: p95", `12: nothing stands here; a gate ends with an operator and a limit, such as < 50ms`},
		{"health: p95 = 50ms", `13: "=" is not an operator; write ==`},
		{"health: p95 => 50ms", `13: "=>" is not an operator; write >=`},
		{"health: p95 50ms", `13: this is "5"; write one of the operators < <= > >= == !=`},
		{"health: p95 <", `14: nothing stands here; write the limit, such as 50ms`},
		{"health: p95 < 50", `15: "50" has no unit; write it as 50ms, 3s or 2m`},
		{"health: p95 < 50%", `15: "50%" is not a length of time; write it as 50ms, 3s or 2m`},
		{"health: p95 < -5ms", `15: "-5ms" must not be negative`},
		{"health: p95 <= 50 ms", `16: "50 ms" is not a length of time; write it as 50ms, 3s or 2m`},
		{"health: share(200) >= 0.6", `23: share "0.6": write a percentage such as 50%`},
		{"health: share(200) >= 101%", `23: share "101%": must lie between 0% and 100%`},
		{"health: count(200) >= 1.5", `23: "1.5" is not a whole number of 0 or more`},
		{"health: count(200) >= -1", `23: "-1" is not a whole number of 0 or more`},
		{"health: count(200) >= 3 4", `23: "3 4" is not a whole number of 0 or more`},
		{"a: p95 <\n1ms", `9: "\n" cannot stand in a gate; write one line`},
		{"ähnlich: p95 < 1ms", `1: this is "ä"; a gate starts with the name of a load, a provider or a service`},
		{"health: count(ä) >= x", `21: "x" is not a whole number of 0 or more`},
		{strings.Repeat("a", 501), `1: longer than 500 bytes`},
	} {
		_, err := Parse(row.text)
		var at *Error
		if !errors.As(err, &at) || err.Error() != "column "+row.want {
			t.Errorf("%q:\n got %v\nwant column %s", row.text, err, row.want)
		}
	}
	if _, err := ParseMeasure("health: p95 < 50ms"); err == nil || err.Error() != `column 13: "< 50ms" stands behind the measure; a measure has no limit, such as health: p95` {
		t.Errorf("a measure with a limit: %v", err)
	}
}

// FuzzParse: whatever is read prints as a text that reads the same, and every
// error points into the text or just behind it.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"health{mode:a,phase:b}: p95 < 50ms", "a/b.breaker: opens >= 1", "x: share(503 breaker open) != 99.95%", "x{", "ä: p", "x: p1e9 <"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		var at *Error
		switch {
		case errors.As(err, &at):
			if at.Column < 1 || at.Column > len([]rune(text))+1 || at.Message == "" || strings.Contains(at.Message, "\n") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		case err != nil:
			t.Fatalf("%q: an error without a place: %v", text, err)
		}
		again, err := ParseMeasure(g.Measure.String())
		if err != nil || again.String() != g.Measure.String() {
			t.Fatalf("%q prints as %q, which reads as %v, %v", text, g.Measure, again, err)
		}
		if g.Limit < 0 || g.Text != strings.TrimSpace(text) {
			t.Fatalf("%q: %+v", text, g)
		}
	})
}
