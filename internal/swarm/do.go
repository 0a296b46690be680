package swarm

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// Plan is a swarm: the seeds from First on, so many of them.
type Plan struct {
	First, Seeds uint64
	// Dir is where the scenarios that fail are written.
	Dir string
	// Check judges a scenario: CheckText, but for tests.
	Check func(text []byte, seed uint64) error
}

// maxFailed is after how many failing seeds a swarm ends: what comes after is most
// often the same fault.
const maxFailed = 5

// Do checks the seeds on all cores and returns how many failed. For each of those it
// writes the smallest scenario that breaks the same rule, as swarm-SEED.yaml, and
// tells on out how to repeat it; progress is told how far it is. The error is one of
// writing.
func (p Plan) Do(out, progress io.Writer) (failed int, err error) {
	var mu sync.Mutex // of the two results, and of what follows
	var taken, done uint64
	take := func() (seed uint64, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if taken == p.Seeds || failed >= maxFailed || err != nil {
			return 0, false
		}
		taken++
		return p.First + taken - 1, true
	}
	over := func(report string, problem error) {
		mu.Lock()
		defer mu.Unlock()
		if report != "" {
			failed++
			fmt.Fprint(out, report)
		}
		if problem != nil {
			err = problem
		}
		if done++; done*10/p.Seeds > (done-1)*10/p.Seeds {
			fmt.Fprintf(progress, "%d of %d scenarios, %d failed\n", done, p.Seeds, failed)
		}
	}
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for seed, ok := take(); ok; seed, ok = take() {
				over(p.one(seed))
			}
		})
	}
	group.Wait()
	return failed, err
}

// one checks a seed. Of one that fails it writes the smallest scenario, and returns
// how to repeat it.
func (p Plan) one(seed uint64) (report string, err error) {
	text := Scenario(seed)
	if p.Check(text, seed) == nil {
		return "", nil
	}
	text = Shrink(text, seed, p.Check)
	path := filepath.Join(p.Dir, fmt.Sprintf("swarm-%d.yaml", seed))
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return "", err
	}
	digest := Digest(text, seed)
	if digest == "" {
		digest = "none, for it does not come to its end"
	}
	return fmt.Sprintf(`seed %d: %v
  run it:   go run ./cmd/lab run %s --sim --seed %d
  check it: go run ./internal/swarm/cmd -file %s -first %d
  digest:   %s
`, seed, p.Check(text, seed), path, seed, path, seed, digest), nil
}
