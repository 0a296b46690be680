package compare

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

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

// find returns the folders of runs. What else is in a folder of many is left out.
func (s *Set) find(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return nil, fmt.Errorf("%s is a file: name the folder of a run, or one that holds several", dir)
	case err != nil:
		return nil, err
	}
	if holdsRun(dir) {
		return []string{dir}, nil
	}
	var dirs, foreign []string
	for _, e := range entries {
		sub := filepath.Join(dir, e.Name())
		switch {
		case holdsRun(sub):
			dirs = append(dirs, sub)
		case e.IsDir():
			foreign = append(foreign, e.Name())
		}
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s holds no stored run: there is no %s in it or in a folder of it: %w", dir, report.SummaryFile, fs.ErrNotExist)
	}
	if len(foreign) > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("left out of %s what has no %s, and is no stored run or did not end: %s", s.Name, report.SummaryFile, firstOf(foreign)))
	}
	return dirs, nil
}

// holdsRun reports whether a folder has a summary, even one that cannot be read:
// that is for the reading to tell.
func holdsRun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, report.SummaryFile))
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

func readRun(dir string) (Run, error) {
	path := filepath.Join(dir, report.SummaryFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return Run{}, err
	}
	sum := new(report.Summary)
	if err := json.Unmarshal(text, sum); err != nil {
		return Run{}, fmt.Errorf("%s is damaged, or of something else than a run: %w", path, err)
	}
	switch {
	case sum.SchemaVersion != report.SchemaVersion:
		return Run{}, fmt.Errorf("%s has schema version %d, this lab reads %d: render it anew with the version of the lab that made it", path, sum.SchemaVersion, report.SchemaVersion)
	case sum.Scenario == "" || sum.Executor == "" || len(sum.Modes) == 0:
		return Run{}, fmt.Errorf("%s is not of a run: it has no scenario, executor or modes", path)
	}
	r := Run{Dir: dir, Summary: sum}
	text, err = os.ReadFile(filepath.Join(dir, report.ScenarioFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Run{}, err
	}
	if r.scenario, err = scenarioOf(text, modesOf(sum)); err != nil {
		return Run{}, fmt.Errorf("%s is damaged: %w", filepath.Join(dir, report.ScenarioFile), err)
	}
	return r, nil
}

func modesOf(sum *report.Summary) (names []string) {
	for _, m := range sum.Modes {
		names = append(names, m.Mode)
	}
	return names
}
