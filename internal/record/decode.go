package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// decoder reads events. It keeps one copy of every text, of which a recording
// has few: names, outcomes, reasons.
type decoder struct{ texts map[string]string }

var errForm = errors.New("not in the form in which it is written")

// event reads one line. It knows the form in which lines are written; any other
// JSON takes the slow way.
func (d *decoder) event(line []byte) (mode string, e Event, err error) {
	mode, e, err = d.written(line)
	if err == nil {
		return mode, e, nil
	}
	var tagged struct {
		Mode string `json:"mode"`
		Event
	}
	if err = json.Unmarshal(line, &tagged); err == nil {
		e = tagged.Event
		err = printable(tagged.Mode, string(e.Kind), e.Name, e.Outcome, e.Reason, e.Fault, e.From, e.To)
	}
	return tagged.Mode, tagged.Event, err
}

// printable refuses texts that would tell a terminal what to do. None that is in the
// form in which lines are written does.
func printable(texts ...string) error {
	for _, text := range texts {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("holds a control character: %q", text)
		}
	}
	return nil
}

// written reads a line as appendEvent writes it, about ten times as fast as
// encoding/json.
func (d *decoder) written(line []byte) (mode string, e Event, err error) {
	line, ok := bytes.CutPrefix(line, []byte("{"))
	for ok {
		var key, rest []byte
		if key, rest, ok = cutKey(line); !ok {
			break
		}
		if string(key) == "mode" {
			line, ok = d.text(rest, &mode)
		} else {
			line, ok = d.field(&e, key, rest)
		}
		if !ok || len(line) == 0 {
			break
		}
		if line[0] == '}' && len(line) == 1 {
			return mode, e, nil
		}
		ok = line[0] == ','
		line = line[1:]
	}
	return "", Event{}, errForm
}

// cutKey takes `"key":` off the front.
func cutKey(b []byte) (key, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, nil, false
	}
	end := bytes.IndexByte(b[1:], '"') + 1
	if end == 0 || end+1 >= len(b) || b[end+1] != ':' {
		return nil, nil, false
	}
	return b[1:end], b[end+2:], true
}

// field reads one value into the field that its key names.
func (d *decoder) field(e *Event, key, value []byte) (rest []byte, ok bool) {
	switch string(key) {
	case "at":
		return duration(value, &e.At)
	case "kind":
		return d.text(value, (*string)(&e.Kind))
	case "name":
		return d.text(value, &e.Name)
	case "seq":
		return integer(value, &e.Seq)
	case "due":
		return duration(value, &e.Due)
	case "sent":
		return duration(value, &e.Sent)
	case "outcome":
		return d.text(value, &e.Outcome)
	case "reason":
		return d.text(value, &e.Reason)
	case "fault":
		return d.text(value, &e.Fault)
	case "started":
		e.Started = true
		return bytes.CutPrefix(value, []byte("true"))
	case "in_use":
		return count(value, &e.InUse)
	case "waiting":
		return count(value, &e.Waiting)
	case "from":
		return d.text(value, &e.From)
	case "to":
		return d.text(value, &e.To)
	case "took":
		return duration(value, &e.Took)
	}
	return nil, false
}

// text reads a JSON string without escapes.
func (d *decoder) text(b []byte, into *string) (rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, false
	}
	end := bytes.IndexByte(b[1:], '"') + 1
	if end == 0 {
		return nil, false
	}
	raw := b[1:end]
	s, known := d.texts[string(raw)]
	if !known {
		if s = string(raw); !plain(s) {
			return nil, false
		}
		d.texts[s] = s
	}
	*into = s
	return b[end+1:], true
}

func duration(b []byte, into *time.Duration) (rest []byte, ok bool) {
	return integer(b, (*int64)(into))
}

func count(b []byte, into *int) (rest []byte, ok bool) {
	var n int64
	rest, ok = integer(b, &n)
	*into = int(n)
	return rest, ok && int64(*into) == n
}

// integer reads a whole number of at most 18 digits, which cannot overflow.
func integer(b []byte, into *int64) (rest []byte, ok bool) {
	digits, negative := bytes.CutPrefix(b, []byte("-"))
	var n int64
	i := 0
	for i < len(digits) && digits[i]-'0' <= 9 {
		n = n*10 + int64(digits[i]-'0')
		i++
	}
	if negative {
		n = -n
	}
	*into = n
	return digits[i:], 0 < i && i <= 18
}
