package fault

import (
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/unit"
)

func TestWindowValidate(t *testing.T) {
	for _, c := range []struct {
		window Window
		want   string
	}{
		{of(Slow, 0, s).after(0), ""},
		{of(Status, 0, s), ""},
		{of(Status, 0, s).code(400).after(0).retry(MaxLatency), ""},
		{of(Status, 0, s).code(599), ""},
		{of(Hang, s, s+MaxWindow), ""},
		{of(Hang, 0, s).shared(0), ""},
		{of(Hang, 0, s).shared(unit.Whole), ""},

		{Window{Until: s}, `kind: "" is not a fault; write one of hang, slow, status`},
		{of("slwo", 0, s), `kind: "slwo" is not a fault; write one of hang, slow, status`},
		{of(Hang, -1, s), "from: must not be negative: it counts from the start of the run"},
		{of(Hang, s, 0), ": has no end; write until, for every fault ends by itself"},
		{of(Hang, s, s), ": is empty: until (1s) must be later than from (1s)"},
		{of(Hang, 0, MaxWindow+1), ": lasts 24h0m0.000000001s, at most 24h0m0s"},
		{of(Hang, 0, s).shared(-1), "share: must lie between 0% and 100%"},
		{of(Hang, 0, s).shared(unit.Whole + 1), "share: must lie between 0% and 100%"},
		{Window{Name: strings.Repeat("x", 41), Kind: Hang, Until: s}, "name: is longer than 40 bytes"},

		{of(Slow, 0, s), ": slow has no latency; write how long an answer takes, such as latency: 10s"},
		{of(Slow, 0, s).after(-1), "latency.value: must not be negative"},
		{of(Slow, 0, s).after(s).code(503).retry(s), "status: is not a parameter of slow; leave it out; retry_after: is not a parameter of slow; leave it out"},
		{of(Status, 0, s).code(399), "status: 399 is not an error; write a code of 400 to 599"},
		{of(Status, 0, s).code(600), "status: 600 is not an error; write a code of 400 to 599"},
		{of(Status, 0, s).retry(-1), "retry_after: must not be negative"},
		{of(Hang, 0, s).after(0), "latency: is not a parameter of hang; leave it out"},
	} {
		if got := joined(c.window.Validate()); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.window, got, c.want)
		}
	}
}

func TestConfig(t *testing.T) {
	full := Config{Faults: []Window{of(Status, 0, s)}}.WithDefaults()
	if full.Latency != Always(200*time.Millisecond) || full.OnCancel != Continue || full.MaxInFlight != 20_000 || full.Faults[0].Status != 503 {
		t.Errorf("defaults: %+v", full)
	}
	if zero := (Config{Latency: Always(0)}).WithDefaults(); zero.Latency != Always(0) {
		t.Errorf("a latency of zero became %+v", zero.Latency)
	}
	faults := []Window{of(Status, 0, s)}
	if (Config{Faults: faults}).WithDefaults(); faults[0].Status != 0 {
		t.Error("filling in defaults changed the argument")
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{}, ""},
		{full, ""},
		{Config{OnCancel: "halt"}, `on_cancel: "halt" is neither continue nor stop`},
		{Config{MaxInFlight: -1}, "max_in_flight: must lie between 1 and 1000000"},
		{Config{Latency: Always(-1), Faults: []Window{of(Hang, 0, s), of(Hang, 0, 0)}},
			"latency.value: must not be negative; faults.1: has no end; write until, for every fault ends by itself"},
		{Config{Faults: make([]Window, MaxWindows+1)}, "faults: 1001 windows, at most 1000"},
	} {
		if got := joined(c.config.Validate()); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%.80v:\ngot  %.200s\nwant %s", c.config, got, c.want)
		}
	}
}

// TestEveryKind holds each row of the map to what the package promises of faults:
// it acts in its window only, and it names itself.
func TestEveryKind(t *testing.T) {
	for name := range kinds {
		w := of(name, 1*s, 2*s)
		if name == Slow {
			w = w.after(5 * s)
		}
		p := NewPlan(healthy, []Window{w})
		untouched := NewPlan(healthy, nil).Decide(0, nil)
		for _, now := range []time.Duration{0, 1*s - 1, 2 * s} {
			if got := p.Decide(now, nil); got != untouched {
				t.Errorf("%s acts at %v: %v", name, now, got)
			}
		}
		if got := p.Decide(1*s, nil); got.Fault != string(name) {
			t.Errorf("%s calls itself %q", name, got.Fault)
		}
	}
}
