package live

import (
	"runtime/debug"
	"time"

	"checkoutlab/internal/record"
)

const (
	// beat is how often the watch looks at the clock.
	beat = 10 * time.Millisecond
	// stallFrom is the lateness from which a beat is recorded as a stall; less
	// is what a busy machine does all the time.
	stallFrom = 20 * time.Millisecond
)

// watch notices when the process does not run: stopped, starved of processor
// time or paused by the garbage collector. In such a stretch the load
// generator measures itself.
type watch struct {
	now   func() time.Duration
	rec   record.Recorder
	quit  chan struct{}
	ended chan struct{}

	worst record.Event // the longest lateness too short to be a stall

	pauses int64 // garbage collections seen before the run
}

func startWatch(now func() time.Duration, rec record.Recorder) *watch {
	w := &watch{now: now, rec: rec, quit: make(chan struct{}), ended: make(chan struct{})}
	w.pauses = gcStats().NumGC
	go w.run()
	return w
}

func (w *watch) run() {
	defer close(w.ended)
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	last := w.now()
	for {
		select {
		case <-ticker.C:
		case <-w.quit:
			return
		}
		now := w.now()
		stall := record.Event{At: now, Kind: record.Stall, Took: now - last - beat}
		if stall.Took >= stallFrom {
			w.rec.Record(stall)
		} else if stall.Took > w.worst.Took {
			w.worst = stall
		}
		last = now
	}
}

// stop ends the watch and records the longest lateness, so that a report can
// show how quiet the machine was, and the collector's pauses since the watch
// began, as many as the runtime still remembers (the last 256).
func (w *watch) stop() {
	close(w.quit)
	<-w.ended
	if w.worst.Took > 0 {
		w.rec.Record(w.worst)
	}
	stats := gcStats()
	count := min(int(stats.NumGC-w.pauses), len(stats.Pause))
	zero := time.Now().Add(-w.now())
	for i := count - 1; i >= 0; i-- { // the newest comes first in the statistics
		w.rec.Record(record.Event{At: stats.PauseEnd[i].Sub(zero), Kind: record.Pause, Took: stats.Pause[i]})
	}
}

func gcStats() debug.GCStats {
	var s debug.GCStats
	debug.ReadGCStats(&s)
	return s
}
