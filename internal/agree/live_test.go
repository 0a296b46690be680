package agree_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"checkoutlab/internal/agree"
	"checkoutlab/internal/live"
	"checkoutlab/internal/record"
	"checkoutlab/internal/run"
	"checkoutlab/scenarios"
)

// TestExecutorsAgree runs every scenario over real sockets and in virtual time,
// side by side, and holds the one to the other. On a machine that was too busy to
// measure twice in a row it proves nothing, and says so by being skipped; what was
// measured is never excused once it is known.
func TestExecutorsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the nine seconds that the longest scenario takes")
	}
	for _, scenario := range agree.Names() {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			c, err := agree.Execute(t.Context(), runsOf(t, scenario, nil, ""), overSockets, virtual)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Unfit) > 0 {
				t.Skip("nothing proved: " + strings.Join(c.Unfit, "; "))
			}
			for _, miss := range c.Misses() {
				t.Error(miss)
			}
		})
	}
}

func overSockets(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
	return run.Plan{Executor: live.Run, Name: "live", Stagger: live.Stagger}.Do(ctx, runs)
}

// spoilt is a run in which the process stood still.
func spoilt(rec *record.Recording) *record.Recording {
	events := &rec.Modes[0].Events
	events.Append(&record.Event{At: events.End(), Kind: record.Stall, Took: agree.MaxStall + 1})
	return rec
}

func TestUnfitRunIsRepeatedOnce(t *testing.T) {
	runs := runsOf(t, "full-queue", nil, "")
	for _, row := range []struct {
		spoilt                []bool // of the live runs in their order
		unfit, repeated, made int
	}{
		{[]bool{false}, 0, 0, 1},
		{[]bool{true, false}, 0, 1, 2},
		{[]bool{true, true}, 1, 1, 2},
	} {
		made := 0
		c, err := agree.Execute(t.Context(), runs, func(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
			rec, err := virtual(ctx, runs)
			if made++; row.spoilt[made-1] {
				rec = spoilt(rec)
			}
			return rec, err
		}, virtual)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Unfit) != row.unfit || len(c.Repeated) != row.repeated || made != row.made {
			t.Errorf("%v: unfit %q, repeated %q, %d runs", row.spoilt, c.Unfit, c.Repeated, made)
		}
		if n := len(c.Misses()); n > 0 {
			t.Errorf("a simulated run differs from itself in %d figures", n)
		}
	}
}

func TestInterruptedExecutionComparesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := func(ctx context.Context, runs []scenarios.Run) (*record.Recording, error) {
		cancel()
		return virtual(ctx, runs)
	}
	c, err := agree.Execute(ctx, runsOf(t, "full-queue", nil, ""), interrupted, virtual)
	if c != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", c, err)
	}
}
