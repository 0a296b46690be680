package compare

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"checkoutlab/report"
)

// ErrUntrusted is returned when no run is left that can be trusted.
var ErrUntrusted = errors.New("compare: no valid run")

// Set is the runs of one side: repeats of each other.
type Set struct {
	Name string // the folder, as it was named
	Runs []Run
	// Warnings tell what was left out, and why.
	Warnings []string
}

// Run is one stored run.
type Run struct {
	Dir     string
	Summary *report.Summary

	scenario scenario
}

// Read reads the runs in a folder: the one whose folder it is, or those in the
// folders in it, as `lab run --runs N --out DIR` leaves them. Runs that are
// invalid or partial are left out with a warning, and so is a simulated run that
// is the repetition of another; with none left the error is ErrUntrusted. Runs
// that are not repeats of each other, and summaries that are damaged or of
// another version, are errors.
func Read(dir string) (*Set, error) {
	s := &Set{Name: filepath.Clean(dir)}
	dirs, err := s.find(dir)
	if err != nil {
		return nil, err
	}
	for _, d := range dirs {
		r, err := readRun(d)
		if err != nil {
			return nil, err
		}
		s.Runs = append(s.Runs, r)
	}
	slices.SortStableFunc(s.Runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(a.Summary.Seed, b.Summary.Seed), a.Summary.Started.Compare(b.Summary.Started))
	})
	return s, s.settle()
}

// settle leaves out what cannot be compared, and holds the rest to being repeats.
func (s *Set) settle() error {
	var out []string
	all := len(s.Runs)
	s.Runs = slices.DeleteFunc(s.Runs, func(r Run) bool {
		why := unfit(r.Summary)
		if why != "" {
			out = append(out, fmt.Sprintf("%s %s", filepath.Base(r.Dir), why))
		}
		return why != ""
	})
	if len(s.Runs) == 0 {
		return fmt.Errorf("%w among %d in %s: %s", ErrUntrusted, all, s.Name, firstOf(out))
	}
	if len(out) > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("left out %d of %d runs of %s, which are not to be trusted: %s", len(out), all, s.Name, firstOf(out)))
	}
	for _, r := range s.Runs[1:] {
		if err := s.repeats(r); err != nil {
			return err
		}
	}
	s.once()
	if versions := s.versions(); len(versions) > 1 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%s has runs of several versions of the lab: %s", s.Name, strings.Join(versions, ", ")))
	}
	return nil
}

// firstOf is the first of several texts, and how many more there are.
func firstOf(texts []string) string {
	if more := len(texts) - 1; more > 0 {
		return fmt.Sprintf("%s; and %d more", texts[0], more)
	}
	return texts[0]
}

func unfit(sum *report.Summary) string {
	switch {
	case sum.Partial:
		return "was cut short"
	case !sum.Validity.Valid:
		return "is invalid: " + strings.Join(sum.Validity.Reasons, "; ")
	default:
		return ""
	}
}

// repeats says in what a run differs from the first of its set, but for the seed.
func (s *Set) repeats(r Run) error {
	first := s.Runs[0]
	a, b := first.Summary, r.Summary
	what := ""
	switch {
	case a.Scenario != b.Scenario:
		what = fmt.Sprintf("scenario %s and %s", a.Scenario, b.Scenario)
	case a.Executor != b.Executor:
		what = fmt.Sprintf("executor %s and %s", a.Executor, b.Executor)
	case !slices.Equal(modesOf(a), modesOf(b)):
		what = fmt.Sprintf("modes %s and %s", strings.Join(modesOf(a), ", "), strings.Join(modesOf(b), ", "))
	default:
		changed := differing(first.scenario, r.scenario, modesOf(a))
		if len(changed) == 0 {
			return nil
		}
		what = changed[0].words(" and", len(modesOf(a)))
	}
	return fmt.Errorf("%s holds runs that are not repeats of each other: %s and %s differ in %s; keep each kind in a folder of its own",
		s.Name, filepath.Base(first.Dir), filepath.Base(r.Dir), what)
}

// once leaves out simulated runs that are there twice, which would pass for more
// evidence than there is.
func (s *Set) once() {
	type key struct {
		seed   uint64
		digest string
	}
	seen := map[key]string{}
	s.Runs = slices.DeleteFunc(s.Runs, func(r Run) bool {
		k := key{r.Summary.Seed, r.Summary.Digest}
		first, twice := seen[k]
		if k.digest == "" || !twice {
			seen[k] = r.Dir
			return false
		}
		s.Warnings = append(s.Warnings, fmt.Sprintf("left out %s: it is the same simulated run as %s", r.Dir, filepath.Base(first)))
		return true
	})
}

func (s *Set) versions() (all []string) {
	for _, r := range s.Runs {
		if !slices.Contains(all, r.Summary.Version) {
			all = append(all, r.Summary.Version)
		}
	}
	return all
}
