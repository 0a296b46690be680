// Package hdr writes the latencies of a run as percentile distributions of
// HdrHistogram, the text that its plotter reads
// (https://hdrhistogram.github.io/HdrHistogram/plotFiles.html).
//
// Latencies count from the instant at which a request was due, as everywhere in the
// reports, so that none has to be corrected for what a stalled sender left out.
// Whatever a request's outcome, it counts; a client that gave up with the time that it
// had waited.
//
// A distribution has three significant digits: a figure is up to 0.1 % above the one
// that was measured. The tables and summary.json have the exact ones.
package hdr

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

const (
	least     = time.Microsecond          // shorter ones are not told apart
	most      = 2 * scenarios.MaxDuration // a run, and its drain
	digits    = 3                         // significant
	steps     = 5                         // lines from one halving of what is left to the next
	extension = ".hgrm"
)

// Files are the distributions of a run, <mode>/<load>.hgrm for each load that had
// requests. The error names a load that cannot be the name of a file.
func Files(rec *record.Recording) ([]report.File, error) {
	var files []report.File
	for _, m := range rec.Modes {
		loads, err := distributions(m)
		if err != nil {
			return nil, err
		}
		for _, load := range slices.Sorted(maps.Keys(loads)) {
			name := filepath.Join(m.Name, load+extension)
			if filepath.Base(load) != load || !filepath.IsLocal(name) {
				return nil, fmt.Errorf("report: hdr: mode %q, load %q: no name for a file", m.Name, load)
			}
			files = append(files, report.File{Name: name, Write: func(w io.Writer) error { return write(w, loads[load]) }})
		}
	}
	return files, nil
}

// Write writes the distribution of one load of a mode, in milliseconds. Of no requests
// it has nothing but its frame.
func Write(w io.Writer, m record.Mode, load string) error {
	loads, err := distributions(m)
	if err != nil {
		return err
	}
	h := loads[load]
	if h == nil {
		h = empty()
	}
	return write(w, h)
}

func empty() *hdrhistogram.Histogram {
	return hdrhistogram.New(int64(least), int64(most), digits)
}

// distributions of the loads of a mode.
func distributions(m record.Mode) (map[string]*hdrhistogram.Histogram, error) {
	loads := map[string]*hdrhistogram.Histogram{}
	for e := range m.Events.All() {
		if e.Kind != record.Request {
			continue
		}
		h := loads[e.Name]
		if h == nil {
			h = empty()
			loads[e.Name] = h
		}
		if err := h.RecordValue(int64(e.Latency())); err != nil {
			return nil, fmt.Errorf("report: hdr: mode %s, load %s: %w", m.Name, e.Name, err)
		}
	}
	return loads, nil
}

func write(w io.Writer, h *hdrhistogram.Histogram) error {
	_, err := h.PercentilesPrint(w, steps, float64(time.Millisecond))
	return err
}
