package report_test

import (
	"bytes"
	"image/png"
	"os"
	"testing"

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
		name string
		rec  *record.Recording
		runs []scenarios.Run
	}{
		{"incident", all, allRuns},
		{"one", one, oneRun},
		{"wide", wide, wideRuns},
		{"empty", &record.Recording{Modes: []record.Mode{{Name: "none"}}}, nil},
		{"nothing", &record.Recording{}, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			picture := draw(t, row.name, "png", row.rec, row.runs)
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

func TestOverviewRefusesOtherFormats(t *testing.T) {
	if err := report.Overview(new(bytes.Buffer), &record.Recording{}, nil, "gif"); err == nil {
		t.Error("no error")
	}
}
