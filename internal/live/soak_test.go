//go:build soak

package live_test

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"checkoutlab/internal/live"
	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// TestSoak sends 1000 requests a second for a minute to a protected service
// whose provider hangs half of the time. Nothing may be left over: no goroutine,
// no permit, no memory that grows with the length of the run. It reports how
// late the requests were sent.
func TestSoak(t *testing.T) {
	file, err := scenarios.ReadFile("testdata/soak.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r, err := file.Run("protected", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := goleak.IgnoreCurrent()
	tally := &tally{outcomes: map[string]int{}, last: map[string]record.Event{}}
	if err := live.Run(t.Context(), r, tally); err != nil {
		t.Fatal(err)
	}
	goleak.VerifyNone(t, before)
	tally.check(t)
}

// heapSlack is what the live heap may differ by, in bytes: the recorded lags and
// what happens to be in flight.
const heapSlack = 2 << 20

// tally keeps of a run what the soak is about, so that the recorder itself does
// not grow with it (but for eight bytes a request).
type tally struct {
	mu       sync.Mutex
	outcomes map[string]int
	lags     []time.Duration
	last     map[string]record.Event // of each gauge
	heap     []uint64                // live bytes, every five seconds
	sampled  time.Duration
}

func (y *tally) Record(e record.Event) {
	y.mu.Lock()
	defer y.mu.Unlock()
	switch e.Kind {
	case record.Request:
		y.outcomes[e.Outcome+" "+e.Reason]++
		y.lags = append(y.lags, e.Sent-e.Due)
	case record.Service, record.Bulkhead, record.Provider:
		y.last[string(e.Kind)+" "+e.Name] = e
	case record.Sender:
		y.last["missed by "+e.Name] = record.Event{InUse: e.Waiting}
	}
	if e.At-y.sampled >= 5*time.Second {
		y.sampled = e.At
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		y.heap = append(y.heap, m.HeapAlloc)
	}
}

func (y *tally) check(t *testing.T) {
	for name, e := range y.last {
		if e.InUse != 0 || e.Waiting != 0 {
			t.Errorf("%s ended with %d in use and %d waiting", name, e.InUse, e.Waiting)
		}
	}
	slices.Sort(y.lags)
	t.Logf("outcomes %v", y.outcomes)
	t.Logf("send lag p50 %s, p99 %s, max %s over %d requests",
		y.lags[len(y.lags)/2], y.lags[len(y.lags)*99/100], y.lags[len(y.lags)-1], len(y.lags))
	t.Logf("live heap every 5 s, bytes: %v", y.heap)
	early, late := slices.Max(y.heap[2:6]), slices.Max(y.heap[len(y.heap)-4:])
	if late > early+heapSlack {
		t.Errorf("the heap grew from %d to %d bytes", early, late)
	}
}
