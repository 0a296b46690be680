package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"

	"checkoutlab/report"
)

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
	text, err := report.ReadFile(dir, report.SummaryFile)
	if err != nil {
		return Run{}, err
	}
	sum := new(report.Summary)
	if err := json.Unmarshal(text, sum); err != nil {
		return Run{}, fmt.Errorf("%s is damaged, or of something else than a run: %w", path, err)
	}
	if err := printable(sum); err != nil {
		return Run{}, fmt.Errorf("%s is damaged: %w", path, err)
	}
	switch {
	case sum.SchemaVersion != report.SchemaVersion:
		return Run{}, fmt.Errorf("%s has schema version %d, this lab reads %d: render it anew with the version of the lab that made it", path, sum.SchemaVersion, report.SchemaVersion)
	case sum.Scenario == "" || sum.Executor == "" || len(sum.Modes) == 0:
		return Run{}, fmt.Errorf("%s is not of a run: it has no scenario, executor or modes", path)
	}
	r := Run{Dir: dir, Summary: sum}
	text, err = report.ReadFile(dir, report.ScenarioFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Run{}, err
	}
	if r.scenario, err = scenarioOf(text, modesOf(sum)); err != nil {
		return Run{}, fmt.Errorf("%s is damaged: %w", filepath.Join(dir, report.ScenarioFile), err)
	}
	return r, nil
}

// printable refuses texts that would tell a terminal what to do: names, reasons and
// whatever else a comparison may print. It drops what it never prints and may be of
// several lines.
func printable(sum *report.Summary) error {
	sum.Question = ""
	for i := range sum.Modes {
		sum.Modes[i].About = ""
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	tokens := json.NewDecoder(bytes.NewReader(text))
	for {
		token, err := tokens.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if text, ok := token.(string); ok && strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("it holds a control character: %q", text)
		}
	}
}

func modesOf(sum *report.Summary) (names []string) {
	for _, m := range sum.Modes {
		names = append(names, m.Mode)
	}
	return names
}
