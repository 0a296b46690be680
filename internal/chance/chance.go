// Package chance gives every part of a run its own stream of random numbers
// from the run's one seed, so that changing one part does not change the luck
// of another: modes are compared on the same arrivals.
package chance

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Stream returns the stream called name ("arrivals/checkout",
// "provider/payment") of a run with the given seed. The same seed and name give
// the same numbers on every machine.
func Stream(seed uint64, name string) *rand.Rand {
	key := binary.LittleEndian.AppendUint64(nil, seed)
	return rand.New(rand.NewChaCha8(sha256.Sum256(append(key, name...))))
}
