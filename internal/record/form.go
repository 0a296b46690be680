package record

// form is what an event says in words, and which of its numbers follow.
type form struct {
	kind                                   Kind
	name, outcome, reason, fault, from, to string
	started                                bool
	numbers                                numbers
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

func formOf(e *Event) form {
	f := form{
		kind: e.Kind, name: e.Name, outcome: e.Outcome, reason: e.Reason, fault: e.Fault,
		from: e.From, to: e.To, started: e.Started,
	}
	for _, n := range [...]struct {
		set bool
		bit numbers
	}{
		{e.Seq != 0, hasSeq}, {e.Due != 0, hasDue}, {e.Sent != e.Due, hasSent},
		{e.InUse != 0, hasInUse}, {e.Waiting != 0, hasWaiting}, {e.Took != 0, hasTook},
	} {
		if n.set {
			f.numbers |= n.bit
		}
	}
	return f
}

// words sets an event to what its form says, with all numbers zero.
func (f *form) words(e *Event) {
	*e = Event{
		Kind: f.kind, Name: f.name, Outcome: f.outcome, Reason: f.reason, Fault: f.fault,
		From: f.from, To: f.to, Started: f.started,
	}
}

// formIndex finds the number of a form.
type formIndex struct {
	all map[form]uint32
	// recent has forms that were just used, by a hash that costs next to nothing:
	// one number more than that of the form.
	recent [128]uint32
}

// number returns the number of a form, given to it if it is new.
func (l *Log) number(f *form) uint32 {
	if l.index == nil {
		l.index = &formIndex{all: make(map[form]uint32, len(l.forms))}
		for i := range l.forms {
			l.index.all[l.forms[i]] = uint32(i)
		}
	}
	slot := &l.index.recent[f.hash()%uint(len(l.index.recent))]
	if n := *slot; n > 0 && l.forms[n-1] == *f {
		return n - 1
	}
	n, known := l.index.all[*f]
	if !known {
		n = uint32(len(l.forms))
		l.forms = append(l.forms, *f)
		l.index.all[*f] = n
	}
	*slot = n + 1
	return n
}

func (f *form) hash() uint {
	h := uint(f.numbers)
	if f.started {
		h += 64
	}
	for _, s := range [...]string{string(f.kind), f.name, f.outcome, f.reason, f.fault} {
		h = h*31 + uint(len(s))
		if s != "" {
			h += uint(s[len(s)-1])
		}
	}
	return h
}
