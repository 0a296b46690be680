package queueing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/queueing"
	"checkoutlab/internal/record"
)

// layers is services that each call the next one and retry, and at the bottom a
// provider that fails for a share of the calls.
func layers(number, rate int, retry, share string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `
name: layers
question: How often is the bottom asked for one request?
duration: 100s
providers:
  bottom: {latency: 1ms, faults: [{kind: status, from: 0s, until: 110s, share: %s}]}
services:
`, share)
	for i := 1; i <= number; i++ {
		next := fmt.Sprintf("service: layer-%d, route: GET /", i+1)
		if i == number {
			next = "provider: bottom"
		}
		fmt.Fprintf(&b, `  layer-%d:
    workers: 10000
    routes: {GET /: {calls: [next]}}
    dependencies: {next: {%s, retry: {backoff: 1ns, jitter: none, %s}}}
`, i, next, retry)
	}
	fmt.Fprintf(&b, "loads:\n  all: {service: layer-1, route: GET /, rate: %d/s, give_up: 20s}\n", rate)
	return b.String()
}

// counter counts the requests and the calls at the bottom, in each second in which
// they began.
type counter struct{ requests, calls [110]float64 }

func (c *counter) Record(e record.Event) {
	switch {
	case e.Kind == record.Request:
		c.requests[e.Due/time.Second]++
	case e.Kind == record.Provider && e.Started:
		c.calls[e.At/time.Second]++
	}
}

func (c *counter) perRequest() float64 {
	var requests, calls float64
	for i := range c.calls {
		requests += c.requests[i]
		calls += c.calls[i]
	}
	return calls / requests
}

// TestAmplification: with the bottom down each layer multiplies.
func TestAmplification(t *testing.T) {
	for _, row := range []struct{ layers, attempts int }{{1, 3}, {3, 3}, {3, 4}} {
		var c counter
		simulate(t, layers(row.layers, 2, fmt.Sprintf("attempts: %d", row.attempts), "100%"), *seed, &c)
		exact := queueing.Amplification(row.layers, row.attempts)
		report(fmt.Sprintf("calls of the bottom for one request, %d^%d", row.attempts, row.layers), exact, interval{mean: c.perRequest()}, 0)
		if c.perRequest() != exact {
			t.Errorf("%d layers of %d attempts ask the bottom %.6g times for a request, want %v", row.layers, row.attempts, c.perRequest(), exact)
		}
	}
}

// TestMeanAttempts: with failures that are independent a call is made (1 − p^A)/(1 − p)
// times, and never above 1/(1 − p) times.
func TestMeanAttempts(t *testing.T) {
	for _, row := range []struct{ percent, attempts int }{{10, 3}, {50, 3}, {50, 20}, {80, 4}, {80, 20}} {
		runs, width := 2, lightWidth
		if full {
			runs, width = 20, .01
		}
		var values []float64
		counters := make([]counter, runs)
		for i := range counters {
			simulate(t, layers(1, 100, fmt.Sprintf("attempts: %d", row.attempts), fmt.Sprintf("%d%%", row.percent)), *seed+uint64(i), &counters[i])
			for second := range 100 {
				values = append(values, counters[i].calls[second]/counters[i].requests[second])
			}
		}
		p := float64(row.percent) / 100
		exact := queueing.MeanAttempts(p, row.attempts)
		check(t, fmt.Sprintf("attempts, %d %% fail, at most %d", row.percent, row.attempts), exact, values, width)
		if most := queueing.MostAttempts(p); exact > most {
			t.Errorf("the exact value for p = %v is %v, above %v", p, exact, most)
		}
	}
}

// TestBudgetedAmplification: a budget of r leaves (1 + r)^L, however many attempts.
func TestBudgetedAmplification(t *testing.T) {
	for _, row := range []struct {
		layers, percent int
	}{{1, 20}, {3, 20}, {3, 50}} {
		var c counter
		retry := fmt.Sprintf("attempts: 4, budget: {kind: finagle, ratio: %d%%, no_reserve: true}", row.percent)
		simulate(t, layers(row.layers, 100, retry, "100%"), *seed, &c)
		most := queueing.BudgetedAmplification(row.layers, float64(row.percent)/100)
		got := c.perRequest()
		report(fmt.Sprintf("the same with a budget, at most 1.%d^%d", row.percent/10, row.layers), most, interval{mean: got}, 0)
		if got > most || got < .97*most {
			t.Errorf("%d layers with a budget of %d %%: %.6g calls a request, want at most %.6g, and all but that", row.layers, row.percent, got, most)
		}
	}
}
