package sim_test

import (
	"testing"

	"checkoutlab/internal/record"
)

// TestFaultsOfRequests: what a client hears of the faults that its request met. It is
// told with answers alone: nobody who is cut off or waits in vain is told anything.
func TestFaultsOfRequests(t *testing.T) {
	const tax, payment = "{dependency: tax, fallback: true}", "payment"
	for _, c := range []struct {
		what, fault, calls, policies string
		want                         string // outcome, reason and fault
	}{
		{"an error", "{kind: status, from: 0s, until: 5s}", "tax", "", "502 provider failed (status)"},
		{"a slow answer", "{kind: slow, from: 0s, until: 5s, latency: 1s}", "tax", "", "200 (slow)"},
		{"before a call that is well", "{kind: slow, from: 0s, until: 5s, latency: 1s}", "tax, payment", "", "200 (slow)"},
		{"before a fallback", "{kind: status, from: 0s, until: 5s}", tax + ", " + payment, "", "200 fallback (status)"},
		{"a connection that is cut", "{kind: hang, from: 0s, until: 1s}", "tax", "", "502 provider failed ()"},
		{"a timeout", "{kind: slow, from: 0s, until: 5s, latency: 1s}", "tax", "timeout: 500ms", "504 timeout ()"},
		{"an attempt before the last", "{kind: status, from: 0s, until: 1s, latency: 0s}", "tax",
			"retry: {attempts: 2, backoff: 2s, jitter: none}", "200 ()"},
		{"a service that is killed between attempts", "{kind: status, from: 0s, until: 5s, latency: 0s}", "tax",
			"retry: {attempts: 2, backoff: 9s, jitter: none}", "cut ()"},
	} {
		got := ""
		for e := range run(t, `
name: told
duration: 8s
providers: {tax: {faults: [`+c.fault+`]}, payment: {}, broken: {faults: [{kind: status, from: 0s, until: 8s}]}}
services:
  shop:
    routes: {GET /: {calls: [`+c.calls+`]}, GET /live: {calls: [broken]}}
    dependencies: {tax: {`+c.policies+`}, payment: {}, broken: {}}
loads:
  pages: {route: GET /, rate: 1/m, give_up: 20s}
  live: {route: GET /live, rate: 1/m, start: 7s, give_up: 1s, probe: {failures: 1, restart: true}}
`) {
			if e.Kind == record.Request && e.Name == "pages" {
				got = e.Outcome
				if e.Reason != "" {
					got += " " + e.Reason
				}
				got += " (" + e.Fault + ")"
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
