package queueing_test

import (
	"testing"
	"time"

	"checkoutlab/internal/record"
)

// meter is a Recorder that keeps the books of the service called station, batch by
// batch, and of the requests of all loads, which must go to it.
type meter struct {
	workers, places int
	span            time.Duration // of a batch
	batches         []batch
	at              time.Duration
	busy, queued    int

	latency, inside time.Duration // summed over all requests, and over all time
	gone            int           // clients that gave up
}

// batch is what happened in one stretch of virtual time. Times are in seconds.
type batch struct {
	arrivals, blocked, delayed float64 // requests
	busyTime, queuedTime       float64 // ∫ workers busy, ∫ requests queued
	allBusyTime, fullTime      float64 // no worker free; no place either
	seenBusy, seenQueued       float64 // summed over arrivals
	done, elapsed              float64
}

// Record takes one event.
func (m *meter) Record(e record.Event) {
	m.pass(e.At)
	switch e.Kind {
	case record.Service:
		if e.Name != "station" {
			return
		}
		b := m.batch()
		if e.InUse+e.Waiting > m.busy+m.queued {
			b.arrive(m)
		} else {
			b.done++
		}
		m.busy, m.queued = e.InUse, e.Waiting
	case record.Request:
		m.latency += e.Latency()
		switch {
		case e.Outcome == record.ClientTimeout:
			m.gone++
		case e.Reason == record.QueueFull:
			b := m.batch()
			b.arrive(m)
			b.blocked++
		}
	}
}

// pass lets time go by with things as they are.
func (m *meter) pass(until time.Duration) {
	m.inside += time.Duration(m.busy+m.queued) * (until - m.at)
	for m.at < until {
		b := m.batch()
		next := min(until, time.Duration(len(m.batches))*m.span)
		b.pass(m, (next - m.at).Seconds())
		if m.at = next; next == time.Duration(len(m.batches))*m.span {
			m.batches = append(m.batches, batch{})
		}
	}
}

func (m *meter) batch() *batch {
	if len(m.batches) == 0 {
		m.batches = append(m.batches, batch{})
	}
	return &m.batches[len(m.batches)-1]
}

func (b *batch) arrive(m *meter) {
	b.arrivals++
	b.seenBusy += float64(m.busy)
	b.seenQueued += float64(m.queued)
	if m.busy == m.workers {
		b.delayed++
	}
}

func (b *batch) pass(m *meter, seconds float64) {
	b.elapsed += seconds
	b.busyTime += float64(m.busy) * seconds
	b.queuedTime += float64(m.queued) * seconds
	if m.busy == m.workers {
		b.allBusyTime += seconds
		if m.queued == m.places {
			b.fullTime += seconds
		}
	}
}

// balance holds the books to Little's law, which in a run that starts and ends
// empty is exact, to the nanosecond, for any order of events: what the requests
// waited in all is the integral over the number that were there.
func (m *meter) balance(t testing.TB) {
	t.Helper()
	if m.latency != m.inside || m.busy+m.queued != 0 {
		t.Fatalf("the requests took %v in all, but the service was occupied for %v (%d left)", m.latency, m.inside, m.busy+m.queued)
	}
}
