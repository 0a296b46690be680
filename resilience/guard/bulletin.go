package guard

import (
	"errors"
	"sync"
	"time"

	"checkoutlab/resilience"
)

// Observer is told what happens, each function in the order of events and never two
// at a time, from a goroutine of its own: a listener may call the guard, take its
// time or panic without harm to any call. Any of them may be nil.
type Observer struct {
	// Transition is told each change of the breaker's state.
	Transition func(resilience.Transition)
	// Bulkhead is told the slots in use and the calls that wait whenever they change.
	Bulkhead func(at time.Duration, inUse, queued int)
	// Retry is told each retry when it is decided: the number of the attempt that will
	// be made, from 2 on, and the wait before it.
	Retry func(at time.Duration, try int, wait time.Duration)
	// OverBudget is told each retry that the budget refused, with the number of the
	// attempt that stays the last one of its call.
	OverBudget func(at time.Duration, try int)
	// Refused is told each call that was turned away: ErrOpen, ErrFull or ErrWaited.
	Refused func(at time.Duration, err error)
	// Abandoned is told the number of calls whose work has outlived its caller
	// whenever it changes.
	Abandoned func(at time.Duration, n int)
	// Panicked is told what a listener, or work that has outlived its caller, panicked
	// with: nobody else is left to be told.
	Panicked func(value any)
}

// maxNotes bounds what a listener that hangs may keep waiting. What comes after that
// is dropped and counted.
const maxNotes = 1 << 16

// bulletin keeps notes for the observer until a goroutine of its own has delivered
// them. Its methods other than flush are called under the lock.
type bulletin struct {
	mu         *sync.Mutex
	to         Observer
	wanted     bool // somebody listens
	notes      []func()
	delivering bool
	idle       sync.Cond
	dropped    int

	inUse, queued, left int // last told
}

func (b *bulletin) open(mu *sync.Mutex, to Observer) {
	b.mu, b.to, b.idle.L = mu, to, mu
	b.wanted = to.Transition != nil || to.Bulkhead != nil || to.Refused != nil ||
		to.Retry != nil || to.OverBudget != nil || to.Abandoned != nil || to.Panicked != nil
}

func (b *bulletin) transition(t resilience.Transition) {
	if f := b.to.Transition; f != nil {
		b.add(func() { f(t) })
	}
}

func (b *bulletin) bulkhead(at time.Duration, inUse, queued int) {
	if f := b.to.Bulkhead; f != nil && (inUse != b.inUse || queued != b.queued) {
		b.inUse, b.queued = inUse, queued
		b.add(func() { f(at, inUse, queued) })
	}
}

func (b *bulletin) retry(at time.Duration, try int, wait time.Duration) {
	if f := b.to.Retry; f != nil {
		b.add(func() { f(at, try, wait) })
	}
}

func (b *bulletin) overBudget(at time.Duration, try int) {
	if f := b.to.OverBudget; f != nil {
		b.add(func() { f(at, try) })
	}
}

func (b *bulletin) refused(at time.Duration, err error) {
	f := b.to.Refused
	if f == nil {
		return
	}
	for _, refusal := range []error{resilience.ErrOpen, resilience.ErrFull, resilience.ErrWaited} {
		if errors.Is(err, refusal) {
			b.add(func() { f(at, err) })
		}
	}
}

func (b *bulletin) abandoned(at time.Duration, n int) {
	if f := b.to.Abandoned; f != nil && n != b.left {
		b.left = n
		b.add(func() { f(at, n) })
	}
}

func (b *bulletin) panicked(value any) {
	if f := b.to.Panicked; f != nil {
		b.add(func() { f(value) })
	}
}

func (b *bulletin) add(note func()) {
	if len(b.notes) == maxNotes {
		b.dropped++
		return
	}
	b.notes = append(b.notes, note)
}

// send sees to it that the notes are delivered.
func (b *bulletin) send() {
	if len(b.notes) > 0 && !b.delivering {
		b.delivering = true
		go b.deliver()
	}
}

// deliver delivers notes until there are none. A listener may end the goroutine with
// runtime.Goexit; another one then goes on.
func (b *bulletin) deliver() {
	done := false
	defer func() {
		if !done {
			go b.deliver()
		}
	}()
	for note := b.take(); note != nil; note = b.take() {
		b.tell(note)
	}
	done = true
}

func (b *bulletin) take() (note func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.notes) == 0 {
		b.notes, b.delivering = nil, false
		b.idle.Broadcast()
		return nil
	}
	note, b.notes = b.notes[0], b.notes[1:]
	return note
}

// tell runs one listener. One that panics is itself news, unless it was the one for
// panics.
func (b *bulletin) tell(note func()) {
	defer func() {
		if v := recover(); v != nil && b.to.Panicked != nil {
			defer func() { _ = recover() }()
			b.to.Panicked(v)
		}
	}()
	note()
}

// flush waits until every note has been delivered.
func (b *bulletin) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.delivering {
		b.idle.Wait()
	}
}
