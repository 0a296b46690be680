package sim_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/scenarios"
)

// TestSwarm runs scenarios drawn at random, with the simulator's own invariants
// on, and balances the books of each: every request ends once, what was lent
// comes back, and what was counted was there.
func TestSwarm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file, err := scenarios.Read("swarm.yaml", []byte(draw(t)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := file.Run("default", rapid.Uint64().Draw(t, "seed"), nil)
		if err != nil {
			t.Fatal(err)
		}
		var memory record.Memory
		if err := sim.Run(t.Context(), r, &memory); err != nil {
			t.Fatal(err)
		}
		balance(t, r.Spec, memory.Events())
	})
}

// draw writes a scenario: one service, two providers, every fault and policy.
func draw(t *rapid.T) string {
	ms := func(what string, least, most int) time.Duration {
		return time.Duration(rapid.IntRange(least, most).Draw(t, what)) * time.Millisecond
	}
	number := func(what string, least, most int) int { return rapid.IntRange(least, most).Draw(t, what) }
	one := func(what string, of ...string) string { return rapid.SampledFrom(of).Draw(t, what) }
	from := ms("from", 0, 2000)
	return fmt.Sprintf(`
name: swarm
question: Do the books balance?
duration: 4s
providers:
  payment:
    latency: %s
    on_cancel: %s
    faults:
      - {kind: slow, from: %s, until: %s, latency: %s, share: %d%%}
      - {kind: %s, from: %s, until: %s, share: %d%%}
  tax: {latency: {distribution: lognormal, p50: 20ms, p99: 200ms}}
services:
  checkout:
    workers: %d
    queue: %d
    abandoned: %s
    routes:
      POST /checkout: {calls: [payment, tax], work: 2ms}
      GET /health: {}
    dependencies:
      payment:
        order: %s
        timeout: %s
        bulkhead: {max_concurrent: %d, queue: %d, max_wait: %s, hold_until_done: %t}
        breaker: {%s, minimum_calls: %d, slow_call: %s, open_for: %s, trials: %d, count_in_flight: %t}
      tax: {timeout: 300ms}
loads:
  checkout: {route: POST /checkout, rate: %d/s, give_up: %s}
  health: {route: GET /health, rate: 4/s, give_up: %s}
`,
		ms("latency", 1, 400), one("on cancel", "continue", "stop"),
		from, from+ms("length", 1, 2000), ms("slowness", 1, 9000), number("share", 1, 100),
		one("fault", "hang", "status"), ms("from 2", 0, 1000), ms("until 2", 1001, 3000), number("share 2", 1, 100),
		number("workers", 1, 30), number("queue", 0, 50), one("abandoned", "finish", "drop"),
		one("order", "[breaker, bulkhead, timeout]", "[bulkhead, breaker, timeout]", "[timeout, breaker, bulkhead]"),
		ms("timeout", 1, 1000), number("slots", 1, 20), number("places", 1, 20), ms("wait", 1, 500), rapid.Bool().Draw(t, "hold"),
		one("rules", "window: {count: 10}", "window: {time: 2s}", "preset: polly", "preset: opossum", "preset: hystrix"), number("minimum", 1, 10),
		ms("slow call", 1, 500), ms("open", 1, 2000), number("trials", 1, 5), rapid.Bool().Draw(t, "in flight"),
		number("rate", 1, 100), ms("patience", 1, 3000), ms("probe", 1, 3000))
}

func balance(t *rapid.T, spec scenarios.Spec, events []record.Event) {
	ended := map[string]map[int64]int{"checkout": {}, "health": {}}
	for i, e := range events {
		if i > 0 && e.At < events[i-1].At {
			t.Fatalf("event %d goes back in time: %+v", i, e)
		}
		switch e.Kind {
		case record.Request:
			ended[e.Name][e.Seq]++
			if load := spec.Loads[e.Name]; e.Latency() < 0 || e.Latency() > load.GiveUp {
				t.Fatalf("a client waited %s: %+v", e.Latency(), e)
			}
		case record.Bulkhead:
			if b := spec.Services["checkout"].Dependencies["payment"].Bulkhead; e.InUse > b.MaxConcurrent || e.Waiting > b.Queue {
				t.Fatalf("more than the bulkhead has: %+v", e)
			}
		}
	}
	for name, load := range spec.Loads {
		if got, want := int64(len(ended[name])), load.Count(spec.Duration); got != want {
			t.Fatalf("load %s: %d requests ended, %d were due", name, got, want)
		}
		for seq, times := range ended[name] {
			if times != 1 {
				t.Fatalf("load %s: request %d ended %d times", name, seq, times)
			}
		}
	}
}
