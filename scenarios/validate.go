package scenarios

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/scenarios/internal/tree"
)

// Bounds of every scenario. A live run is bounded further: see ValidateLive.
const (
	MaxDuration = 24 * time.Hour
	MaxRequests = 10_000_000
	MaxWorkers  = 10_000
	MaxQueue    = 1_000_000
)

// Validate returns everything that keeps a scenario, its defaults filled in,
// from being run. Fields are paths as --set takes them.
func (s Spec) Validate() unit.Problems {
	var ps unit.Problems
	if why := badName(s.Name); why != "" {
		ps.Addf("name", "%s", why)
	}
	within(&ps, "duration", s.Duration)
	// Without a duration nothing can be said of what must lie inside the run.
	if timed := s.Duration > 0 && s.Duration <= MaxDuration; timed {
		s.validateDrain(&ps)
		s.validatePhases(&ps)
		s.validateWindows(&ps)
	}
	for _, name := range keys(s.Providers) {
		path := "providers." + name
		checkName(&ps, path, name)
		ps.Under(path, s.Providers[name].Validate())
	}
	s.validateServices(&ps)
	s.validateLoads(&ps)
	return ps
}

func (s Spec) validateDrain(ps *unit.Problems) {
	// Drain follows from give_up, whose own problem says enough.
	if s.Drain < 0 || s.Drain > MaxDuration {
		ps.Addf("drain", "%s is outside 0s to %s", text(s.Drain), text(MaxDuration))
	}
}

// validateWindows finds faults that a run would never see.
func (s Spec) validateWindows(ps *unit.Problems) {
	end := s.Duration + max(0, min(s.Drain, MaxDuration))
	for _, name := range keys(s.Providers) {
		for i, w := range s.Providers[name].Faults {
			path := "providers." + name + ".faults." + strconv.Itoa(i)
			if w.From >= end {
				ps.Addf(path+".from", "window outside the run: it starts at %s, the run ends at %s (duration and drain); move it or lengthen duration", text(w.From), text(end))
			} else if w.Until > end {
				ps.Addf(path+".until", "window outside the run: it ends at %s, the run at %s (duration and drain); shorten it or lengthen duration", text(w.Until), text(end))
			}
		}
	}
}

func (s Spec) validatePhases(ps *unit.Problems) {
	var last Phase
	for i, p := range s.Phases {
		path := "phases." + strconv.Itoa(i)
		checkName(ps, path+".name", p.Name)
		if slices.ContainsFunc(s.Phases[:i], func(q Phase) bool { return q.Name == p.Name }) {
			ps.Addf(path+".name", "%s is the name of an earlier phase too; give each its own", p.Name)
		}
		switch {
		case p.From >= p.Until:
			ps.Addf(path+".until", "must be later than from (%s)", text(p.From))
		case p.Until > s.Duration:
			ps.Addf(path+".until", "phase outside the run: it ends at %s, duration is %s; a request belongs to the phase in which it was due", text(p.Until), text(s.Duration))
		case p.From < last.Until:
			ps.Addf(path+".from", "overlaps the phase %s, which ends at %s; write phases in order, one after the other", last.Name, text(last.Until))
		}
		last = p
	}
}

// within checks a duration that must be above zero.
func within(ps *unit.Problems, path string, d time.Duration) {
	switch {
	case d <= 0:
		ps.Addf(path, "must be above zero; write a duration such as 6s")
	case d > MaxDuration:
		ps.Addf(path, "%s is longer than %s; write a shorter one", text(d), text(MaxDuration))
	}
}

var nameForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$`)

// badName says what is wrong with a name, or "". Names stand in paths, in the
// names of files and in gates, all of which dots and spaces would break.
func badName(name string) string {
	switch {
	case name == "":
		return "is missing; write a name of the letters a-z, digits and hyphens"
	case !nameForm.MatchString(name):
		return strconv.Quote(name) + " is not a name; write 1 to 40 of the letters a-z, digits and hyphens between them, such as " + better(name)
	}
	return ""
}

// better makes a name of what was written.
func better(name string) string {
	fields := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	})
	made := strings.Join(fields, "-")
	if !nameForm.MatchString(made) {
		return "checkout-2"
	}
	return made
}

func checkName(ps *unit.Problems, path, name string) {
	if why := badName(name); why != "" {
		ps.Addf(path, "%s", why)
	}
}

// text writes a duration as a file does.
func text(d time.Duration) string { return tree.FormatDuration(d) }

// keys returns a map's keys in the order in which problems name them.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
