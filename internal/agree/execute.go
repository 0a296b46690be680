package agree

import (
	"context"
	"fmt"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// Executor carries out the modes of a scenario; run.Plan.Do is one.
type Executor func(ctx context.Context, runs []scenarios.Run) (*record.Recording, error)

// Execute runs a scenario both ways and compares them. A live run that is unfit
// is repeated once; if that is unfit as well, the comparison says so and proves
// nothing. When ctx ends before the runs do, its error is returned.
func Execute(ctx context.Context, runs []scenarios.Run, live, sim Executor) (*Comparison, error) {
	simulated, err := measure(ctx, runs, sim)
	if err != nil {
		return nil, fmt.Errorf("agree: simulated: %w", err)
	}
	var repeated []string
	for {
		measured, err := measure(ctx, runs, live)
		if err != nil {
			return nil, fmt.Errorf("agree: live: %w", err)
		}
		c := Compare(measured, simulated)
		if len(c.Unfit) > 0 && repeated == nil {
			repeated = c.Unfit
			continue
		}
		c.Repeated = repeated
		return c, nil
	}
}

func measure(ctx context.Context, runs []scenarios.Run, execute Executor) (*report.Summary, error) {
	rec, err := execute(ctx, runs)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return report.Measure(rec, runs), nil
}

// unfit says why a run's figures cannot be compared. It is asked before they are
// looked at, so that no difference is ever excused by it.
func unfit(live *report.Summary) []string {
	v := live.Validity
	if !v.Valid {
		return v.Reasons
	}
	var reasons []string
	if v.StallMax.Duration() > MaxStall {
		reasons = append(reasons, fmt.Sprintf("process stalled: %.0f ms, at most %.0f ms in a comparison", v.StallMax, inMillis(MaxStall)))
	}
	if v.SendLagP99 != nil && v.SendLagP99.Duration() > MaxSendLag {
		reasons = append(reasons, fmt.Sprintf("sender lagged: p99 %.1f ms, at most %.0f ms in a comparison", *v.SendLagP99, inMillis(MaxSendLag)))
	}
	return reasons
}

// quiet says how quiet the machine was.
func quiet(v report.Validity) string {
	text := fmt.Sprintf("longest stall %.1f ms", v.StallMax)
	if v.SendLagP99 != nil {
		text = fmt.Sprintf("send lag p99 %.1f ms, ", *v.SendLagP99) + text
	}
	return text
}
