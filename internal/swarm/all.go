package swarm

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
)

// Plan is a swarm: the seeds from First on, so many of them.
type Plan struct {
	First, Seeds uint64
	// Dir is where the scenarios that fail are written.
	Dir string
	// Check judges a scenario; CheckText outside of tests.
	Check func(text []byte, seed uint64) error
}

// maxFailed is how many failing seeds are looked at before a swarm gives up: what
// comes after is most often the same fault.
const maxFailed = 5

// Do checks the seeds on all cores and returns how many failed. It writes the
// smallest scenario that fails in the same way for each, tells on out how to repeat
// it, and on progress how far it is.
func (p Plan) Do(out, progress io.Writer) (failed int, err error) {
	var next, done atomic.Uint64
	var mu sync.Mutex // of out, progress, failed and err
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				i := next.Add(1) - 1
				if i >= p.Seeds {
					return
				}
				why := p.Check(Scenario(p.First+i), p.First+i)
				var report string
				var problem error
				if why != nil {
					report, problem = p.report(p.First+i, why)
				}
				mu.Lock()
				if n := done.Add(1); n*10/p.Seeds != (n-1)*10/p.Seeds {
					fmt.Fprintf(progress, "%d of %d scenarios, %d failed\n", n, p.Seeds, failed)
				}
				if why != nil {
					failed++
					fmt.Fprint(out, report)
				}
				if problem != nil {
					err = problem
				}
				if failed >= maxFailed || err != nil {
					next.Store(p.Seeds)
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return failed, err
}

// report shrinks a scenario that failed, writes it and says how to repeat it.
func (p Plan) report(seed uint64, why error) (string, error) {
	text := Shrink(Scenario(seed), seed, p.Check)
	path := filepath.Join(p.Dir, fmt.Sprintf("swarm-%d.yaml", seed))
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return "", err
	}
	if smallest := p.Check(text, seed); smallest != nil {
		why = smallest
	}
	digest := Digest(text, seed)
	if digest == "" {
		digest = "none, for it does not come to its end"
	}
	return fmt.Sprintf("seed %d: %v\n  run it:   go run ./cmd/lab run %s --sim --seed %d\n  check it: go run ./internal/swarm/cmd -file %s -first %d\n  digest:   %s\n",
		seed, why, path, seed, path, seed, digest), nil
}
