package gate

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText bounds a gate, in bytes.
const maxText = 500

// ParseMeasure reads
//
//	subject{mode:M,phase:P}: name(outcome)
//
// in which the labels are optional, and the brackets stand where the measure
// takes some. Blanks between the parts mean nothing. The error is an *Error.
//
// Whether the names exist in a run is for Check to say.
func ParseMeasure(text string) (Measure, error) {
	s, err := scan(text)
	if err != nil {
		return Measure{}, err
	}
	m, err := s.measure()
	if err != nil {
		return Measure{}, err
	}
	if rest := s.rest(); rest != "" {
		return Measure{}, s.errorf("%q stands behind the measure; a measure has no limit, such as %s", rest, m)
	}
	return m, nil
}

// Parse reads a gate, which is a measure, an operator and a limit:
//
//	health{phase:slow}: p95 < 50ms
//
// The limit is a length of time with its unit (50ms, 3s, 2m), a percentage, or
// a whole number, as the measure wants it. The error is an *Error.
func Parse(text string) (Gate, error) {
	s, err := scan(text)
	if err != nil {
		return Gate{}, err
	}
	g := Gate{Text: strings.TrimSpace(text)}
	if g.Measure, err = s.measure(); err != nil {
		return Gate{}, err
	}
	g.Unit = g.Definition().Unit
	if g.Op, err = s.operator(); err != nil {
		return Gate{}, err
	}
	at := s.column()
	if g.exact, err = limit(s.rest(), g.Unit); err != nil {
		return Gate{}, errorf(at, "%v", err)
	}
	g.Limit = float64(g.exact) / float64(g.Unit.Parts())
	return g, nil
}

// scanner goes through a text.
type scanner struct {
	text string
	pos  int
}

// scan begins a text that can be shown in one line. The errors here are plain
// error values, because a nil *Error would not be a nil error.
func scan(text string) (*scanner, error) {
	s := &scanner{text: text}
	if len(text) > maxText {
		return nil, errorf(1, "longer than %d bytes", maxText)
	}
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); !unicode.IsPrint(r) && r != '\t' || r == utf8.RuneError && size == 1 {
			return nil, errorf(columnOf(text, i), "%q cannot stand in a gate; write one line", text[i:i+size])
		}
	}
	s.blanks()
	if s.rest() == "" {
		return nil, errorf(1, "is empty; write a gate such as health{phase:slow}: p95 < 50ms")
	}
	return s, nil
}

func (s *scanner) rest() string { return strings.TrimSpace(s.text[s.pos:]) }
func (s *scanner) column() int  { return columnOf(s.text, s.pos) }

func (s *scanner) errorf(format string, args ...any) error {
	return errorf(s.column(), format, args...)
}

func (s *scanner) blanks() {
	s.pos += len(s.text[s.pos:]) - len(strings.TrimLeft(s.text[s.pos:], " \t"))
}

// sign takes a sign if it stands next, and the blanks behind it.
func (s *scanner) sign(sign string) bool {
	if !strings.HasPrefix(s.text[s.pos:], sign) {
		return false
	}
	s.pos += len(sign)
	s.blanks()
	return true
}

// word takes letters, digits and some signs, and the blanks behind them. at is
// its column.
func (s *scanner) word(signs string) (word string, at int) {
	rest := s.text[s.pos:]
	end := strings.IndexFunc(rest, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(signs, r))
	})
	if end < 0 {
		end = len(rest)
	}
	at = s.column()
	s.pos += end
	s.blanks()
	return rest[:end], at
}

// found is what stands where something else should, to be shown.
func (s *scanner) found() string {
	if s.rest() == "" {
		return "nothing stands here"
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	return "this is " + string([]rune{'"', r, '"'})
}

func (s *scanner) measure() (m Measure, err error) {
	if m.Subject, m.at.subject = s.word("-_./"); m.Subject == "" {
		return m, s.errorf("%s; a gate starts with the name of a load, a provider or a service", s.found())
	}
	if s.sign("{") {
		if err := s.labels(&m); err != nil {
			return m, err
		}
	}
	if !s.sign(":") {
		return m, s.errorf(`%s; write ": " and a measure behind %s`, s.found(), m.Subject)
	}
	if m.Name, m.at.name = s.word("_."); m.Name == "" {
		return m, s.errorf("%s; a measure such as p95 or share(503) stands behind the colon", s.found())
	}
	d, err := known(m.Name, m.at.name)
	if err != nil {
		return m, err
	}
	return m, s.argument(d, &m)
}

// labels reads up to the closing bracket.
func (s *scanner) labels(m *Measure) error {
	for {
		name, at := s.word("-_")
		into, column := &m.Mode, &m.at.mode
		switch name {
		case "mode":
		case "phase":
			into, column = &m.Phase, &m.at.phase
		case "":
			return s.errorf("%s; write labels as {mode:M,phase:P}, or leave the brackets out", s.found())
		default:
			return errorf(at, "unknown label %s; the labels are mode and phase", name)
		}
		if *into != "" {
			return errorf(at, "%s stands here twice; remove one", name)
		}
		if !s.sign(":") {
			return s.errorf("%s; write the label as %s:NAME", s.found(), name)
		}
		if *into, *column = s.word("-+_"); *into == "" {
			return s.errorf("%s; the name of a %s stands behind the colon", s.found(), name)
		}
		if s.sign("}") {
			return nil
		}
		if !s.sign(",") {
			return s.errorf("%s; labels are separated by a comma and end with }", s.found())
		}
	}
}
