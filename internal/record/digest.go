package record

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest is the SHA-256, in hexadecimal, of the lines of all events as Write
// writes them, before compression and without the header. It only depends on
// what happened: not on the machine, the time or the version of the lab.
func Digest(rec *Recording) string {
	sum := sha256.New()
	rec.eachLine(func(line []byte) { sum.Write(line) })
	return hex.EncodeToString(sum.Sum(nil))
}
