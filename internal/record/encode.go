package record

import (
	"encoding/json"
	"strconv"
	"time"
)

// appendEvent appends an event as one line: a JSON object without blanks, its
// mode first, then the fields of Event in their order, without the zero ones.
// There is one such line for an event, so that it can also be hashed.
func appendEvent(b []byte, mode string, e *Event) []byte {
	b = appendText(append(b, `{"mode":`...), mode)
	b = strconv.AppendInt(append(b, `,"at":`...), int64(e.At), 10)
	b = appendText(append(b, `,"kind":`...), string(e.Kind))
	b = textField(b, "name", e.Name)
	b = intField(b, "seq", e.Seq)
	b = timeField(b, "due", e.Due)
	b = timeField(b, "sent", e.Sent)
	b = textField(b, "outcome", e.Outcome)
	b = textField(b, "reason", e.Reason)
	b = textField(b, "fault", e.Fault)
	if e.Started {
		b = append(b, `,"started":true`...)
	}
	b = intField(b, "in_use", int64(e.InUse))
	b = intField(b, "waiting", int64(e.Waiting))
	b = textField(b, "from", e.From)
	b = textField(b, "to", e.To)
	b = timeField(b, "took", e.Took)
	return append(b, '}', '\n')
}

func timeField(b []byte, name string, d time.Duration) []byte { return intField(b, name, int64(d)) }

func intField(b []byte, name string, n int64) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(appendKey(b, name), n, 10)
}

func textField(b []byte, name, s string) []byte {
	if s == "" {
		return b
	}
	return appendText(appendKey(b, name), s)
}

func appendKey(b []byte, name string) []byte {
	b = append(b, ',', '"')
	b = append(b, name...)
	return append(b, '"', ':')
}

// appendText appends a JSON string. Bytes that are no UTF-8 are replaced, as
// encoding/json does.
func appendText(b []byte, s string) []byte {
	if !plain(s) {
		quoted, _ := json.Marshal(s) // a string cannot fail
		return append(b, quoted...)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// plain reports whether a string can be printed and stands in JSON as it is.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
