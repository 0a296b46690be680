package page_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/internal/unit"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
)

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing", part)
		}
	}
}

func lacks(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("there is %q", part)
		}
	}
}

func TestPageIsSmallAndAlwaysTheSame(t *testing.T) {
	rec, runs := incident.Recording(incident.Modes...)
	html := render(t, rec, runs)
	if len(html) > 300<<10 {
		t.Errorf("%d bytes", len(html))
	}
	if !bytes.Equal(html, render(t, rec, runs)) {
		t.Error("the same recording gives two pages")
	}
}

// TestTheChartLibraryIsTheOneNamed: the page, the notes beside the library and the
// library itself name one version.
func TestTheChartLibraryIsTheOneNamed(t *testing.T) {
	notes, err := os.ReadFile("uplot/README.md")
	if err != nil {
		t.Fatal(err)
	}
	title, _, _ := strings.Cut(string(notes), "\n")
	version := strings.TrimPrefix(title, "# uPlot ")
	html := string(render(t, &record.Recording{}, nil))
	contains(t, html, "github.com/leeoniya/uPlot (v"+version+")", "Charts: uPlot "+version+", MIT licence", "Copyright (c) 2022 Leon Sorokin")
	contains(t, string(notes), "`uplot@"+version+"`")
}

// TestTablesTellTheSummary compares every cell about a load, a service or a
// provider with the summary.
func TestTablesTellTheSummary(t *testing.T) {
	rec, runs := incident.Recording(incident.Modes...)
	sum := report.Measure(rec, runs)
	p := browse(t, render(t, rec, runs))
	tables := get[[][][]string](p, `[...document.querySelectorAll("table.figures")].map((t) =>
		[...t.tBodies[0].rows].map((r) => [...r.cells].map((c) => [...c.childNodes].map((n) => n.firstChild ? n.firstChild.textContent.trim() : n.textContent).join("; "))))`)
	blocks := report.Blocks(sum)
	if len(tables) != len(blocks) {
		t.Fatalf("%d tables, want %d", len(tables), len(blocks))
	}
	for i, b := range blocks {
		for r, row := range b.Rows {
			want := []string{row.Mode}
			for _, load := range []string{"health", "checkout"} {
				l := row.Figures.Loads[load]
				var outcomes []string
				for _, name := range slices.Sorted(maps.Keys(l.Outcomes)) {
					outcomes = append(outcomes, fmt.Sprintf("%d × %s", l.Outcomes[name], name))
				}
				want = append(want, report.QuantileText(l.P50, l.Ended(), unit.Percent(50)),
					report.QuantileText(l.P95, l.Ended(), unit.Percent(95)), l.Max.Text(), strings.Join(outcomes, "; "))
			}
			s := row.Figures.Services["checkout"]
			want = append(want, fmt.Sprintf("%d/%d", s.BusyMax, s.Workers), fmt.Sprint(s.QueueMax), fmt.Sprint(row.Figures.Providers["payment"].InFlightMax))
			if got := tables[i][r]; !slices.Equal(got[:len(want)], want) {
				t.Errorf("%s:\n%q, want\n%q", b.Title, got, want)
			}
		}
	}
}

// TestTextsAreNoCode puts what would be code into every text of a run.
func TestTextsAreNoCode(t *testing.T) {
	const evil = `</script></style></pre><script>document.title='pwned'</script><img src=http://127.0.0.1:1/x onerror=alert(1)>" ' {{.}} <!--`
	rec, runs := incident.Recording("none", "protected")
	rec.Header.Scenario, rec.Header.Version, rec.Header.Changes = evil, evil, []string{"--set a=" + evil}
	for i := range runs {
		runs[i].Spec.Question, runs[i].Spec.Explanation = evil, evil+"\n\n"+evil
		runs[i].Spec.Modes[0].About = evil
	}
	log := rec.Modes[1].Events
	log.Append(&record.Event{At: 9100 * time.Millisecond, Kind: record.Transition, Name: evil, From: evil, To: evil, Reason: evil})
	log.Append(&record.Event{At: 9100 * time.Millisecond, Kind: record.Request, Name: evil, Due: 9 * time.Second, Sent: 9 * time.Second, Outcome: evil, Reason: evil})
	rec.Modes[1].Events = log
	sum := report.Measure(rec, runs)
	sum.Gates = []report.Gate{{Text: evil, Measure: evil, Note: evil}}
	var b bytes.Buffer
	if err := report.HTML(&b, rec, runs, sum, []byte(evil)); err != nil {
		t.Fatal(err)
	}
	p := browse(t, b.Bytes())
	if got := get[string](p, `document.querySelector("h1").textContent`); got != evil {
		t.Errorf("the question is %q", got)
	}
	if got := get[string](p, `document.querySelector("#scenario pre").textContent`); got != evil {
		t.Errorf("the scenario is %q", got)
	}
	if n := get[int](p, `document.scripts.length`); n != 2 {
		t.Errorf("%d scripts", n)
	}
	if n := get[int](p, `document.images.length`); n != 0 {
		t.Errorf("%d images", n)
	}
	p.until(`document.querySelector(".plot").dataset.until`)
}

func TestInvalidAndPartialRunsShout(t *testing.T) {
	rec, runs := incident.Recording("none")
	rec.Header.Partial = true
	log := rec.Modes[0].Events
	log.Append(&record.Event{At: 9200 * time.Millisecond, Kind: record.Stall, Took: 700 * time.Millisecond})
	rec.Modes[0].Events = log
	p := browse(t, render(t, rec, runs))
	contains(t, get[string](p, `document.title`), "INVALID: ")
	contains(t, get[string](p, `document.getElementById("invalid").innerText`), "INVALID: do not trust these figures", "process stalled in mode none: 700 ms, at most 500 ms")
	contains(t, get[string](p, `document.getElementById("partial").innerText`), "PARTIAL: the run was cut short")
	if get[bool](p, `document.getElementById("invalid").getBoundingClientRect().top > 300`) {
		t.Error("one has to scroll to learn that the run is invalid")
	}
}
