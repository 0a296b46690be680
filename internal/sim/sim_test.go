package sim_test

import (
	"context"
	"testing"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// measure runs a scenario of the library in all its modes.
func measure(t *testing.T, name string, seed uint64) *report.Summary {
	t.Helper()
	file, err := scenarios.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rec := &record.Recording{Header: record.Header{Scenario: name, Executor: "sim", Seed: seed}}
	var runs []scenarios.Run
	for _, m := range file.Modes() {
		r, err := file.Run(m.Name, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
		rec.Modes = append(rec.Modes, record.Mode{Name: m.Name, Events: record.NewLog(events(t, r)...)})
	}
	return report.Measure(rec, runs)
}

func events(t *testing.T, r scenarios.Run) []record.Event {
	t.Helper()
	var memory record.Memory
	if err := sim.Run(t.Context(), r, &memory); err != nil {
		t.Fatal(err)
	}
	return memory.Events()
}

func slow(m report.Mode) report.Phase {
	for _, p := range m.Phases {
		if p.Name == "slow" {
			return p
		}
	}
	return report.Phase{}
}

// TestTheIncident: without a network and with exact timers the figures are
// exact, and within the bands that hold for the live run.
func TestTheIncident(t *testing.T) {
	modes := measure(t, "checkout-incident", 1).Modes
	for i, row := range []struct {
		mode             string
		health, checkout map[string]int // outcomes while the provider is slow
		inFlight         int
	}{
		{"none", map[string]int{"200": 4, "client timeout": 8}, map[string]int{"client timeout": 60}, 16},
		{"timeout", map[string]int{"200": 12}, map[string]int{"504": 60}, 64},
		{"timeout-40", map[string]int{"200": 12}, map[string]int{"200": 24, "504": 96}, 112},
		{"protected", map[string]int{"200": 12}, map[string]int{"503": 45, "504": 15}, 19},
	} {
		m := modes[i]
		loads := slow(m).Loads
		if m.Mode != row.mode || !equal(loads["health"].Outcomes, row.health) || !equal(loads["checkout"].Outcomes, row.checkout) {
			t.Errorf("%s: health %v, checkout %v", m.Mode, loads["health"].Outcomes, loads["checkout"].Outcomes)
		}
		if got := m.Providers["payment"].InFlightMax; got != row.inFlight {
			t.Errorf("%s: %d in flight, want %d", m.Mode, got, row.inFlight)
		}
	}
	want := []string{
		"t=1.52s checkout/payment CLOSED -> OPEN (failure rate 50% over 10 calls)",
		"t=2.57s checkout/payment OPEN -> HALF_OPEN (waited 1000 ms)",
		"t=3.17s checkout/payment HALF_OPEN -> OPEN (failure rate 100% over 3 calls)",
		"t=4.22s checkout/payment OPEN -> HALF_OPEN (waited 1000 ms)",
		"t=4.52s checkout/payment HALF_OPEN -> CLOSED (3 of 3 trial calls passed)",
	}
	for i, tr := range modes[3].Transitions {
		if i >= len(want) || tr.String() != want[i] {
			t.Errorf("transition %d is %s", i+1, tr)
		}
	}
	if len(modes[3].Transitions) != len(want) {
		t.Errorf("%d transitions, want %d", len(modes[3].Transitions), len(want))
	}
}

func equal(a, b map[string]int) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

// TestDigest pins what happens, event for event: it must be the same on every
// machine. A change of the policies or of the simulator changes it, and then
// this test asks whether that was meant.
func TestDigest(t *testing.T) {
	const want = "aba974e9b5849dd72805dfa320d2cf3fb9fcb1f478df51c8de151538c2852a36"
	if got := measure(t, "checkout-incident", 1).Digest; got != want {
		t.Errorf("the incident's digest is %s, want %s", got, want)
	}
}

func TestInterruptedRunSaysSo(t *testing.T) {
	file, err := scenarios.Find("checkout-incident")
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("none", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var memory record.Memory
	if err := sim.Run(ctx, r, &memory); err != nil {
		t.Fatal(err)
	}
	all := memory.Events()
	if end := all[len(all)-1]; end.Kind != record.End || end.Reason == "" {
		t.Errorf("it ends with %+v", end)
	}
}
