package run

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

func three() []scenarios.Run {
	spec := scenarios.Spec{Name: "three"}
	return []scenarios.Run{{Spec: spec, Mode: "a", Seed: 7}, {Spec: spec, Mode: "b", Seed: 7}, {Spec: spec, Mode: "c", Seed: 7}}
}

// trace is an executor of runs that take a second each, and what they did.
type trace struct {
	mu     sync.Mutex
	starts []time.Duration
	began  time.Time
}

func (x *trace) execute(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
	x.mu.Lock()
	x.starts = append(x.starts, time.Since(x.began))
	x.mu.Unlock()
	end := record.Event{Kind: record.End, At: time.Second}
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		end.Reason = "interrupted"
	}
	rec.Record(end)
	return nil
}

func TestModesRunSideBySideOrInTurn(t *testing.T) {
	for _, row := range []struct {
		serial bool
		want   []time.Duration
	}{
		{false, []time.Duration{0, 9 * time.Millisecond, 18 * time.Millisecond}},
		{true, []time.Duration{0, time.Second, 2 * time.Second}},
	} {
		synctest.Test(t, func(t *testing.T) {
			x := &trace{began: time.Now()}
			rec, err := Plan{Executor: x.execute, Name: "test", Serial: row.serial, Stagger: 9 * time.Millisecond}.Do(t.Context(), three())
			if err != nil || rec.Header.Partial {
				t.Fatalf("partial %t, %v", rec.Header.Partial, err)
			}
			if slices.Sort(x.starts); !slices.Equal(x.starts, row.want) {
				t.Errorf("serial %t: started at %v, want %v", row.serial, x.starts, row.want)
			}
			if h := rec.Header; h.Scenario != "three" || h.Executor != "test" || h.Seed != 7 || !slices.Equal(h.Modes, []string{"a", "b", "c"}) {
				t.Errorf("header %+v", h)
			}
			for i, m := range rec.Modes {
				if m.Name != rec.Header.Modes[i] || m.Events.Len() != 1 {
					t.Errorf("mode %d is %+v", i, m)
				}
			}
		})
	}
}

// TestOrderTurns: repeats begin with another mode each, and their recordings have
// the modes in one order all the same.
func TestOrderTurns(t *testing.T) {
	for _, serial := range []bool{false, true} {
		for first, want := range [][]string{{"a", "b", "c"}, {"b", "c", "a"}, {"c", "a", "b"}} {
			synctest.Test(t, func(t *testing.T) {
				x := &trace{began: time.Now()}
				var begun []string
				rec, err := Plan{Executor: func(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
					x.mu.Lock()
					begun = append(begun, r.Mode)
					x.mu.Unlock()
					return x.execute(ctx, r, rec)
				}, Serial: serial, Stagger: 9 * time.Millisecond, First: first}.Do(t.Context(), three())
				if err != nil || !slices.Equal(begun, want) {
					t.Errorf("serial %t, first %d: begun in the order %v, %v", serial, first, begun, err)
				}
				if rec.Modes[0].Name != "a" || rec.Modes[2].Name != "c" || rec.Modes[1].Events.Len() != 1 {
					t.Errorf("serial %t, first %d: recorded as %+v", serial, first, rec.Modes)
				}
			})
		}
	}
}

func TestInterruptedRunIsPartial(t *testing.T) {
	for _, serial := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			x := &trace{began: time.Now()}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
			defer cancel()
			rec, err := Plan{Executor: x.execute, Serial: serial}.Do(ctx, three())
			if err != nil || !rec.Header.Partial || len(rec.Modes) != 3 {
				t.Errorf("partial %t, %d modes, %v", rec.Header.Partial, len(rec.Modes), err)
			}
			if took := time.Since(x.began); took != time.Second/2 {
				t.Errorf("it went on for %s", took)
			}
			if want := map[bool]int{false: 3, true: 1}[serial]; len(x.starts) != want {
				t.Errorf("serial %t: %d modes started, want %d", serial, len(x.starts), want)
			}
		})
	}
}

func TestErrorNamesItsModeAndStopsTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		taken := errors.New("address already in use")
		x := &trace{began: time.Now()}
		rec, err := Plan{Executor: func(ctx context.Context, r scenarios.Run, rec record.Recorder) error {
			if r.Mode == "b" {
				return taken
			}
			return x.execute(ctx, r, rec)
		}}.Do(t.Context(), three())
		if !errors.Is(err, taken) || !strings.Contains(err.Error(), "mode b") || !rec.Header.Partial {
			t.Errorf("partial %t, %v", rec.Header.Partial, err)
		}
		if took := time.Since(x.began); took >= time.Second {
			t.Errorf("the others went on for %s", took)
		}
	})
}

func TestIntoTakesTheEventsInPlaceOfTheRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := &trace{began: time.Now()}
		var taken [3]record.Memory
		rec, err := Plan{Executor: x.execute, Name: "test", Into: []record.Recorder{&taken[0], &taken[1], &taken[2]}}.Do(t.Context(), three())
		if err != nil || rec.Header.Executor != "test" {
			t.Fatalf("header %+v, %v", rec.Header, err)
		}
		for i, m := range rec.Modes {
			if n := len(taken[i].Events()); m.Events.Len() != 0 || n != 1 {
				t.Errorf("mode %s: %d events in the recording, %d taken", m.Name, m.Events.Len(), n)
			}
		}
	})
}

func TestWatchSeesEveryEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := &trace{began: time.Now()}
		seen := map[string]*record.Memory{"a": {}, "b": {}, "c": {}}
		_, err := Plan{Executor: x.execute, Watch: func(mode string) record.Recorder { return seen[mode] }}.Do(t.Context(), three())
		if err != nil {
			t.Fatal(err)
		}
		for mode, m := range seen {
			if len(m.Events()) != 1 {
				t.Errorf("mode %s: %d events seen", mode, len(m.Events()))
			}
		}
	})
}
