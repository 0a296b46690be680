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

// TestNothingHangsOnAnInstant moves the instants of each scenario by a little
// more than a network and a busy machine do. Were two of them so close that their
// order is luck, the figures would leave their bounds here, and not some day in a
// comparison with a live run.
func TestNothingHangsOnAnInstant(t *testing.T) {
	for _, row := range []struct {
		scenario string
		modes    []string // all, when there are none
		moves    []string
	}{
		{"flaky-provider", nil, []string{
			"loads.checkout.start=9ms", "loads.checkout.start=15ms", "loads.health.start=21ms",
			"providers.payment.faults.0.latency=14ms", "providers.payment.faults.0.from=503ms",
			"services.checkout.dependencies.payment.breaker.open_for=347ms",
			"services.checkout.dependencies.payment.breaker.open_for=353ms",
		}},
		{"hanging-tax", nil, []string{
			"loads.checkout.start=4ms", "loads.checkout.start=10ms", "loads.health.start=22ms",
			"loads.checkout.give_up=1003ms", "loads.health.give_up=503ms",
			"providers.tax.latency=13ms", "providers.tax.faults.0.until=1403ms",
			"services.checkout.dependencies.payment.bulkhead.max_wait=93ms",
		}},
		{"hanging-tax", []string{"gobreaker"}, []string{
			"services.checkout.dependencies.tax.timeout=312ms", "services.checkout.dependencies.tax.timeout=318ms",
			"services.checkout.dependencies.tax.breaker.open_for=217ms",
			"services.checkout.dependencies.tax.breaker.open_for=223ms",
		}},
		{"full-queue", nil, []string{
			"loads.checkout.start=7ms", "loads.checkout.start=13ms", "loads.health.start=26ms", "loads.health.start=32ms",
			"loads.checkout.give_up=607ms", "loads.checkout.give_up=613ms", "loads.health.give_up=414ms",
		}},
		{"full-queue", []string{"finish"}, []string{
			"providers.payment.faults.0.latency=706ms", "providers.payment.faults.0.latency=710ms",
		}},
		{"checkout-incident", nil, []string{"loads.checkout.start=17ms", "loads.checkout.start=23ms"}},
		{"checkout-incident", []string{"timeout", "timeout-40", "protected", "protected-40"}, []string{
			"services.checkout.dependencies.payment.timeout=503ms",
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
