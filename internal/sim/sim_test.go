package sim_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// measure runs a scenario of the library in all its modes.
func measure(t *testing.T, name string, seed uint64) *report.Summary {
	t.Helper()
	find := scenarios.Find
	if strings.HasSuffix(name, ".yaml") {
		find = scenarios.ReadFile
	}
	file, err := find(name)
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
		if m.Mode != row.mode || !maps.Equal(loads["health"].Outcomes, row.health) || !maps.Equal(loads["checkout"].Outcomes, row.checkout) {
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

// TestDigest pins what happens, event for event. A change of the policies or of the
// simulator changes it, and then this test asks whether that was meant.
//
// A run is the same on every machine. Where a lognormal or exponential latency is
// drawn that holds for machines of one architecture: math.Log and math.Exp may
// differ in their last digit from one to another.
func TestDigest(t *testing.T) {
	for _, c := range []struct {
		scenario string
		seed     uint64
		want     string
	}{
		{"checkout-incident", 1, "833c1867abae26b5d6f4da431f05e2ea5eadf6dc9ab44f864b1bc05511ea6fd8"},
		{"tax-and-payments", 1, "e0cca593befa936b40244c42f935d487f6f75cbb47373d5c12748554fc2674a3"}, // jitter, fallbacks, an overflowing queue
		{"tax-and-payments", 2, "a14162aae88c49c89186ffda1d97ad21d16a175737f4e613a043f1aea4723ffc"},
		{"seat-hold", 7, "45d6c4e145cf159dffdcc0b31d3b7b1b7c5cc1cfac4f89360da57ab117c26c7c"},                                 // retries
		{"../../scenarios/testdata/good/shapes.yaml", 1, "14bba6093039b6a3b5dbf2dd7e363bd8ded23279b409f7cae7c0aaa0b926485f"}, // ramps, Poisson arrivals, crowds, services behind services
	} {
		if got := measure(t, c.scenario, c.seed).Digest; got != c.want {
			t.Errorf("%s with seed %d has the digest %s, want %s", c.scenario, c.seed, got, c.want)
		}
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
