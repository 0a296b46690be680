package record

import (
	"encoding/binary"
	"iter"
	"slices"
	"time"
)

// Log is a list of events in compact form: about 10 bytes for each, a twentieth
// of what a slice of them takes, so that a day of traffic fits in memory. The
// zero value is empty and ready for use, by one goroutine at a time.
//
// What an event says in words, and which of its numbers are not zero, is kept
// once, as a form, for there are few of those; what is left are some numbers, as
// varints. The instant counts from that of the event before.
type Log struct {
	chunks [][]byte
	forms  []form
	index  *formIndex // nil until the next Append
	n      int
	last   time.Duration
	late   bool // an event came after a later one
}

// Chunks grow from the least to the most, for a short run is to stay small.
const (
	leastChunk = 1 << 10
	mostChunk  = 64 << 10
	maxEncoded = 8 * binary.MaxVarintLen64 // of one event: its form and seven numbers
)

// NewLog returns a log of events.
func NewLog(events ...Event) Log {
	var l Log
	for i := range events {
		l.Append(&events[i])
	}
	return l
}

// Append adds an event at the end, and does not keep e itself.
func (l *Log) Append(e *Event) {
	number, has := l.formOf(e)
	b := binary.AppendUvarint(l.room(), uint64(number))
	b = binary.AppendVarint(b, int64(e.At-l.last))
	if has&hasSeq != 0 {
		b = binary.AppendVarint(b, e.Seq)
	}
	if has&hasDue != 0 {
		b = binary.AppendVarint(b, int64(e.At-e.Due))
	}
	if has&hasSent != 0 {
		b = binary.AppendVarint(b, int64(e.Sent-e.Due))
	}
	if has&hasInUse != 0 {
		b = binary.AppendVarint(b, int64(e.InUse))
	}
	if has&hasWaiting != 0 {
		b = binary.AppendVarint(b, int64(e.Waiting))
	}
	if has&hasTook != 0 {
		b = binary.AppendVarint(b, int64(e.Took))
	}
	l.chunks[len(l.chunks)-1] = b
	l.late = l.late || l.n > 0 && e.At < l.last
	l.last = e.At
	l.n++
}

// room returns the last chunk, a new one if an event might not fit in it.
func (l *Log) room() []byte {
	k := len(l.chunks)
	if k > 0 && cap(l.chunks[k-1])-len(l.chunks[k-1]) >= maxEncoded {
		return l.chunks[k-1]
	}
	size := leastChunk
	if k > 0 {
		size = min(mostChunk, max(size, 2*len(l.chunks[k-1])))
	}
	l.chunks = append(l.chunks, make([]byte, 0, size))
	return l.chunks[k]
}

// Len is the number of events.
func (l *Log) Len() int { return l.n }

// End is the instant of the last event, 0 if there is none.
func (l *Log) End() time.Duration { return l.last }

// All goes through the events in their order.
func (l *Log) All() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var e Event
		for c := (cursor{log: l}); c.next(&e); {
			if !yield(e) {
				return
			}
		}
	}
}

// snapshot is the log as it is now; what is appended to either later does not
// show in the other.
func (l *Log) snapshot() Log {
	s := *l
	s.index, s.forms, s.chunks = nil, slices.Clip(l.forms), slices.Clone(l.chunks)
	if k := len(s.chunks); k > 0 {
		s.chunks[k-1] = slices.Clip(s.chunks[k-1])
	}
	return s
}

// ordered is the log ordered by At; events of one instant stay in their order.
func (l *Log) ordered() Log {
	if !l.late {
		return l.snapshot()
	}
	places := make([]cursor, 0, l.n)
	var e Event
	for c := (cursor{log: l}); ; {
		before := c
		if !c.next(&e) {
			break
		}
		before.key = e.At
		places = append(places, before)
	}
	slices.SortStableFunc(places, func(a, b cursor) int { return int(min(1, max(-1, a.key-b.key))) })
	var sorted Log
	for _, c := range places {
		c.next(&e)
		sorted.Append(&e)
	}
	return sorted
}

// cursor stands before an event of a log.
type cursor struct {
	log           *Log
	chunk, offset int
	at            time.Duration // of the event before
	key           time.Duration
}

// next reads an event, if there is one more.
func (c *cursor) next(e *Event) bool {
	for c.chunk < len(c.log.chunks) && c.offset == len(c.log.chunks[c.chunk]) {
		c.chunk, c.offset = c.chunk+1, 0
	}
	if c.chunk >= len(c.log.chunks) {
		return false
	}
	r := reader{c.log.chunks[c.chunk], c.offset}
	f := &c.log.forms[r.unsigned()]
	c.at += time.Duration(r.signed())
	*e = f.words
	e.At = c.at
	if f.numbers&hasSeq != 0 {
		e.Seq = r.signed()
	}
	if f.numbers&hasDue != 0 {
		e.Due = e.At - time.Duration(r.signed())
	}
	e.Sent = e.Due
	if f.numbers&hasSent != 0 {
		e.Sent += time.Duration(r.signed())
	}
	if f.numbers&hasInUse != 0 {
		e.InUse = int(r.signed())
	}
	if f.numbers&hasWaiting != 0 {
		e.Waiting = int(r.signed())
	}
	if f.numbers&hasTook != 0 {
		e.Took = time.Duration(r.signed())
	}
	c.offset = r.offset
	return true
}

// reader takes varints off a chunk, which only Append has written.
type reader struct {
	chunk  []byte
	offset int
}

func (r *reader) unsigned() uint64 {
	if b := r.chunk[r.offset]; b < 0x80 {
		r.offset++
		return uint64(b)
	}
	v, n := binary.Uvarint(r.chunk[r.offset:])
	r.offset += n
	return v
}

func (r *reader) signed() int64 {
	u := r.unsigned()
	return int64(u>>1) ^ -int64(u&1)
}
