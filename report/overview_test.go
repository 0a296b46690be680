package report_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
	"checkoutlab/scenarios"
)

// draw also leaves the picture in a folder named by LAB_LOOK, to be looked at.
func draw(t *testing.T, name, format string, rec *record.Recording, runs []scenarios.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.Overview(&b, rec, runs, format); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("LAB_LOOK"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+"."+format, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func TestOverview(t *testing.T) {
	all, allRuns := incident.Recording(incident.Modes...)
	first := draw(t, "incident", "svg", all, allRuns)
	golden(t, "overview.svg", first)
	if !bytes.Equal(first, draw(t, "incident", "svg", all, allRuns)) {
		t.Error("the same recording gives two pictures")
	}

	one, oneRun := incident.Recording("protected")
	wide, wideRuns := incident.Wide(10)
	for _, row := range []struct {
		name, format string
		rec          *record.Recording
		runs         []scenarios.Run
	}{
		{"incident", "png", all, allRuns},
		{"nothing", "png", &record.Recording{}, nil},
		{"empty", "svg", &record.Recording{Modes: []record.Mode{{Name: "none"}}}, nil},
		{"one", "svg", one, oneRun},
		{"wide", "svg", wide, wideRuns},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			picture := draw(t, row.name, row.format, row.rec, row.runs)
			if row.format == "svg" {
				wellFormed(t, picture)
				return
			}
			img, err := png.Decode(bytes.NewReader(picture))
			if err != nil {
				t.Fatal(err)
			}
			if got := img.Bounds().Dx(); got != 1600 {
				t.Errorf("%d pixels wide, want 1600", got)
			}
		})
	}
}

// wellFormed reads XML to its end, and finds no coordinate that is no number.
func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	if bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Inf")) {
		t.Error("a coordinate that is no number")
	}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestOverviewOfManyRequests: the size of the picture is bounded by the page.
func TestOverviewOfManyRequests(t *testing.T) {
	rec, runs := incident.Recording("none")
	for i := range 200_000 {
		at := time.Duration(i) * 40 * time.Microsecond
		rec.Modes[0].Events.Append(&record.Event{Kind: record.Request, Name: "health", Due: at, Sent: at, At: at + time.Duration(i*7919%1000_000), Outcome: "200"})
		rec.Modes[0].Events.Append(&record.Event{Kind: record.Service, Name: "checkout", At: at, InUse: i % 16})
	}
	if got := len(draw(t, "many", "svg", rec, runs)); got > 8<<20 {
		t.Errorf("%d bytes", got)
	}
}

func TestOverviewRefusesOtherFormats(t *testing.T) {
	if err := report.Overview(new(bytes.Buffer), &record.Recording{}, nil, "gif"); err == nil {
		t.Error("no error")
	}
}
