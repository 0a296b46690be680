package resilience_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/resilience"
)

func TestBulkheadGrantsFirstComeFirstServed(t *testing.T) {
	b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 2})
	var holder, first, second, third resilience.Ticket
	for i, ask := range []struct {
		ticket *resilience.Ticket
		want   resilience.Admission
	}{
		{&holder, resilience.Granted}, {&first, resilience.Queued},
		{&second, resilience.Queued}, {&third, resilience.Refused},
	} {
		if got := b.Acquire(time.Duration(i)*time.Second, ask.ticket); got != ask.want {
			t.Errorf("ask %d: got %v, want %v", i, got, ask.want)
		}
	}
	for i, want := range []*resilience.Ticket{&first, &second, nil} {
		if got := b.Release(10 * time.Second); got != want {
			t.Errorf("release %d grants %p, want %p", i, got, want)
		}
	}
	if first.Waited() != 9*time.Second || second.Waited() != 8*time.Second {
		t.Errorf("waited %v and %v, want 9s and 8s", first.Waited(), second.Waited())
	}
	if b.InUse() != 0 || b.Queued() != 0 {
		t.Errorf("left %d in use, %d queued", b.InUse(), b.Queued())
	}
}

func TestReportedFaultsOfBulkheads(t *testing.T) {
	t.Run("12 one that is shrunk below what is in use refuses until less is", func(t *testing.T) {
		b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: 10})
		tickets := make([]resilience.Ticket, 9)
		for i := range 8 {
			b.Acquire(0, &tickets[i])
		}
		b.Resize(0, 5)
		for b.InUse() >= 5 {
			if got := b.Acquire(0, &tickets[8]); got != resilience.Refused {
				t.Fatalf("%v with %d in use", got, b.InUse())
			}
			b.Release(0)
		}
		if got := b.Acquire(0, &tickets[8]); got != resilience.Granted {
			t.Errorf("%v with 4 in use", got)
		}
	})
	t.Run("12 one that grows grants those that wait", func(t *testing.T) {
		b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 3})
		tickets := make([]resilience.Ticket, 4)
		for i := range tickets {
			b.Acquire(0, &tickets[i])
		}
		if got := b.Resize(0, 3); !slices.Equal(got, []*resilience.Ticket{&tickets[1], &tickets[2]}) {
			t.Errorf("granted %d tickets, want the first two that wait", len(got))
		}
	})
	t.Run("13 a release without a hold panics and admits no extra", func(t *testing.T) {
		b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: 1})
		message := panicOf(func() { b.Release(0) })
		if message != "resilience: release of a bulkhead slot that nobody holds" {
			t.Errorf("panic: %v", message)
		}
		var one, two resilience.Ticket
		if b.Acquire(0, &one) != resilience.Granted || b.Acquire(0, &two) != resilience.Refused {
			t.Error("the number of slots has changed")
		}
	})
	t.Run("14 a waiter that leaves is no ghost in the queue", func(t *testing.T) {
		b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 2})
		var holder, leaver, waiter, later resilience.Ticket
		b.Acquire(0, &holder)
		b.Acquire(0, &leaver)
		b.Acquire(0, &waiter)
		if !b.Leave(0, &leaver) || b.Leave(0, &leaver) {
			t.Error("a ticket leaves once")
		}
		if got := b.Acquire(0, &later); got != resilience.Queued {
			t.Errorf("the place in the queue is not free: %v", got)
		}
		if got := b.Release(0); got != &waiter {
			t.Error("the slot did not go to the one that waits")
		}
		if b.Leave(0, &waiter) {
			t.Error("a ticket that was granted can still leave")
		}
	})
	t.Run("a ticket that waits cannot ask again", func(t *testing.T) {
		b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: 1, Queue: 2})
		var holder, waiter resilience.Ticket
		b.Acquire(0, &holder)
		b.Acquire(0, &waiter)
		if panicOf(func() { b.Acquire(0, &waiter) }) == nil {
			t.Error("no panic")
		}
	})
}

func panicOf(fn func()) (value any) {
	defer func() { value = recover() }()
	fn()
	return nil
}

// The bulkhead against a number and a slice.
func TestBulkheadAgainstAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit, room := rapid.IntRange(1, 4).Draw(t, "slots"), rapid.IntRange(0, 4).Draw(t, "queue")
		b := resilience.NewBulkhead(resilience.BulkheadConfig{MaxConcurrent: limit, Queue: room})
		inUse, waiting := 0, []*resilience.Ticket(nil)
		grant := func() (granted []*resilience.Ticket) {
			for inUse < limit && len(waiting) > 0 {
				granted, waiting = append(granted, waiting[0]), waiting[1:]
				inUse++
			}
			return granted
		}
		t.Repeat(map[string]func(*rapid.T){
			"ask": func(t *rapid.T) {
				ticket, want := new(resilience.Ticket), resilience.Refused
				if inUse < limit && len(waiting) == 0 {
					inUse, want = inUse+1, resilience.Granted
				} else if len(waiting) < room {
					waiting, want = append(waiting, ticket), resilience.Queued
				}
				if got := b.Acquire(0, ticket); got != want {
					t.Fatalf("got %v, want %v", got, want)
				}
			},
			"release": func(t *rapid.T) {
				if inUse == 0 {
					t.Skip("nothing held")
				}
				inUse--
				want := append(grant(), nil)[0]
				if got := b.Release(0); got != want {
					t.Fatalf("granted %p, want %p", got, want)
				}
			},
			"leave": func(t *rapid.T) {
				if len(waiting) == 0 {
					t.Skip("nobody waits")
				}
				i := rapid.IntRange(0, len(waiting)-1).Draw(t, "who")
				if !b.Leave(0, waiting[i]) {
					t.Fatal("a waiting ticket did not leave")
				}
				waiting = slices.Delete(slices.Clone(waiting), i, i+1)
			},
			"resize": func(t *rapid.T) {
				limit = rapid.IntRange(1, 6).Draw(t, "slots")
				if got, want := b.Resize(0, limit), grant(); !slices.Equal(got, want) {
					t.Fatalf("granted %v, want %v", got, want)
				}
			},
			"": func(t *rapid.T) {
				if b.InUse() != inUse || b.Queued() != len(waiting) {
					t.Fatalf("%d in use and %d queued, want %d and %d", b.InUse(), b.Queued(), inUse, len(waiting))
				}
			},
		})
	})
}
