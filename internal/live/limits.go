package live

import (
	"fmt"
	"slices"

	"checkoutlab/scenarios"
)

// spareFiles is what a process needs besides its connections: listeners, the
// terminal, the files it writes.
const spareFiles = 64

// Check says, before any load is sent, whether the process may hold the
// connections that the runs can need at their worst, all at once unless they
// are serial: both ends of every client's that waits to its end, and both ends
// of every worker's call.
func Check(runs []scenarios.Run, serial bool) error {
	limit, err := fileLimit()
	if err != nil {
		return fmt.Errorf("reading the limit of open files: %w", err)
	}
	need := 0
	for _, r := range runs {
		if n := filesNeeded(r.Spec); serial {
			need = max(need, n)
		} else {
			need += n
		}
	}
	if need += spareFiles; uint64(need) > limit {
		return fmt.Errorf("too few file descriptors: the run can need %d and the limit is %d: "+
			"raise it with ulimit -n %d, run fewer modes at once with --serial, or lower a load's rate or give_up",
			need, limit, need)
	}
	return nil
}

// filesNeeded counts both ends of every connection that can be open at once: of a
// client until it gives up, and of a request that its client has given up on for
// as long as the service still keeps it, in its queue or with a worker.
func filesNeeded(spec scenarios.Spec) int {
	need := 0
	due := map[string]int{} // by service
	for _, l := range spec.Loads {
		count := int(l.Count(spec.Duration))
		due[l.Service] += count
		need += 2 * min(count, int(l.Peak().PerSecond()*l.GiveUp.Seconds())+1)
	}
	for _, name := range slices.Backward(spec.CalledFirst()) {
		for _, d := range spec.Services[name].Dependencies {
			due[d.Service] += due[name]
		}
	}
	for name, s := range spec.Services {
		need += 2 * min(due[name], s.Workers)
		if s.Abandoned != scenarios.Drop {
			need += min(due[name], s.Queue+s.Workers)
		}
	}
	return need
}
