package queueing_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"checkoutlab/scenarios"
)

// work is a distribution of service times, as a scenario has it, with its moments.
type work struct {
	yaml string
	mean time.Duration
	cv   float64 // coefficient of variation: standard deviation over mean
}

// station is one service with Poisson arrivals.
type station struct {
	workers, places int
	work            work
	rate            float64 // requests per second, a whole number
}

func (s station) load() float64        { return s.rate * s.work.mean.Seconds() }
func (s station) utilization() float64 { return s.load() / float64(s.workers) }

// endless is a queue so long that it is never full.
const endless = scenarios.MaxQueue

// patience is longer than any request waits with a probability worth naming, and
// short enough that few clients at a time are there to give up.
func (s station) patience() time.Duration {
	return s.work.mean * time.Duration(60+4000/s.workers)
}

func (s station) yaml(duration time.Duration) string {
	return fmt.Sprintf(`
name: station
question: Does the queue behave as the theory of queues says?
duration: %s
services:
  station:
    workers: %d
    queue: %d
    routes:
      GET /: {work: %s}
loads:
  all: {route: GET /, rate: %.0f/s, arrivals: poisson, give_up: %s}
`, duration, s.workers, s.places, s.work.yaml, s.rate, s.patience())
}

// perRun bounds a run, of which there are as many as it takes.
const perRun = 5_000_000

// batches runs a station for about so many requests, or more if the batches would be
// too short to be independent, and returns their books. The first of each run, in
// which it starts empty, is left out.
func (s station) batches(t testing.TB, seed uint64, requests float64, batches int) []batch {
	t.Helper()
	span := time.Duration(requests / float64(batches) / s.rate * float64(time.Second))
	span = max(span, 20*s.calm()).Round(time.Microsecond)
	runs := int(math.Ceil(float64(batches) * span.Seconds() * s.rate / perRun))
	each := (batches + runs - 1) / runs
	var all []batch
	for i := range runs {
		m := &meter{workers: s.workers, places: s.places, span: span}
		simulate(t, s.yaml(time.Duration(each+1)*span), seed+uint64(i), m)
		m.balance(t)
		if m.gone > 0 {
			t.Fatalf("%d clients gave up: they would be missing from the waiting times", m.gone)
		}
		all = append(all, m.batches[1:each+1]...)
	}
	return all
}
