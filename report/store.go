package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"checkoutlab/internal/record"
	"checkoutlab/report/overview"
	"checkoutlab/scenarios"
)

// Names of the files of a stored run.
const (
	SummaryFile     = "summary.json"
	ScenarioFile    = "scenario.yaml"
	RecordingFile   = "recording.jsonl.gz"
	TransitionsFile = "transitions.log"
	OverviewSVG     = "overview.svg"
	OverviewPNG     = "overview.png"
	PageFile        = "report.html"
	RequestsFile    = "requests.csv" // in a folder for each mode
)

// Reserve makes the folder of a run before it begins, so that a place where
// nothing can be written is found before the run and not after it. A folder
// with something in it is refused with fs.ErrExist.
func Reserve(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("storing in %s: %w", dir, err)
	}
	there, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("storing in %s: %w", dir, err)
	}
	if len(there) > 0 {
		return fmt.Errorf("%s holds a run already, or something else: name another folder or remove it: %w", dir, fs.ErrExist)
	}
	claim, err := os.OpenFile(filepath.Join(dir, claimFile), os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("nothing can be written in %s: %w", dir, err)
	}
	return claim.Close()
}

// Store writes a run with everything that is rendered of it into a folder, made
// if it is missing. sum is what was measured, and scenario the text of
// scenario.yaml. Each file appears whole or not at all; the recording, from which
// all others can be made again, comes first.
func Store(dir string, rec *record.Recording, runs []scenarios.Run, sum *Summary, scenario []byte) error {
	picture := overview.New(figureOf(rec, runs, sum))
	files := []File{
		{RecordingFile, func(w io.Writer) error { return record.Write(w, rec) }},
		{ScenarioFile, func(w io.Writer) error { _, err := w.Write(scenario); return err }},
		{SummaryFile, func(w io.Writer) error { return JSON(w, sum) }},
		{TransitionsFile, func(w io.Writer) error { return Transitions(w, sum) }},
		{OverviewSVG, func(w io.Writer) error { return picture.Write(w, overview.SVG) }},
		{OverviewPNG, func(w io.Writer) error { return picture.Write(w, overview.PNG) }},
		{PageFile, func(w io.Writer) error { return HTML(w, rec, runs, sum, scenario) }},
	}
	for _, m := range rec.Modes {
		files = append(files, File{filepath.Join(m.Name, RequestsFile), func(w io.Writer) error {
			return Requests(w, m, specOf(m.Name, runs), rec.Header.Started)
		}})
	}
	return StoreFiles(dir, files)
}

// File is a file by its name in a folder, and what writes it.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// StoreFiles writes files into a folder that Reserve has made, or that is not
// there yet, as many at once as there are cores. Each appears whole or not at
// all; one that cannot be written keeps none of the others from it.
func StoreFiles(dir string, files []File) error {
	failed := make([]error, len(files), len(files)+1)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		group.Go(func() error {
			if err := f.store(dir); err != nil {
				failed[i] = fmt.Errorf("report: storing %s: %w", filepath.Join(dir, f.Name), err)
			}
			return nil
		})
	}
	_ = group.Wait() // none returns an error, so that each is tried
	return errors.Join(append(failed, Release(dir))...)
}

// claimFile stands in a folder from Reserve to Store or Release.
const claimFile = ".running"

// Release gives up a folder that Reserve has made. Store and StoreFiles do so at
// their end; it is for when there is nothing to store.
func Release(dir string) error {
	if err := os.Remove(filepath.Join(dir, claimFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Load reads back what Store wrote: the recording and the text of its scenario,
// from which everything else is rendered. Of a damaged recording it returns
// what could be read beside the error.
func Load(dir string) (rec *record.Recording, scenario []byte, err error) {
	scenario, err = ReadFile(dir, ScenarioFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s is not a stored run: %w", dir, err)
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := openRegular(dir, RecordingFile)
	if err != nil {
		return nil, scenario, err
	}
	defer f.Close()
	if rec, err = record.Read(f); err == nil {
		err = checkWhole(rec)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.Name(), err)
	}
	return rec, scenario, err
}

// ReadFile reads a file of a stored run whole. The error is a *fs.PathError, also
// where something stands that is no file.
func ReadFile(dir, name string) ([]byte, error) {
	f, err := openRegular(dir, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// openRegular refuses pipes and devices, which may keep a reader waiting without end. Of a
// folder the reading tells.
func openRegular(dir, name string) (*os.File, error) {
	path := filepath.Join(dir, name)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("a pipe, socket or device is no file of a stored run")}
	}
	return os.Open(path)
}

// checkWhole finds what has been taken out of a recording that says it is not
// partial: each mode has its end, and its senders have closed their books.
func checkWhole(rec *record.Recording) error {
	if len(rec.Modes) == 0 || len(rec.Modes) != len(rec.Header.Modes) {
		return fmt.Errorf("the recording has %d modes, its header names %d", len(rec.Modes), len(rec.Header.Modes))
	}
	for _, m := range rec.Modes {
		has := func(k record.Kind) bool {
			for e := range m.Events.All() {
				if e.Kind == k {
					return true
				}
			}
			return false
		}
		if !rec.Header.Partial && !(has(record.Sender) && has(record.End)) {
			return fmt.Errorf("mode %s is not whole: it does not say how many requests were due, or how it ended", m.Name)
		}
	}
	return nil
}

// store writes beside the file and puts it in place when it is whole, so that
// an interruption leaves no half file under its name.
func (f File) store(dir string) (err error) {
	path := filepath.Join(dir, f.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".storing-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(temp.Name())
		}
	}()
	out := bufio.NewWriterSize(temp, 64<<10)
	if err = f.Write(out); err == nil { // a Flush would only tell of the same again
		err = out.Flush()
	}
	if err = errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
