package fault_test

import (
	"fmt"
	"time"

	"checkoutlab/provider/fault"
)

func ExamplePlan() {
	plan := fault.NewPlan(fault.Always(200*time.Millisecond), []fault.Window{
		{Kind: fault.Slow, From: 500 * time.Millisecond, Until: 3500 * time.Millisecond, Latency: fault.Always(10 * time.Second)},
		{Kind: fault.Status, From: 3 * time.Second, Until: 4 * time.Second, RetryAfter: 2 * time.Second},
	})
	for _, now := range []time.Duration{0, 500 * time.Millisecond, 3 * time.Second, 3500 * time.Millisecond, 4 * time.Second} {
		d := plan.Decide(now, nil) // nothing here needs chance
		fmt.Printf("%-5v %d after %v, fault %q\n", now, d.Status, d.Latency, d.Fault)
	}
	// Output:
	// 0s    200 after 200ms, fault ""
	// 500ms 200 after 10s, fault "slow"
	// 3s    503 after 10s, fault "slow+status"
	// 3.5s  503 after 200ms, fault "status"
	// 4s    200 after 200ms, fault ""
}
