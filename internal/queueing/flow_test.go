package queueing_test

import (
	"fmt"
	"testing"
	"time"

	"checkoutlab/internal/queueing"
	"checkoutlab/internal/record"
)

// TestLittlesLaw measures both sides of L = λW: the mean number in the service from
// its own gauge, the rate and the mean time from the requests of its clients.
func TestLittlesLaw(t *testing.T) {
	const head = `
name: little
question: Is L = λW?
duration: 60s
`
	for _, row := range []struct{ name, yaml string }{
		{"two routes, a provider and a full queue", `
providers:
  payment: {latency: {distribution: lognormal, p50: 100ms, p99: 900ms}}
services:
  station:
    workers: 4
    queue: 6
    routes:
      GET /slow: {work: {distribution: exponential, mean: 10ms}, calls: [payment]}
      GET /fast: {work: 3ms}
    dependencies: {payment: {timeout: 500ms}}
loads:
  slow: {route: GET /slow, rate: 40/s, arrivals: poisson, give_up: 30s}
  fast: {route: GET /fast, rate: 90/s, jitter: 5ms, give_up: 30s}
`},
		{"clients that wait and think", `
services:
  station:
    workers: 4
    routes: {GET /: {work: {distribution: exponential, mean: 50ms}}}
loads:
  crowd: {route: GET /, clients: 100, think: {distribution: exponential, mean: 300ms}, give_up: 30s}
`},
		{"clients that give up, and take their requests along", `
providers:
  payment: {latency: {distribution: exponential, mean: 200ms}}
services:
  station:
    workers: 4
    abandoned: drop
    routes: {GET /: {calls: [payment]}}
    dependencies: {payment: {}}
loads:
  hasty: {route: GET /, rate: 40/s, arrivals: poisson, give_up: 300ms}
`},
		{"a service behind it that retries", `
providers:
  payment: {latency: 20ms, faults: [{kind: status, from: 0s, until: 60s, share: 40%}]}
services:
  station:
    workers: 8
    routes: {GET /: {calls: [back]}}
    dependencies: {back: {service: back, route: GET /, bulkhead: {max_concurrent: 3, queue: 9}}}
  back:
    workers: 2
    routes: {GET /: {calls: [payment]}}
    dependencies: {payment: {retry: {attempts: 3, backoff: 10ms}}}
loads:
  all: {service: station, route: GET /, rate: 30/s, arrivals: poisson, give_up: 30s}
`},
	} {
		t.Run(row.name, func(t *testing.T) {
			var m meter
			n := 0
			simulate(t, head+row.yaml, *seed, recorder(func(e record.Event) {
				m.span = time.Hour
				m.Record(e)
				if e.Kind == record.Request {
					n++
				}
			}))
			m.balance(t)
			over := m.at.Seconds()
			l, lambda, w := m.inside.Seconds()/over, float64(n)/over, m.latency.Seconds()/float64(n)
			lw := queueing.NumberInSystem(lambda, w)
			report("λW beside L, "+row.name, l, interval{mean: lw}, 0)
			if n < 1000 || l < .5 || lw/l-1 > 1e-9 || 1-lw/l > 1e-9 {
				t.Errorf("L is %.6g and λW %.6g × %.6g = %.6g, over %d requests", l, lambda, w, lw, n)
			}
		})
	}
}

// TestFillTime: from the instant at which the provider hangs, all workers are taken
// after c/λ.
func TestFillTime(t *testing.T) {
	const yaml = `
name: fill
question: How soon are all workers taken?
duration: 5s
providers:
  payment: {latency: 1us, faults: [{kind: hang, from: 1s, until: 5s}]}
services:
  station:
    workers: 16
    routes: {GET /: {calls: [payment]}}
    dependencies: {payment: {}}
loads:
  all: {route: GET /, rate: 20/s, arrivals: poisson, give_up: 5s}
`
	runs, width := 400, lightWidth
	if full {
		runs, width = 20_000, .01
	}
	took := make([]float64, runs)
	recorders := make([]record.Recorder, runs)
	for i := range recorders {
		recorders[i] = recorder(func(e record.Event) {
			if e.Kind == record.Service && e.InUse == 16 && took[i] == 0 {
				took[i] = (e.At - time.Second).Seconds()
			}
		})
	}
	simulate(t, yaml, *seed, recorders...)
	check(t, "seconds to fill 16 workers at 20/s", queueing.FillTime(16, 20), took, width)
}

// TestThroughput: overloaded workers do c/S requests a second. With a constant
// service time that is so in every stretch of whole service times.
func TestThroughput(t *testing.T) {
	exact := queueing.Throughput(16, .05)
	for _, work := range []string{"50ms", "{distribution: exponential, mean: 50ms}"} {
		for _, load := range []string{"rate: 400/s, arrivals: poisson", "clients: 100"} {
			t.Run(work+" "+load, func(t *testing.T) {
				batches, width := 30, .03
				if full {
					batches, width = 200, .01
				}
				if work == "50ms" {
					batches = 5
				}
				m := meter{span: 10 * time.Second}
				simulate(t, fmt.Sprintf(`
name: throughput
question: How much do the workers get done?
duration: %ds
services:
  station:
    workers: 16
    queue: 200
    routes: {GET /: {work: %s}}
loads:
  all: {route: GET /, %s, give_up: 30s}
`, 10*(batches+1), work, load), *seed, &m)
				var done []float64
				for _, b := range m.batches[1 : batches+1] {
					done = append(done, b.done/10)
					if work == "50ms" && b.done/10 != exact {
						t.Errorf("%.0f done in 10 s, want exactly %v a second", b.done, exact)
					}
				}
				if work != "50ms" {
					check(t, "requests done per second, "+load, exact, done, width)
				}
			})
		}
	}
}

// check holds the mean of independent values to an exact one, by its confidence
// interval and how wide that may be.
func check(t *testing.T, what string, exact float64, values []float64, width float64) {
	t.Helper()
	i := estimate(confidence, values)
	report(what, exact, i, 0)
	if !i.covers(exact) || i.width(exact) > width {
		t.Errorf("%s: %v, want an interval of at most %.2g%% that covers %.6g. "+unlucky, what, i, 100*width, exact)
	}
}
