package gate

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// operators, the longer ones first, so that <= is not read as <.
var operators = []string{"<=", ">=", "==", "!=", "<", ">"}

func (s *scanner) operator() (string, error) {
	for _, op := range operators {
		if s.sign(op) {
			return op, nil
		}
	}
	if s.rest() == "" {
		return "", s.errorf("nothing stands here; a gate ends with an operator and a limit, such as < 50ms")
	}
	for _, slip := range [][2]string{{"=>", ">="}, {"=<", "<="}, {"=", "=="}} {
		if strings.HasPrefix(s.rest(), slip[0]) {
			return "", s.errorf("%q is not an operator; write %s", slip[0], slip[1])
		}
	}
	return "", s.errorf("%s; write one of the operators < <= > >= == !=", s.found())
}

// argument reads what stands in brackets behind a measure.
func (s *scanner) argument(d Definition, m *Measure) error {
	start := s.pos
	switch open := s.sign("("); {
	case !open && d.Takes == None:
		return nil
	case !open:
		return s.errorf("%s takes %s; write %s", d.Name, article[d.Takes], example[d.Name])
	case d.Takes == None:
		s.pos = start
		return s.errorf("%s takes nothing in brackets", d.Name)
	}
	end := strings.IndexByte(s.text[s.pos:], ')')
	if end < 0 {
		return s.errorf("the bracket behind %s is not closed", d.Name)
	}
	m.at.outcome = s.column()
	m.Outcome = strings.Join(strings.Fields(s.text[s.pos:s.pos+end]), " ")
	if m.Outcome == "" {
		return s.errorf("the brackets are empty; %s takes %s, as in %s", d.Name, article[d.Takes], example[d.Name])
	}
	s.pos += end
	s.sign(")")
	return nil
}

var (
	article = map[Argument]string{Outcome: "an outcome", Fault: "a kind of fault"}
	example = map[string]string{"count": "count(503)", "share": "share(client timeout)", "faulted": "faulted(slow)"}
)

// known returns the definition of a measure's name.
func known(name string, at int) (Definition, error) {
	if d, ok := definition(name); ok {
		return d, nil
	}
	plain := strings.TrimPrefix(strings.TrimPrefix(name, "ok_"), "service_")
	prefix := strings.TrimSuffix(name, plain)
	if q, err := strconv.ParseFloat(strings.TrimPrefix(plain, "p"), 64); err == nil && strings.HasPrefix(plain, "p") {
		switch {
		case q == 100:
			return Definition{}, errorf(at, "%s is the maximum; write %smax", name, prefix)
		case q == 0:
			return Definition{}, errorf(at, "%s is the minimum; write %smin", name, prefix)
		case !(q > 0 && q < 100):
			return Definition{}, errorf(at, "there is no percentile %s; they lie between 0 and 100, and a run has %s", name, strings.Join(quantiles, ", "))
		default:
			return Definition{}, errorf(at, "a run has no %s; it has %s", name, strings.Join(quantiles, ", "))
		}
	}
	var names, first []string
	for _, d := range definitions {
		names = append(names, d.Name)
		if !strings.HasPrefix(d.Name, "ok_") && !strings.HasPrefix(d.Name, "service_") {
			first = append(first, d.Name)
		}
	}
	if near := unit.Nearest(name, names); near != "" {
		return Definition{}, errorf(at, "unknown measure %s; did you mean %s?", name, near)
	}
	return Definition{}, errorf(at, "unknown measure %s; the measures are %s", name, strings.Join(first, ", "))
}

// limit reads a limit in the smallest parts of its unit.
func limit(text string, u Unit) (int64, error) {
	if text == "" {
		return 0, fmt.Errorf("nothing stands here; write the limit, such as %s", map[Unit]string{Millis: "50ms", Percent: "60%", Count: "17"}[u])
	}
	switch u {
	case Percent:
		share, err := unit.ParseShare(text)
		return int64(share), err
	case Millis:
		return duration(text)
	}
	n, err := strconv.ParseUint(text, 10, 48)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number of 0 or more", text)
	}
	return int64(n), nil
}

func duration(text string) (int64, error) {
	d, err := time.ParseDuration(text)
	switch {
	case strings.Trim(text, "+-.0123456789") == "":
		return 0, fmt.Errorf("%q has no unit; write it as 50ms, 3s or 2m", text)
	case err != nil:
		return 0, fmt.Errorf("%q is not a length of time; write it as 50ms, 3s or 2m", text)
	case d < 0:
		return 0, fmt.Errorf("%q must not be negative", text)
	}
	return int64(d), nil
}
