package resilience

import (
	"errors"
	"time"

	"checkoutlab/internal/unit"
)

var (
	// ErrFull is the refusal of a bulkhead whose slots and queue are all taken.
	ErrFull = errors.New("resilience: bulkhead full")
	// ErrWaited is the refusal of a call that waited in the queue for too long.
	ErrWaited = errors.New("resilience: bulkhead wait exceeded")
)

// BulkheadConfig bounds how many calls run at once and how many may wait for that.
type BulkheadConfig struct {
	// MaxConcurrent is the number of slots. Default 25.
	MaxConcurrent int `yaml:"max_concurrent,omitempty"`
	// Queue is how many calls may wait for a slot, first come first served.
	// Default 0: none.
	Queue int `yaml:"queue,omitempty"`
	// MaxWait is how long a call waits at most. Default 0: as long as its caller does.
	MaxWait time.Duration `yaml:"max_wait,omitempty"`
	// HoldUntilDone keeps the slot of a call that was given up until its work has
	// really ended, so that the bound holds for work and not only for callers.
	HoldUntilDone bool `yaml:"hold_until_done,omitempty"`
}

// maxSlots bounds slots and queue alike.
const maxSlots = 1_000_000

// WithDefaults returns the configuration in force.
func (c BulkheadConfig) WithDefaults() BulkheadConfig {
	if c.MaxConcurrent == 0 {
		c.MaxConcurrent = 25
	}
	return c
}

// Validate returns everything that is wrong with the configuration.
func (c BulkheadConfig) Validate() unit.Problems {
	var ps unit.Problems
	if c.MaxConcurrent < 0 || c.MaxConcurrent > maxSlots {
		ps.Addf("max_concurrent", "must lie between 1 and %d", maxSlots)
	}
	if c.Queue < 0 || c.Queue > maxSlots {
		ps.Addf("queue", "must lie between 0 and %d", maxSlots)
	}
	if c.MaxWait < 0 {
		ps.Addf("max_wait", "must not be negative")
	}
	if c.MaxWait > 0 && c.Queue == 0 {
		ps.Addf("max_wait", "has no effect without a queue")
	}
	return ps
}

// Admission is a bulkhead's answer.
type Admission uint8

const (
	// Refused is no slot and no place in the queue.
	Refused Admission = iota
	// Granted is a slot, which Release gives back.
	Granted
	// Queued is a place in the queue: a later step returns the ticket as granted.
	Queued
)

var admissionNames = [...]string{"refused", "granted", "queued"}

func (a Admission) String() string { return nameOf(admissionNames[:], int(a)) }

// Bulkhead is a number of slots with a queue in front, first come first served. Like
// every policy here it is not safe for concurrent use.
type Bulkhead struct {
	cfg   BulkheadConfig
	inUse int
	queue queue
}

// NewBulkhead returns an empty bulkhead. It panics on a configuration that Validate
// refuses.
func NewBulkhead(c BulkheadConfig) *Bulkhead {
	if ps := c.Validate(); len(ps) > 0 {
		panic("resilience: bulkhead: " + ps[0].String())
	}
	return &Bulkhead{cfg: c.WithDefaults()}
}

// Acquire asks for a slot, or for a place in the queue under ticket t.
func (b *Bulkhead) Acquire(now time.Duration, t *Ticket) Admission {
	if t.queue != nil {
		panic("resilience: a ticket that waits already asks for a slot")
	}
	switch {
	case b.inUse < b.cfg.MaxConcurrent && b.queue.length == 0:
		b.inUse++
		t.waited = 0
		return Granted
	case b.queue.length < b.cfg.Queue:
		b.queue.push(now, t)
		return Queued
	}
	return Refused
}

// Release gives a slot back. It returns the waiting ticket that has it now, or nil.
// It panics if no slot is in use.
func (b *Bulkhead) Release(now time.Duration) *Ticket {
	if b.inUse == 0 {
		panic("resilience: release of a bulkhead slot that nobody holds")
	}
	b.inUse--
	return b.grant(now)
}

// Leave takes a ticket out of the queue whose call no longer waits. It reports false
// if the ticket does not wait: it has been granted meanwhile and holds a slot.
func (b *Bulkhead) Leave(_ time.Duration, t *Ticket) bool {
	if t.queue != &b.queue {
		return false
	}
	b.queue.remove(t)
	return true
}

// Resize changes the number of slots, at least 1, and returns the tickets that this
// grants, first come first. Slots in use beyond a smaller number are not taken away:
// nothing is granted until fewer are in use.
func (b *Bulkhead) Resize(now time.Duration, n int) []*Ticket {
	if n < 1 || n > maxSlots {
		panic("resilience: a bulkhead has 1 to 1000000 slots")
	}
	b.cfg.MaxConcurrent = n
	var granted []*Ticket
	for t := b.grant(now); t != nil; t = b.grant(now) {
		granted = append(granted, t)
	}
	return granted
}

// InUse is the number of slots in use.
func (b *Bulkhead) InUse() int { return b.inUse }

// Queued is the number of calls that wait.
func (b *Bulkhead) Queued() int { return b.queue.length }

// MaxWait is how long a ticket may wait; 0 is no limit.
func (b *Bulkhead) MaxWait() time.Duration { return b.cfg.MaxWait }

// grant gives a free slot to the first waiting ticket.
func (b *Bulkhead) grant(now time.Duration) *Ticket {
	if b.inUse >= b.cfg.MaxConcurrent {
		return nil
	}
	t := b.queue.pop(now)
	if t != nil {
		b.inUse++
	}
	return t
}
