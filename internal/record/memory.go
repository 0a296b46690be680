package record

import (
	"slices"
	"sync"
)

// Memory is a Recorder that keeps every event. The zero value is ready for use,
// by any number of goroutines at once.
type Memory struct {
	mu  sync.Mutex
	log Log
}

// Record keeps an event.
func (m *Memory) Record(e Event) {
	m.mu.Lock()
	m.log.Append(&e)
	m.mu.Unlock()
}

// Log returns what was kept so far, ordered by At; events of one instant stay
// in the order in which they came.
func (m *Memory) Log() Log {
	m.mu.Lock()
	log := m.log.snapshot()
	m.mu.Unlock()
	if log.late { // a simulated run leaves them in order
		return log.ordered()
	}
	return log
}

// Events returns what Log does, as a slice of its own.
func (m *Memory) Events() []Event {
	log := m.Log()
	return slices.AppendSeq(make([]Event, 0, log.Len()), log.All())
}
