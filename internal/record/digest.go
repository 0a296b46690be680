package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// Digest identifies what happened in a recording: see JoinDigests. It only
// depends on what happened: not on the machine, the time or the version of the
// lab.
func Digest(rec *Recording) string {
	var modes []ModeDigest
	for _, m := range rec.Modes {
		d := NewDigester(m.Name)
		for e := range m.Events.All() {
			d.Record(e)
		}
		modes = append(modes, d.Sum())
	}
	return JoinDigests(modes)
}

// ModeDigest is the SHA-256 of the lines of all events of a mode as Write
// writes them, before compression.
type ModeDigest struct {
	Mode string
	Sum  [sha256.Size]byte
}

// JoinDigests is the SHA-256, in hexadecimal, of a line for each mode: its
// digest in hexadecimal, two blanks and its name, as sha256sum prints it. It is
// one of digests because modes are simulated side by side.
func JoinDigests(modes []ModeDigest) string {
	all := sha256.New()
	for _, m := range modes {
		fmt.Fprintf(all, "%x  %s\n", m.Sum, m.Mode)
	}
	return hex.EncodeToString(all.Sum(nil))
}

// Digester is a Recorder that computes the digest of one mode as its events
// come, which must be in the order of their instants. It is not safe for use by
// several goroutines at once.
type Digester struct {
	mode string
	sum  hash.Hash
	line []byte
}

// NewDigester returns the digester of a mode.
func NewDigester(mode string) *Digester { return &Digester{mode: mode, sum: sha256.New()} }

// Record takes in an event.
func (d *Digester) Record(e Event) {
	d.line = appendEvent(d.line[:0], d.mode, &e)
	d.sum.Write(d.line)
}

// Sum is the digest of what came so far.
func (d *Digester) Sum() ModeDigest {
	m := ModeDigest{Mode: d.mode}
	d.sum.Sum(m.Sum[:0])
	return m
}
