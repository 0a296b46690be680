package sim_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/internal/sim"
	"checkoutlab/scenarios"
)

// outcomes runs a scenario and counts how its requests ended, with their reasons.
func outcomes(t *testing.T, text string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for e := range run(t, text) {
		if e.Kind != record.Request {
			continue
		}
		if e.Reason != "" {
			e.Outcome += " " + e.Reason
		}
		counts[e.Outcome]++
	}
	return counts
}

func run(t *testing.T, text string) func(func(record.Event) bool) {
	t.Helper()
	file, err := scenarios.Read("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("default", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var memory record.Memory
	if err := sim.Run(t.Context(), r, &memory); err != nil {
		t.Fatal(err)
	}
	log := memory.Log()
	return log.All()
}

const chainOfTwo = `
name: two
duration: 10s
services:
  front:
    workers: 100
    routes: {GET /: {calls: [back]}}
    dependencies: {back: {service: back, route: GET /, timeout: %s}}
  back:
    workers: 1
    queue: %d
    abandoned: %s
    routes: {GET /: {work: 150ms}}
loads: {pages: {service: front, route: GET /, rate: 10/s, stages: [{at: 5s, rate: 2/s}], give_up: 30s}}
`

// TestServiceBehindService: the inner one gets a request every 100 ms and takes
// 150 ms for each, so that the n-th, from 0, has its answer after 150 ms and n
// times 50 ms. After 50 of them there is time to recover, with 10 in 5 s.
func TestServiceBehindService(t *testing.T) {
	for _, c := range []struct {
		what      string
		timeout   time.Duration
		queue     int
		abandoned scenarios.Abandoned
		want      map[string]int
	}{
		{"everything is worked on", time.Minute, 100, scenarios.Finish, map[string]int{"200": 60}},
		{"a place in the queue for one", time.Minute, 1, scenarios.Finish, map[string]int{"200": 44, "502 provider failed": 16}},
		// The 17th is answered in the very instant of its timeout, which came first.
		// Those that are due from 5 s on wait for 33 that nobody waits for.
		{"work goes on in vain", time.Second, 100, scenarios.Finish, map[string]int{"200": 22, "504 timeout": 38}},
		{"work that nobody waits for is dropped", time.Second, 100, scenarios.Drop, map[string]int{"200": 26, "504 timeout": 34}},
	} {
		got := outcomes(t, fmt.Sprintf(chainOfTwo, c.timeout, c.queue, c.abandoned))
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

const shop = `
name: shop
duration: 10s
providers:
  payment: {latency: 100ms}
  mail:
    latency: 100ms
    faults: [{kind: status, from: 0s, until: 10s, latency: 0s}]
services:
  shop:
    routes:
      POST /checkout: {calls: [%s]}
      POST /receipt: {calls: [%s]}
    dependencies:
      outbound: {provider: payment, breaker: {window: {count: 4}, minimum_calls: 4, open_for: 1m}}
      mail: {breaker: {window: {count: 4}, minimum_calls: 4, open_for: 1m}}
loads:
  checkout: {route: POST /checkout, rate: 10/s, start: 50ms, give_up: 1s}
  receipt: {route: POST /receipt, rate: 10/s, give_up: 1s}
`

// TestCalls: mail always fails, at once. Where one breaker stands before both, the
// failures of mail at 0, 100 and 200 ms open it for payments too.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		what, checkout, receipt string
		want                    map[string]int
	}{
		{"a breaker each", "outbound", "mail", map[string]int{"200": 100, "502 provider failed": 4, "503 breaker open": 96}},
		{"one breaker", "outbound", "{dependency: outbound, provider: mail}",
			map[string]int{"200": 2, "502 provider failed": 3, "503 breaker open": 195}},
		{"a fallback", "outbound, {dependency: mail, fallback: true}", "{dependency: mail, fallback: true}",
			map[string]int{"200 fallback": 200}},
	} {
		got := outcomes(t, fmt.Sprintf(shop, c.checkout, c.receipt))
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// TestClosedLoop: clients that wait for their answers send no more than comes
// back, which is N/(Z+S) while there are workers enough and c/S when not.
func TestClosedLoop(t *testing.T) {
	for _, c := range []struct {
		clients, workers int
		want             int
	}{
		{1, 4, 1000 / 5}, {4, 4, 4 * 1000 / 5}, {40, 4, 4 * 1000},
	} {
		got := outcomes(t, fmt.Sprintf(`
name: closed
duration: 100s
services: {shop: {workers: %d, routes: {GET /: {work: 100ms}}}}
loads: {people: {route: GET /, clients: %d, think: 400ms, give_up: 10s}}
`, c.workers, c.clients))
		if n := got["200"]; len(got) != 1 || n < c.want-c.clients || n > c.want+c.clients {
			t.Errorf("%d clients, %d workers: %v, want %d times 200", c.clients, c.workers, got, c.want)
		}
	}
}

// TestClosedLoopWithoutAnEnd: clients that neither think nor wait would never let
// the time pass.
func TestClosedLoopWithoutAnEnd(t *testing.T) {
	file, err := scenarios.Read("test.yaml", []byte(`
name: endless
duration: 1s
services: {shop: {routes: {GET /: {}}}}
loads: {people: {route: GET /, clients: 1, give_up: 1s}}
`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("default", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sim.Run(t.Context(), r, discard{}); !errors.Is(err, sim.ErrEndless) {
		t.Errorf("it ended with %v", err)
	}
}

type discard struct{}

func (discard) Record(record.Event) {}
