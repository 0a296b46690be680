package hdr_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/golden"
	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/hdr"
	"checkoutlab/report/internal/incident"
)

func TestGolden(t *testing.T) {
	rec, _ := incident.Recording("protected")
	var b bytes.Buffer
	if err := hdr.Write(&b, rec.Modes[0], "checkout"); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "checkout.hgrm", b.Bytes())
}

// line is one of a distribution: the value in ms that a share of all requests, so
// many, does not exceed.
type line struct {
	value, share float64
	count        int
	inverse      string
}

func read(t interface{ Fatalf(string, ...any) }, text []byte) (lines []line) {
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		if s.Text() == "" || strings.HasPrefix(s.Text(), "#[") || strings.Contains(s.Text(), "Percentile") {
			continue
		}
		var l line
		if _, err := fmt.Sscan(s.Text(), &l.value, &l.share, &l.count, &l.inverse); err != nil {
			t.Fatalf("%q: %v", s.Text(), err)
		}
		lines = append(lines, l)
	}
	return lines
}

// TestWithinThreeDigits: each line is no less than the exact value of its share, and
// no more than 0.1 % above it.
func TestWithinThreeDigits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		waits := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, int64(time.Second)), rapid.Int64Range(0, int64(24*time.Hour))), 1, 300).Draw(rt, "waits")
		var log record.Log
		for i, w := range waits {
			log.Append(&record.Event{Kind: record.Request, Name: "x", Seq: int64(i), At: time.Duration(w), Outcome: "200"})
		}
		log.Append(&record.Event{Kind: record.Request, Name: "other", At: 48 * time.Hour, Outcome: "200"})
		var b bytes.Buffer
		if err := hdr.Write(&b, record.Mode{Name: "m", Events: log}, "x"); err != nil {
			rt.Fatal(err)
		}
		lines := read(rt, b.Bytes())
		if len(lines) == 0 || lines[len(lines)-1].count != len(waits) || lines[len(lines)-1].inverse != "inf" {
			rt.Fatalf("of %d waits:\n%s", len(waits), b.String())
		}
		slices.Sort(waits)
		for _, l := range lines {
			exact := float64(waits[l.count-1]) / 1e6
			if l.value < exact-0.001 || l.value > exact*1.001+0.002 { // printed to the µs
				rt.Fatalf("%d of %d waits are at most %v ms, not %v", l.count, len(waits), exact, l.value)
			}
			if l.share > float64(l.count)/float64(len(waits))+1e-6 || math.IsNaN(l.share) {
				rt.Fatalf("%d of %d are less than %v", l.count, len(waits), l.share)
			}
		}
	})
}

func TestFiles(t *testing.T) {
	rec, _ := incident.Recording("none", "protected")
	files, err := hdr.Files(rec)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := report.StoreFiles(dir, files); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"none/checkout.hgrm", "none/health.hgrm", "protected/checkout.hgrm", "protected/health.hgrm"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if len(read(t, text)) == 0 {
			t.Errorf("%s has no line", name)
		}
	}
	if len(files) != 4 {
		t.Errorf("%d files", len(files))
	}
	rec.Modes[0].Events = record.NewLog(record.Event{Kind: record.Request, Name: "../../x"})
	if _, err := hdr.Files(rec); err == nil {
		t.Error("a load names a file outside of the run's folder")
	}
	rec.Modes[0].Events = record.NewLog(record.Event{Kind: record.Request, Name: "x", At: 100 * time.Hour})
	if _, err := hdr.Files(rec); err == nil {
		t.Error("a latency of 100 h is no error")
	}
}
