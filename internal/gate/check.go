package gate

import (
	"slices"

	"checkoutlab/internal/unit"
)

// Check holds a measure to what there is in the modes of a run. It returns the
// modes that the measure is of: the one it names, or else each in which its
// subject has the figure and its phase exists.
//
// The errors name everything in the measure that does not exist, or can never
// be, with what does exist; there are none when a mode is returned.
func Check(m Measure, scopes []Scope) (modes []string, errs []*Error) {
	all := union(scopes)
	if e := all.argument(m); e != nil {
		errs = append(errs, e)
	}
	if m.Definition().Whole && m.Phase != "" {
		errs = append(errs, errorf(m.at.phase, "%s is of the whole run; leave the phase out", m.Name))
		m.Phase = ""
	}
	if m.Mode != "" {
		i := slices.IndexFunc(scopes, func(s Scope) bool { return s.Mode == m.Mode })
		if i < 0 {
			errs = append(errs, errorf(m.at.mode, "there is no mode %s; %s", m.Mode, unit.Suggest(m.Mode, "modes", modesOf(scopes))))
			return nil, once(append(errs, all.exists(m)...))
		}
		all, scopes = scopes[i], scopes[i:i+1]
	}
	for _, s := range scopes {
		if len(s.exists(m)) == 0 {
			modes = append(modes, s.Mode)
		} else if e := s.ambiguous(m); e != nil {
			errs = append(errs, e)
		}
	}
	switch {
	case len(errs) > 0:
		return nil, once(append(errs, all.exists(m)...))
	case len(modes) > 0:
		return modes, nil
	}
	errs = all.exists(m)
	if len(errs) == 0 {
		errs = append(errs, errorf(m.at.phase, "no mode has both %s and the phase %s", m.Subject, m.Phase))
	}
	if m.Mode != "" {
		for _, e := range errs {
			e.Message += " (in mode " + m.Mode + ")"
		}
	}
	return nil, errs
}

// once drops what is said already, and brings the rest into the order of the text.
func once(errs []*Error) (kept []*Error) {
	slices.SortStableFunc(errs, func(a, b *Error) int { return a.Column - b.Column })
	for _, e := range errs {
		if !slices.ContainsFunc(kept, func(k *Error) bool { return k.Column == e.Column && k.Message == e.Message }) {
			kept = append(kept, e)
		}
	}
	return kept
}

// exists tells what of a measure a mode does not have.
func (s Scope) exists(m Measure) (errs []*Error) {
	if _, e := s.part(m); e != nil {
		errs = append(errs, e)
	}
	if m.Phase != "" && !slices.Contains(s.Phases, m.Phase) {
		errs = append(errs, errorf(m.at.phase, "there is no phase %s; %s", m.Phase, unit.Suggest(m.Phase, "phases", s.Phases)))
	}
	return errs
}

// argument tells what is wrong with what stands in brackets.
func (s Scope) argument(m Measure) *Error {
	switch m.Definition().Takes {
	case Outcome:
		if status(m.Outcome) || slices.Contains(s.Outcomes, m.Outcome) {
			return nil
		}
		return errorf(m.at.outcome, "no request ends with %q; an outcome is a status code of 200 to 599%s", m.Outcome, orNear(m.Outcome, s.Outcomes))
	case Fault:
		if slices.Contains(s.Faults, m.Outcome) {
			return nil
		}
		return errorf(m.at.outcome, "there is no fault %s; %s", m.Outcome, unit.Suggest(m.Outcome, "kinds", s.Faults))
	}
	return nil
}

func orNear(name string, known []string) string {
	if near := unit.Nearest(name, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return ", or one of: " + unit.Listed(known)
}

// status reports whether an outcome is a status code that ends a request.
func status(outcome string) bool {
	return len(outcome) == 3 && outcome[0] >= '2' && outcome[0] <= '5' &&
		outcome[1] >= '0' && outcome[1] <= '9' && outcome[2] >= '0' && outcome[2] <= '9'
}

// union has everything that any of the modes has.
func union(scopes []Scope) Scope {
	all := Scope{Parts: map[Kind][]string{}}
	for _, s := range scopes {
		all.Phases = with(all.Phases, s.Phases)
		all.Outcomes = with(all.Outcomes, s.Outcomes)
		all.Faults = with(all.Faults, s.Faults)
		for k, names := range s.Parts {
			all.Parts[k] = with(all.Parts[k], names)
		}
	}
	return all
}

// with adds the names that are not there yet, in their order.
func with(names, more []string) []string {
	for _, n := range more {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

func modesOf(scopes []Scope) (names []string) {
	for _, s := range scopes {
		names = append(names, s.Mode)
	}
	return names
}
