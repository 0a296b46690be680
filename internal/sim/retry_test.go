package sim_test

import (
	"fmt"
	"testing"
	"time"

	"checkoutlab/internal/record"
)

const flaky = `
name: flaky
duration: 10s
drain: 30s
providers:
  vendor:
    latency: 100ms
    faults: [{kind: %s, from: 0s, until: 3s%s}]
services:
  shop:
    routes: {GET /: {calls: [vendor]}}
    dependencies: {vendor: {timeout: 500ms, %s}}
loads: {pages: {route: GET /, rate: 1/m, give_up: 20s}}
`

// TestRetry: one request, whose vendor is ill for three seconds.
func TestRetry(t *testing.T) {
	const constant = "retry: {attempts: 4, backoff: 1s, growth: 1, jitter: none%s}"
	for _, c := range []struct {
		what, kind, with, policies string
		want                       string
		at                         time.Duration
		starts                     []time.Duration // of the attempts, at the vendor
	}{
		{"until it succeeds", "status", ", latency: 0s", fmt.Sprintf(constant, ""),
			"200", 3100 * time.Millisecond, []time.Duration{0, 1e9, 2e9, 3e9}},
		{"until there are no more", "status", ", latency: 0s", "retry: {attempts: 3, backoff: 1s, growth: 1, jitter: none}",
			"502", 2 * time.Second, []time.Duration{0, 1e9, 2e9}},
		{"as the vendor asks", "status", ", latency: 0s, retry_after: 2500ms", fmt.Sprintf(constant, ""),
			"200", 3100 * time.Millisecond, []time.Duration{0, 3e9}},
		{"after timeouts", "slow", ", latency: 10s", fmt.Sprintf(constant, ""),
			"200", 3100 * time.Millisecond, []time.Duration{0, 15e8, 3e9}},
		{"not into an open breaker", "status", ", latency: 0s", fmt.Sprintf(constant, "") + ", breaker: {window: {count: 2}, minimum_calls: 2, open_for: 5s}",
			"503", 2 * time.Second, []time.Duration{0, 1e9}},
		{"when the breaker lets it", "status", ", latency: 0s", "retry: {attempts: 4, backoff: 1ns, growth: 1, on_open: wait}" + ", breaker: {window: {count: 2}, minimum_calls: 2, open_for: 5s}",
			"200", 5100*time.Millisecond + 2, []time.Duration{0, 0, 5e9 + 2}}, // the deadline itself is still refused, and jitter adds 1 ns
		// The vendor takes ten seconds for what was left behind.
		{"one slot, held until done", "slow", ", latency: 10s", fmt.Sprintf(constant, "") + ", bulkhead: {max_concurrent: 1, hold_until_done: true}",
			"503", 1500 * time.Millisecond, []time.Duration{0}},
		{"within a time", "status", ", latency: 0s", fmt.Sprintf(constant, ", within: 2s"),
			"502", time.Second, []time.Duration{0, 1e9}},
	} {
		var starts []time.Duration
		var got record.Event
		for e := range run(t, fmt.Sprintf(flaky, c.kind, c.with, c.policies)) {
			switch {
			case e.Kind == record.Request:
				got = e
			case e.Kind == record.Provider && e.Started:
				starts = append(starts, e.At)
			}
		}
		if got.Outcome != c.want || got.At != c.at || fmt.Sprint(starts) != fmt.Sprint(c.starts) {
			t.Errorf("%s: %s at %s, asked at %v; want %s at %s, asked at %v", c.what, got.Outcome, got.At, starts, c.want, c.at, c.starts)
		}
	}
}

// TestRetriesMultiply: three services that each try three times ask the one below
// 27 times.
func TestRetriesMultiply(t *testing.T) {
	calls := 0
	for e := range run(t, `
name: storm
duration: 10s
providers: {vendor: {faults: [{kind: status, from: 0s, until: 10s, latency: 0s}]}}
services:
  first:
    routes: {GET /: {calls: [next]}}
    dependencies: {next: {service: second, route: GET /, retry: {attempts: 3, backoff: 10ms}}}
  second:
    routes: {GET /: {calls: [next]}}
    dependencies: {next: {service: third, route: GET /, retry: {attempts: 3, backoff: 10ms}}}
  third:
    routes: {GET /: {calls: [vendor]}}
    dependencies: {vendor: {retry: {attempts: 3, backoff: 10ms}}}
loads: {pages: {service: first, route: GET /, rate: 1/m, give_up: 10s}}
`) {
		if e.Kind == record.Provider && e.Started {
			calls++
		}
	}
	if calls != 27 {
		t.Errorf("%d calls reach the vendor, want 27", calls)
	}
}
