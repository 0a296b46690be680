package sim_test

import (
	"fmt"
	"slices"
	"testing"

	"checkoutlab/internal/record"
)

// probed is a service with two workers and a vendor that is slow from 1 s to 20 s:
// at 2 s the workers are stuck, and the probes of 2.1, 2.6 and 3.1 s fail after
// half a second each.
const probed = `
name: probed
duration: 12s
providers:
  vendor:
    latency: 100ms
    on_cancel: %s
    faults: [{kind: slow, from: 1s, until: 20s, latency: 10s}]
services:
  shop:
    workers: 2
    routes: {POST /: {calls: [vendor]}, GET /health: {}}
    dependencies: {vendor: {%s}}
loads:
  orders: {route: POST /, rate: 1/s, start: 10ms, give_up: 30s}
  health: {route: %s, rate: 2/s, start: 100ms, give_up: 500ms, probe: {failures: 3, %s}}
`

func TestRestart(t *testing.T) {
	for _, c := range []struct {
		what                               string
		onCancel, policies, probe, restart string
		want                               []string // restarts, changes of the breaker
		orders                             map[string]int
		inFlight                           int // at the vendor, when the run is over
	}{
		{"only told", "continue", "", "GET /health", "restart: false",
			[]string{"3.6s would restart"}, map[string]int{"200": 12}, 0},
		// The orders of 1, 2 and 3 s are cut, that of 4 s finds nobody, and from 6 s on
		// the workers are stuck again.
		{"a cold start", "continue", "", "GET /health", "restart: true, startup: 1s",
			[]string{"3.6s restart", "4.6s ready", "7.6s restart", "8.6s ready", "11.6s restart"},
			map[string]int{"200": 1, "cut": 9, "refused": 2}, 5},
		{"the vendor notices", "stop", "", "GET /health", "restart: true, startup: 1s",
			[]string{"3.6s restart", "4.6s ready", "7.6s restart", "8.6s ready", "11.6s restart"},
			map[string]int{"200": 1, "cut": 9, "refused": 2}, 0},
		// A probe that asks the vendor restarts a service that is well. Its breaker
		// begins anew each time.
		{"a breaker", "continue", "timeout: 200ms, breaker: {window: {count: 2}, minimum_calls: 2, open_for: 1m}", "POST /", "restart: true, startup: 2s",
			[]string{"1.21s CLOSED OPEN", "2.1s restart", "2.1s OPEN CLOSED", "4.1s ready", "4.8s CLOSED OPEN", "5.1s restart", "5.1s OPEN CLOSED", "7.1s ready",
				"7.8s CLOSED OPEN", "8.1s restart", "8.1s OPEN CLOSED", "10.1s ready", "10.8s CLOSED OPEN", "11.1s restart", "11.1s OPEN CLOSED"},
			map[string]int{"200": 1, "504": 1, "503": 4, "refused": 6}, 6},
		// One call after each start gets the slot, and outlives the service.
		{"a slot held until done", "continue", "timeout: 200ms, bulkhead: {max_concurrent: 1, hold_until_done: true}", "POST /", "restart: true, startup: 2s",
			[]string{"2.1s restart", "4.1s ready", "5.1s restart", "7.1s ready", "8.1s restart", "10.1s ready", "11.1s restart"},
			map[string]int{"200": 1, "504": 1, "503": 4, "refused": 6}, 3},
	} {
		got, orders, inFlight := story(t, fmt.Sprintf(probed, c.onCancel, c.policies, c.probe, c.restart))
		if !slices.Equal(got, c.want) || fmt.Sprint(orders) != fmt.Sprint(c.orders) || inFlight != c.inFlight {
			t.Errorf("%s:\ngot  %q %v, %d in flight\nwant %q %v, %d in flight", c.what, got, orders, inFlight, c.want, c.orders, c.inFlight)
		}
	}
}

func story(t *testing.T, text string) (changes []string, orders map[string]int, inFlight int) {
	orders = map[string]int{}
	for e := range run(t, text) {
		at := e.At.String() + " "
		switch e.Kind {
		case record.Restart:
			changes = append(changes, at+map[bool]string{true: "restart", false: "would restart"}[e.Started])
		case record.Ready:
			changes = append(changes, at+"ready")
		case record.Transition:
			changes = append(changes, at+e.From+" "+e.To)
		case record.Provider:
			inFlight = e.InUse
		case record.Request:
			if e.Name == "orders" {
				orders[e.Outcome]++
			}
		}
	}
	return changes, orders, inFlight
}

// TestTheLastProbe: what follows from the very last answer of a run is told too.
func TestTheLastProbe(t *testing.T) {
	for probe, want := range map[string][]string{
		"failures: 2":                {"1.2s would restart"},
		"failures: 2, restart: true": {"1.2s restart"},
		"failures: 3":                nil,
	} {
		got, _, _ := story(t, `
name: last
duration: 2s
providers: {vendor: {faults: [{kind: status, from: 0s, until: 2s}]}}
services: {shop: {routes: {GET /: {calls: [vendor]}}, dependencies: {vendor: {}}}}
loads: {health: {route: GET /, rate: 1/s, give_up: 1s, probe: {`+probe+`}}}
`)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", probe, got, want)
		}
	}
}
