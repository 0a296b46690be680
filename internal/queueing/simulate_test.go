package queueing_test

import (
	"testing"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/scenarios"
)

// simulate runs a scenario in virtual time, once for each recorder and with seeds
// from the first on.
func simulate(t testing.TB, yaml string, seed uint64, recorders ...record.Recorder) {
	t.Helper()
	file, err := scenarios.Read("exact.yaml", []byte(yaml))
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("default", seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range recorders {
		if err := sim.Run(t.Context(), r, rec); err != nil {
			t.Fatal(err)
		}
		r.Seed++
	}
}

// recorder is a Recorder that is a function.
type recorder func(record.Event)

func (r recorder) Record(e record.Event) { r(e) }
