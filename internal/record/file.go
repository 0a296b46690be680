package record

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// SchemaVersion is the version of the file that Write writes and Read reads.
const SchemaVersion = 1

const (
	// MaxLine is the longest line of a recording that is read, in bytes.
	MaxLine = 64 << 10
	// MaxEvents is the most events that are read from one recording.
	MaxEvents = 20_000_000
)

// ErrSchema is returned for a recording of another version of the lab.
var ErrSchema = errors.New("record: unknown schema version")

// Write writes a recording as gzipped JSON lines: the header, then the events,
// mode after mode, each with the name of its mode. The same recording always
// gives the same lines.
func Write(w io.Writer, rec *Recording) error {
	// The fastest level: the file is a third larger than it could be, and a run
	// of half a million events is stored in a quarter of the time.
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := writeLines(zip, rec); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if err := zip.Close(); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func writeLines(w io.Writer, rec *Recording) error {
	h := rec.Header
	h.SchemaVersion, h.Modes = SchemaVersion, rec.modeNames()
	line, err := json.Marshal(h)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	_, _ = out.Write(append(line, '\n'))
	rec.eachLine(func(line []byte) { _, _ = out.Write(line) })
	return out.Flush() // a bufio.Writer keeps its first error
}

// eachLine calls f with the line of every event. The line is only valid during
// the call.
func (rec *Recording) eachLine(f func(line []byte)) {
	var line []byte
	for _, m := range rec.Modes {
		for e := range m.Events.All() {
			line = appendEvent(line[:0], m.Name, &e)
			f(line)
		}
	}
}

func (rec *Recording) modeNames() []string {
	names := make([]string, len(rec.Modes))
	for i, m := range rec.Modes {
		names[i] = m.Name
	}
	return names
}

// Read reads what Write wrote. When the file is damaged, the error says at
// which line, and what could be read before it is returned beside the error; of
// an unknown schema version (ErrSchema) nothing is.
func Read(r io.Reader) (*Recording, error) {
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("record: not a recording: %w", err)
	}
	in := bufio.NewReaderSize(zip, MaxLine)
	rec, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	line, err := rec.readEvents(in)
	if err != nil {
		return rec, fmt.Errorf("record: line %d: %w", line, err)
	}
	return rec, nil
}

func readHeader(in *bufio.Reader) (*Recording, error) {
	line, err := nextLine(in)
	if err != nil {
		return nil, fmt.Errorf("record: line 1: %w", noEnd(err))
	}
	rec := new(Recording)
	if err := json.Unmarshal(line, &rec.Header); err != nil {
		return nil, fmt.Errorf("record: line 1 is not a header: %w", err)
	}
	if v := rec.Header.SchemaVersion; v != SchemaVersion {
		return nil, fmt.Errorf("%w %d, this version of the lab reads %d", ErrSchema, v, SchemaVersion)
	}
	if err := printable(slices.Concat([]string{rec.Header.Scenario, rec.Header.Executor, rec.Header.Version}, rec.Header.Modes, rec.Header.Changes)...); err != nil {
		return nil, fmt.Errorf("record: line 1: the header %w", err)
	}
	for _, name := range rec.Header.Modes {
		rec.Modes = append(rec.Modes, Mode{Name: name})
	}
	return rec, nil
}

// readEvents reads to the end, and returns the number of the last line it saw.
func (rec *Recording) readEvents(in *bufio.Reader) (number int, err error) {
	d := decoder{texts: make(map[string]string)}
	for number = 2; ; number++ {
		line, err := nextLine(in)
		if err == io.EOF {
			return number, nil
		}
		if err != nil {
			return number, err
		}
		if number-1 > MaxEvents {
			return number, fmt.Errorf("more than %d events", MaxEvents)
		}
		mode, e, err := d.event(line)
		if err != nil {
			return number, err
		}
		at := slices.IndexFunc(rec.Modes, func(m Mode) bool { return m.Name == mode })
		if at < 0 {
			return number, fmt.Errorf("mode %q is not in the header", mode)
		}
		rec.Modes[at].Events.Append(&e)
	}
}

// nextLine returns the next line without its end, which is valid until the
// next call; io.EOF only where a line could begin.
func nextLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	switch {
	case err == nil:
		return bytes.TrimSuffix(line, []byte("\n")), nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("longer than %d bytes", MaxLine)
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	}
	return nil, noEnd(err)
}

// noEnd is the error of a file that stops where it should go on.
func noEnd(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file ends too early: %w", io.ErrUnexpectedEOF)
	}
	return err
}
