package record

// form is what an event says in words, with all its numbers zero, and which of
// them follow.
type form struct {
	words   Event
	numbers numbers
}

// numbers are the fields of an event that are kept with it, because they are
// not what they most often are: zero, or in the case of Sent the same as Due.
type numbers uint8

const (
	hasSeq numbers = 1 << iota
	hasDue
	hasSent
	hasInUse
	hasWaiting
	hasTook
)

// set takes the form of an event.
func (f *form) set(e *Event) {
	f.words = *e
	w := &f.words
	w.At, w.Seq, w.Due, w.Sent, w.InUse, w.Waiting, w.Took = 0, 0, 0, 0, 0, 0, 0
	f.numbers = 0
	if e.Seq != 0 {
		f.numbers |= hasSeq
	}
	if e.Due != 0 {
		f.numbers |= hasDue
	}
	if e.Sent != e.Due {
		f.numbers |= hasSent
	}
	if e.InUse != 0 {
		f.numbers |= hasInUse
	}
	if e.Waiting != 0 {
		f.numbers |= hasWaiting
	}
	if e.Took != 0 {
		f.numbers |= hasTook
	}
}

// formIndex finds the number of a form.
type formIndex struct {
	all map[form]uint32
	// recent has forms that were just used, by a hash that costs next to nothing:
	// one number more than that of the form.
	recent [128]uint32
	last   form // to look it up without an allocation
}

// formOf returns the number of an event's form, given to it if it is new, and
// the numbers that follow.
func (l *Log) formOf(e *Event) (uint32, numbers) {
	if l.index == nil {
		l.index = &formIndex{all: make(map[form]uint32, len(l.forms))}
		for i := range l.forms {
			l.index.all[l.forms[i]] = uint32(i)
		}
	}
	f := &l.index.last
	f.set(e)
	slot := &l.index.recent[f.hash()%uint(len(l.index.recent))]
	if n := *slot; n > 0 && l.forms[n-1] == *f {
		return n - 1, f.numbers
	}
	n, known := l.index.all[*f]
	if !known {
		n = uint32(len(l.forms))
		l.forms = append(l.forms, *f)
		l.index.all[*f] = n
	}
	*slot = n + 1
	return n, f.numbers
}

func (f *form) hash() uint {
	w := &f.words
	h := uint(f.numbers)
	if w.Started {
		h += 64
	}
	for _, s := range [...]string{string(w.Kind), w.Name, w.Outcome, w.Reason, w.Fault} {
		h = h*31 + uint(len(s))
		if s != "" {
			h += uint(s[len(s)-1])
		}
	}
	return h
}
