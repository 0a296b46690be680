package queueing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/queueing"
	"checkoutlab/internal/record"
)

// goodput counts the requests that were due in each second, and those of them that
// succeeded.
type goodput struct{ due, ok [300]float64 }

func (g *goodput) Record(e record.Event) {
	if e.Kind == record.Request {
		g.due[e.Due/time.Second]++
		if e.Outcome == "200" {
			g.ok[e.Due/time.Second]++
		}
	}
}

// share is how many succeeded of those that were due in a stretch of seconds.
func (g *goodput) share(from, until int) float64 {
	var due, ok float64
	for s := from; s < until; s++ {
		due += g.due[s]
		ok += g.ok[s]
	}
	return ok / due
}

const (
	attempts = 3
	capacity = 80 // of 4 workers that take 50 ms each
)

// metastable is a service that works on for callers that have gone, its callers,
// who wait for 500 ms and make up to three attempts, and two seconds in which its
// database hangs. The load changes at 80 s.
func metastable(before, after float64) string {
	return fmt.Sprintf(`
name: metastable
question: Does it recover when the outage is over?
duration: 300s
providers:
  database: {latency: 50ms, faults: [{kind: hang, from: 50s, until: 52s}]}
services:
  front:
    workers: 10000
    routes: {GET /: {calls: [back]}}
    dependencies: {back: {service: back, route: GET /, timeout: 500ms, retry: {attempts: %d, backoff: 1ns, jitter: none}}}
  back:
    workers: 4
    queue: 1000000
    abandoned: finish
    routes: {GET /: {calls: [database]}}
    dependencies: {database: {}}
loads:
  all: {service: front, route: GET /, rate: %.0f/s, stages: [{at: 80s, rate: %.0f/s}], arrivals: poisson, give_up: 10s}
`, attempts, before, after)
}

// TestBistability: below C/A the service recovers from an outage. Between that and C
// it runs well for as long as nothing happens, does not recover from two seconds, and
// then not until the load falls below C/A.
func TestBistability(t *testing.T) {
	stable := queueing.StableBelow(capacity, attempts)
	for _, row := range []struct {
		name          string
		before, after float64 // 80 s
		recovers      bool    // by itself, until 80 s
		ends          bool    // well
	}{
		{"stable", .9 * stable, .9 * stable, true, true},
		{"just vulnerable", 1.1 * stable, 1.1 * stable, false, false},
		{"vulnerable", .75 * capacity, .75 * capacity, false, false},
		{"lowered, but not below C/A", 1.5 * stable, 1.1 * stable, false, false},
		{"lowered below C/A", 1.5 * stable, .9 * stable, false, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			var g goodput
			simulate(t, metastable(row.before, row.after), *seed, &g)
			for _, stretch := range []struct {
				from, until int
				well        bool
			}{{0, 49, true}, {74, 78, row.recovers}, {250, 300, row.ends}} {
				share := g.share(stretch.from, stretch.until)
				if stretch.well && share < .99 || !stretch.well && share > .01 {
					t.Errorf("of the requests due from %d s to %d s, %.1f%% succeed; should they: %t", stretch.from, stretch.until, 100*share, stretch.well)
				}
			}
			report(fmt.Sprintf("share that succeeds in the end, A·λ/C %.2f and after 80 s %.2f", row.before/stable, row.after/stable),
				map[bool]float64{true: 1}[row.ends], interval{mean: g.share(250, 300)}, 0)
		})
	}
}

// TestUsefulPlaces: who joins the queue in the last useful place is served in time,
// and who joins it one place further is not. Where T is no multiple of S that holds
// for workers that end evenly one after the other, and however they end nobody is in
// time beyond as many places as there would be if T were rounded up.
func TestUsefulPlaces(t *testing.T) {
	const workers, service = 4, 50 * time.Millisecond
	for _, timeout := range []time.Duration{500 * ms, 1000 * ms, 515 * ms} {
		places := queueing.UsefulPlaces(workers, timeout, service)
		whole := timeout%service == 0
		surely := queueing.UsefulPlaces(workers, timeout.Truncate(service), service)
		never := queueing.UsefulPlaces(workers, (timeout + service - 1).Truncate(service), service)
		placeOf := map[time.Duration]int{} // by the instant at which a request was due
		queued, within, beyond, furthest := 0, 0, 0, 0
		simulate(t, fmt.Sprintf(`
name: places
question: Which places of a queue are of use?
duration: 60s
services:
  station:
    workers: %d
    queue: %d
    routes: {GET /: {work: %s}}
loads:
  all: {route: GET /, rate: 88/s, arrivals: poisson, give_up: %s}
`, workers, places+20, service, timeout), *seed, recorder(func(e record.Event) {
			switch {
			case e.Kind == record.Service:
				if e.Waiting > queued {
					placeOf[e.At] = e.Waiting
				}
				queued = e.Waiting
			case e.Kind == record.Request && e.Reason != record.QueueFull:
				place, inTime := placeOf[e.Due], e.Outcome == "200"
				switch {
				case place <= surely && !inTime:
					t.Errorf("timeout %v: a request in place %d of %d useful ones is late", timeout, place, places)
				case place > never && inTime:
					t.Errorf("timeout %v: a request in place %d, with %d useful ones, is served in time", timeout, place, places)
				}
				switch place {
				case places:
					within++
				case places + 1:
					beyond++
				}
				if inTime {
					furthest = max(furthest, place)
				}
			}
		}))
		report(fmt.Sprintf("last place of a queue served within %v, 4 workers of 50 ms", timeout), float64(places), interval{mean: float64(furthest)}, 0)
		if within == 0 || beyond == 0 || whole && (surely != places || never != places) {
			t.Errorf("timeout %v: %d requests in the last useful place and %d in the next, of %d (%d to %d)", timeout, within, beyond, places, surely, never)
		}
	}
}

// flood is instances that all call one provider, which fails from 1 s on, each behind
// a breaker of its own that opens then. The ends of their waits are spread over a
// time.
func flood(instances, trials int, spread time.Duration) string {
	services, loads := "services:\n", "loads:\n"
	for i := range instances {
		wait := 3*time.Second + spread*time.Duration(i)/time.Duration(instances)
		services += fmt.Sprintf(`  instance-%d:
    workers: 1000
    routes: {GET /: {calls: [payment]}}
    dependencies: {payment: {breaker: {window: {count: 10}, open_for: %s, trials: %d}}}
`, i, wait, trials)
		loads += fmt.Sprintf("  load-%d: {service: instance-%d, route: GET /, rate: 200/s, give_up: 2s}\n", i, i)
	}
	return strings.Join([]string{`
name: flood
question: What comes when many breakers half-open?
duration: 7s
providers:
  payment: {latency: 1ms, faults: [{kind: status, from: 1s, until: 9s, latency: 200ms}]}
`, services, loads}, "")
}

// TestHalfOpenFlood: breakers that opened together send N·k trials at once, and if
// the ends of their waits are spread over J there are N·k·s/J at a time on average.
func TestHalfOpenFlood(t *testing.T) {
	const instances, trials, trial = 20, 3, 200 * time.Millisecond
	for _, spread := range []time.Duration{0, 2 * time.Second} {
		var most, inFlight, started int
		var busy, last time.Duration // ∫ in flight
		// The breakers open after some 1.25 s, and half-open 3 s later; trials that
		// failed open them again for as long.
		const from, until = 3 * time.Second, 6800 * ms
		simulate(t, flood(instances, trials, spread), *seed, recorder(func(e record.Event) {
			if e.Kind != record.Provider {
				return
			}
			if from <= e.At && e.At < until {
				busy += time.Duration(inFlight) * (e.At - max(last, from))
				most = max(most, e.InUse)
				if e.Started {
					started++
				}
			}
			inFlight, last = e.InUse, e.At
		}))
		burst := queueing.TrialBurst(instances, trials)
		if started != burst || spread == 0 && most != burst {
			t.Errorf("spread over %v: %d trials, %d at most at once; want %d", spread, started, most, burst)
		}
		if spread == 0 {
			report("trials at once of 20 instances with 3 each", float64(burst), interval{mean: float64(most)}, 0)
			continue
		}
		mean, exact := busy.Seconds()/spread.Seconds(), queueing.SpreadTrials(instances, trials, trial, spread)
		report("trials at a time on average, waits spread over 2 s", exact, interval{mean: mean}, 0)
		if mean/exact > 1+1e-9 || mean/exact < 1-1e-9 {
			t.Errorf("spread over %v: %.6g trials at a time on average, want %.6g", spread, mean, exact)
		}
	}
}
