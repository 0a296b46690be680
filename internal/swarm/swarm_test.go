package swarm

import "testing"

// seeds is how many scenarios the tests look at each time; "make swarm" looks at as
// many as it is told.
const seeds = 60

func TestSwarm(t *testing.T) {
	for seed := range uint64(seeds) {
		if err := Check(seed); err != nil {
			t.Errorf("seed %d: %v\nto find the smallest scenario that does it: make swarm SEEDS=1 FIRST=%d", seed, err, seed)
		}
	}
}
