package agree_test

import (
	"context"
	"testing"

	"checkoutlab/internal/agree"
	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/internal/sim"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// TestNothingHangsOnAnInstant moves the instants of each scenario by as much as
// agree.MaxSendLag lets a machine do. Were two of them so close that their
// order is luck, the figures would leave their bounds here, and not some day in a
// comparison with a live run.
func TestNothingHangsOnAnInstant(t *testing.T) {
	for _, row := range []struct {
		scenario string
		modes    []string // all, when there are none
		moves    []string
	}{
		{"flaky-provider", nil, []string{
			"loads.checkout.start=8ms", "loads.checkout.start=16ms", "loads.health.start=20ms",
			"providers.payment.faults.0.latency=15ms", "providers.payment.faults.0.from=504ms",
			"services.checkout.dependencies.payment.breaker.open_for=346ms",
			"services.checkout.dependencies.payment.breaker.open_for=354ms",
		}},
		{"hanging-tax", nil, []string{
			"loads.checkout.start=3ms", "loads.checkout.start=11ms", "loads.health.start=23ms",
			"loads.checkout.give_up=1004ms", "loads.health.give_up=504ms",
			"providers.tax.latency=14ms", "providers.tax.faults.0.until=1404ms",
			"services.checkout.dependencies.payment.bulkhead.max_wait=94ms",
		}},
		{"hanging-tax", []string{"gobreaker"}, []string{
			"services.checkout.dependencies.tax.timeout=311ms", "services.checkout.dependencies.tax.timeout=319ms",
			"services.checkout.dependencies.tax.breaker.open_for=216ms",
			"services.checkout.dependencies.tax.breaker.open_for=224ms",
		}},
		{"full-queue", nil, []string{
			"loads.checkout.start=6ms", "loads.checkout.start=14ms", "loads.health.start=25ms", "loads.health.start=33ms",
			"loads.checkout.give_up=606ms", "loads.checkout.give_up=614ms", "loads.health.give_up=415ms",
		}},
		{"full-queue", []string{"finish"}, []string{
			"providers.payment.faults.0.latency=704ms", "providers.payment.faults.0.latency=712ms",
		}},
		{"checkout-incident", nil, []string{"loads.checkout.start=16ms", "loads.checkout.start=24ms"}},
		{"checkout-incident", []string{"timeout", "timeout-40", "protected", "protected-40"}, []string{
			"services.checkout.dependencies.payment.timeout=504ms",
		}},
	} {
		still := simulate(t, row.scenario, row.modes, "")
		for _, move := range row.moves {
			for _, miss := range agree.Compare(simulate(t, row.scenario, row.modes, move), still).Misses() {
				t.Errorf("%s: --set %s changes %s", row.scenario, move, miss)
			}
		}
	}
}

// simulate measures a scenario in virtual time, with a change if there is one.
func simulate(t *testing.T, scenario string, modes []string, change string) *report.Summary {
	t.Helper()
	runs := runsOf(t, scenario, modes, change)
	rec, err := virtual(t.Context(), runs)
	if err != nil {
		t.Fatal(err)
	}
	return report.Measure(rec, runs)
}

func virtual(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
	return run.Plan{Executor: sim.Run, Name: "sim"}.Do(ctx, runs)
}

func runsOf(t *testing.T, scenario string, modes []string, change string) []scenarios.Run {
	t.Helper()
	file, err := agree.Find(scenario)
	if err != nil {
		t.Fatal(err)
	}
	var settings []scenarios.Setting
	if change != "" {
		s, err := scenarios.ParseSetting(change)
		if err != nil {
			t.Fatal(err)
		}
		settings = append(settings, s)
	}
	if file, err = file.Choose(modes, settings); err != nil {
		t.Fatal(err)
	}
	var runs []scenarios.Run
	for _, m := range file.Modes() {
		r, err := file.Run(m.Name, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	return runs
}
