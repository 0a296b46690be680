package record

import (
	"cmp"
	"slices"
	"sync"
)

// Memory is a Recorder that keeps every event. The zero value is ready for use,
// by any number of goroutines at once.
type Memory struct {
	mu     sync.Mutex
	events []Event
}

// Record keeps an event.
func (m *Memory) Record(e Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = append(m.events, e)
}

// Events returns a copy of what was kept so far, ordered by At; events of one
// instant stay in the order in which they came.
func (m *Memory) Events() []Event {
	m.mu.Lock()
	events := slices.Clone(m.events)
	m.mu.Unlock()
	byAt := func(a, b Event) int { return cmp.Compare(a.At, b.At) }
	if !slices.IsSortedFunc(events, byAt) { // a simulated run leaves them in order
		slices.SortStableFunc(events, byAt)
	}
	return events
}
