package live

import (
	"slices"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// TestRestart: both workers are stuck in calls, the probe gives up on its answer,
// and the service is killed and started again, with a breaker that begins closed.
func TestRestart(t *testing.T) {
	file, err := scenarios.Read("restart.yaml", []byte(`
name: restart
duration: 1200ms
providers:
  vendor: {latency: 10s}
services:
  shop:
    workers: 2
    routes: {POST /: {calls: [vendor]}, GET /health: {}}
    dependencies: {vendor: {breaker: {window: {count: 2}, minimum_calls: 2, slow_call: 50ms, slow_rate: 50%, count_in_flight: true, open_for: 1m}}}
loads:
  orders: {route: POST /, rate: 10/s, start: 10ms, give_up: 10s}
  health: {route: GET /health, rate: 10/s, start: 30ms, give_up: 100ms, probe: {failures: 2, restart: true, startup: 300ms}}
`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("default", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var memory record.Memory
	if err := Run(t.Context(), r, &memory); err != nil {
		t.Fatal(err)
	}
	var story []string
	outcomes := map[string]int{}
	var down time.Duration
	for _, e := range memory.Events() {
		switch e.Kind {
		case record.Restart:
			story, down = append(story, "restart"), e.At
		case record.Ready:
			story = append(story, "ready")
			if took := e.At - down; took < 250*time.Millisecond {
				t.Errorf("it was down for %s", took)
			}
		case record.Transition:
			story = append(story, e.To)
		case record.Request:
			outcomes[e.Outcome]++
		}
	}
	if want := []string{"OPEN", "restart", "CLOSED", "ready"}; len(story) < 4 || !slices.Equal(story[:4], want) {
		t.Errorf("%q, want %q first", story, want)
	}
	for _, outcome := range []string{record.Cut, record.Refusal, record.ClientTimeout} {
		if outcomes[outcome] == 0 {
			t.Errorf("no request ended as %s: %v", outcome, outcomes)
		}
	}
}

// TestKilledWithHeldSlots: when the service is killed, a slot of its bulkhead is held
// for a call that was given up. A second probe, which only tells, says nothing of a
// service that is down.
func TestKilledWithHeldSlots(t *testing.T) {
	file, err := scenarios.Read("held.yaml", []byte(`
name: held
duration: 600ms
providers:
  vendor: {latency: 10s}
services:
  shop:
    routes: {POST /: {calls: [vendor]}}
    dependencies: {vendor: {timeout: 50ms, bulkhead: {max_concurrent: 1, hold_until_done: true}}}
loads:
  fast: {route: POST /, rate: 10/s, give_up: 1s, probe: {failures: 2, restart: true, startup: 1h}}
  late: {route: POST /, rate: 10/s, start: 250ms, give_up: 1s, probe: {failures: 2}}
`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("default", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var memory record.Memory
	if err := Run(t.Context(), r, &memory); err != nil {
		t.Fatal(err)
	}
	inUse, told := -1, 0
	for _, e := range memory.Events() {
		switch e.Kind {
		case record.Bulkhead:
			inUse = e.InUse
		case record.Restart:
			told++
		}
	}
	if inUse != 0 || told != 1 {
		t.Errorf("%d slots are in use in the end, and %d restarts are told of; want 0 and 1", inUse, told)
	}
}
