package report_test

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/golden"
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
	golden.Check(t, "overview.svg", first)
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

// day is a day of checkouts at 15/min of which one in 50 fails, with an outage of
// ten minutes, a single client that gives up, and a health check now and then.
func day() (*record.Recording, []scenarios.Run) {
	const length = 24 * time.Hour
	var events []record.Event
	add := func(e record.Event) { e.Kind = record.Request; events = append(events, e) }
	for i := range 21_600 {
		due := time.Duration(i) * 4 * time.Second
		took := time.Duration(20+i*7919%400) * ms
		e := record.Event{Name: "checkout", Seq: int64(i), Due: due, Sent: due, At: due + took, Outcome: "200"}
		switch {
		case i == 15_000:
			e.At, e.Outcome = due+30*time.Second, record.ClientTimeout
		case due > 12*time.Hour && due < 12*time.Hour+10*time.Minute:
			e.Outcome = "503"
		case i%50 == 0:
			e.Outcome = "502"
		}
		add(e)
		events = append(events, record.Event{At: due, Kind: record.Service, Name: "checkout", InUse: 1 + i%3}, record.Event{At: e.At, Kind: record.Service, Name: "checkout", InUse: i % 3})
	}
	for i := range 96 {
		due := time.Duration(i) * 15 * time.Minute
		add(record.Event{Name: "health", Seq: int64(i), Due: due, Sent: due, At: due + ms, Outcome: "200"})
	}
	events = append(events, record.Event{At: length + 30*time.Second, Kind: record.End})
	slices.SortStableFunc(events, func(a, b record.Event) int { return cmp.Compare(a.At, b.At) })
	rec := &record.Recording{Header: record.Header{Scenario: "day", Executor: "sim", Seed: 1}}
	var runs []scenarios.Run
	for _, mode := range []string{"one", "two", "three"} {
		rec.Modes = append(rec.Modes, record.Mode{Name: mode, Events: record.NewLog(events...)})
		runs = append(runs, scenarios.Run{Mode: mode, Spec: scenarios.Spec{
			Question: "What does a day look like?", Duration: length,
			Services: map[string]scenarios.Service{"checkout": {Workers: 16}},
			Loads:    map[string]scenarios.Load{"checkout": {Route: "POST /checkout", GiveUp: 30 * time.Second}, "health": {Route: "GET /health", GiveUp: 2 * time.Second}},
		}})
	}
	return rec, runs
}

// TestOverviewOfADay: what is too dense to be drawn one by one is put together,
// says so, and loses no outcome; what is not stays as it is.
func TestOverviewOfADay(t *testing.T) {
	rec, runs := day()
	picture := draw(t, "day", "svg", rec, runs)
	if len(picture) > 2<<20 {
		t.Errorf("%d bytes", len(picture))
	}
	wellFormed(t, picture)
	golden.Check(t, "overview-day.txt", structure(t, picture))
}

// structure is what a picture says and in which colours it is painted, without
// any coordinates.
func structure(t *testing.T, svg []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	fills := map[string]int{}
	fill := regexp.MustCompile(`fill:(#[0-9A-F]{6})`)
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				fmt.Fprintln(&out, text)
			}
		case xml.StartElement:
			for _, a := range token.Attr {
				if m := fill.FindStringSubmatch(a.Value); m != nil && token.Name.Local == "path" {
					fills[m[1]]++
				}
			}
		}
	}
	for _, color := range slices.Sorted(maps.Keys(fills)) {
		fmt.Fprintf(&out, "%s in %d paths\n", color, fills[color])
	}
	return out.Bytes()
}

func TestOverviewRefusesOtherFormats(t *testing.T) {
	if err := report.Overview(new(bytes.Buffer), &record.Recording{}, nil, "gif"); err == nil {
		t.Error("no error")
	}
}

// TestRestartsAreDrawn: with a word for what became of them, and the time that the
// service was down in the legend.
func TestRestartsAreDrawn(t *testing.T) {
	for _, acted := range []bool{false, true} {
		rec := &record.Recording{Modes: []record.Mode{{Name: "default", Events: record.NewLog(
			record.Event{Kind: record.Service, Name: "checkout", InUse: 16},
			record.Event{At: 2 * time.Second, Kind: record.Restart, Name: "checkout", Started: acted},
			record.Event{At: 3 * time.Second, Kind: record.Ready, Name: "checkout"},
			record.Event{At: 10 * time.Second, Kind: record.End},
		)}}}
		picture := string(draw(t, "restart", "svg", rec, nil))
		for word, want := range map[string]bool{">restarted<": acted, ">service down<": acted, ">would be restarted<": !acted} {
			if strings.Contains(picture, word) != want {
				t.Errorf("acted out %t: %s is there: %t", acted, word, !want)
			}
		}
	}
}
