package gate

import (
	"slices"
	"strings"

	"checkoutlab/internal/unit"
)

// Scope is what there is to speak of in one mode.
type Scope struct {
	Mode   string
	Phases []string
	// Parts are the names of the loads, providers and services, and of the
	// bulkheads, breakers and retries as "service/dependency".
	Parts map[Kind][]string
	// Outcomes are those that are not a bare status code, such as "client
	// timeout" and "503 breaker open".
	Outcomes []string
	Faults   []string // kinds
}

// Part is what a measure's subject is in a mode: Name as the Scope has it.
type Part struct {
	Kind Kind
	Name string
}

// kinds in the order in which they are looked through and named.
var kinds = []Kind{Load, Provider, Service, Bulkhead, Breaker, Retry}

// Part finds the measure's subject in a mode. Where several parts have its name
// the measure decides: checkout is the load where p95 is asked, and the service
// where busy_max is. The error is an *Error and tells what there is instead.
func (s Scope) Part(m Measure) (Part, error) {
	p, problem := s.part(m)
	if problem != nil {
		return Part{}, problem
	}
	return p, nil
}

func (s Scope) part(m Measure) (Part, *Error) {
	of := m.Definition().Of
	found := s.called(m.Subject)
	var fitting []Part
	for _, p := range found {
		if slices.Contains(of, p.Kind) {
			fitting = append(fitting, p)
		}
	}
	there := s.names(of)
	switch {
	case len(fitting) == 1:
		return fitting[0], nil
	case len(fitting) > 1:
		e := errorf(m.at.subject, "%s may be %s; write one of them", m.Subject, strings.Join(written(fitting), " or "))
		e.choice = true
		return Part{}, e
	case len(there) == 0:
		return Part{}, errorf(m.at.name, "%s is a measure of a %s, and there is none here", m.Name, orKinds(of))
	case len(found) > 0:
		return Part{}, errorf(m.at.name, "%s is a %s, and %s a measure of a %s: %s",
			m.Subject, found[0].Kind, m.Name, orKinds(of), unit.Listed(there))
	default:
		return Part{}, errorf(m.at.subject, "there is no %s %s; %s", orKinds(of), m.Subject, s.suggest(m.Subject, of))
	}
}

// ambiguous tells of a subject that a mode has more than one of.
func (s Scope) ambiguous(m Measure) *Error {
	_, e := s.part(m)
	if e == nil || !e.choice {
		return nil
	}
	return e
}

// called returns the parts that a subject may mean.
func (s Scope) called(subject string) (found []Part) {
	for _, k := range kinds {
		for _, name := range s.Parts[k] {
			full := name + suffix[k]
			_, short, sliced := strings.Cut(full, "/")
			if subject == full || sliced && subject == short {
				found = append(found, Part{k, name})
			}
		}
	}
	return found
}

// suffix is what a subject has behind the name of the dependency.
var suffix = map[Kind]string{Bulkhead: ".bulkhead", Breaker: ".breaker", Retry: ".retry"}

func written(parts []Part) (names []string) {
	for _, p := range parts {
		names = append(names, p.Name+suffix[p.Kind])
	}
	return names
}

// names are the subjects of some kinds, in the shortest form that says which.
func (s Scope) names(of []Kind) (names []string) {
	for _, k := range of {
		for _, name := range s.Parts[k] {
			full := name + suffix[k]
			if _, short, sliced := strings.Cut(full, "/"); sliced && len(s.called(short)) == 1 {
				full = short
			}
			names = append(names, full)
		}
	}
	return names
}

// suggest looks for the nearest name in every form in which it may be written.
func (s Scope) suggest(subject string, of []Kind) string {
	var forms []string
	for _, name := range s.names(of) {
		_, short, _ := strings.Cut(name, "/")
		forms = append(forms, name, short)
	}
	if near := unit.Nearest(subject, forms); near != "" {
		return "did you mean " + near + "?"
	}
	return "the names here are " + unit.Listed(s.names(of))
}

func orKinds(of []Kind) string {
	var names []string
	for _, k := range of {
		names = append(names, string(k))
	}
	return strings.Join(names, " or ")
}
