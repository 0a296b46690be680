package report_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	vegeta "github.com/tsenart/vegeta/v12/lib"
	"github.com/tsenart/vegeta/v12/lib/plot"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
)

func TestStoreAndLoad(t *testing.T) {
	t.Parallel()
	rec, runs := incident.Recording("none", "protected")
	dir := filepath.Join(t.TempDir(), "deep", "run")
	if err := report.Reserve(dir); err != nil {
		t.Fatal(err)
	}
	if err := report.Store(dir, rec, runs, report.Measure(rec, runs), []byte("name: x\n")); err != nil {
		t.Fatal(err)
	}
	var files []string
	_ = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, _ error) error {
		if !d.IsDir() {
			files = append(files, path)
		}
		return nil
	})
	want := "none/requests.csv overview.png overview.svg protected/requests.csv recording.jsonl.gz report.html scenario.yaml summary.json transitions.log"
	if got := strings.Join(files, " "); got != want {
		t.Errorf("files %s\nwant  %s", got, want)
	}
	back, scenario, err := report.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if string(scenario) != "name: x\n" {
		t.Errorf("scenario %q", scenario)
	}
	if !reflect.DeepEqual(report.Measure(back, runs), report.Measure(rec, runs)) {
		t.Error("the stored run measures otherwise than the run itself")
	}
	if err := report.Reserve(dir); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a folder that holds a run is given away again: %v", err)
	}
}

func TestStoreSaysWhatItCouldNotWrite(t *testing.T) {
	t.Parallel()
	rec, runs := incident.Recording("none")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "none"), nil, 0o644); err != nil { // where a folder is to be
		t.Fatal(err)
	}
	err := report.Store(dir, rec, runs, report.Measure(rec, runs), nil)
	if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "none", "requests.csv")) {
		t.Errorf("got %v", err)
	}
	if _, _, err := report.Load(dir); err != nil {
		t.Errorf("one file failed and the others are not there: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("half files left: %v", left)
	}
}

func TestLoadDamaged(t *testing.T) {
	t.Parallel()
	rec, runs := incident.Recording("none")
	dir := t.TempDir()
	if _, _, err := report.Load(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "is not a stored run") {
		t.Errorf("an empty folder: %v", err)
	}
	if err := report.Store(dir, rec, runs, report.Measure(rec, runs), nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, report.RecordingFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	half, _, err := report.Load(dir)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
	if half == nil || half.Modes[0].Events.Len() == 0 {
		t.Error("nothing of the readable half is returned")
	} else if sum := report.Measure(half, runs); !sum.Partial {
		t.Error("half a run is not marked partial")
	}
}

// TestRequestsAreVegetas reads the CSV with vegeta's own decoder, and feeds its
// report and its plot.
func TestRequestsAreVegetas(t *testing.T) {
	rec, runs := incident.Recording("protected")
	var csv bytes.Buffer
	if err := report.Requests(&csv, rec.Modes[0], runs[0].Spec, rec.Header.Started); err != nil {
		t.Fatal(err)
	}
	if vegeta.DecoderFor(bytes.NewReader(csv.Bytes())) == nil {
		t.Fatal("vegeta does not recognise the format")
	}
	decode := vegeta.NewCSVDecoder(&csv)
	var metrics vegeta.Metrics
	chart := plot.New()
	for e := range rec.Modes[0].Events.All() {
		if e.Kind != record.Request {
			continue
		}
		var r vegeta.Result
		if err := decode.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Latency != e.Latency() || !r.Timestamp.Equal(rec.Header.Started.Add(e.Due)) || r.Attack != e.Name {
			t.Fatalf("got %+v from %+v", r, e)
		}
		metrics.Add(&r)
		if err := chart.Add(&r); err != nil {
			t.Fatal(err)
		}
	}
	if err := decode.Decode(new(vegeta.Result)); err != io.EOF {
		t.Errorf("more than the requests: %v", err)
	}
	metrics.Close()
	if metrics.Requests != 144 || metrics.StatusCodes["504"] != 15 {
		t.Errorf("%d requests, %d × 504", metrics.Requests, metrics.StatusCodes["504"])
	}
	chart.Close()
	if _, err := chart.WriteTo(io.Discard); err != nil {
		t.Error(err)
	}
}

func TestRequestsWithoutStatus(t *testing.T) {
	m := record.Mode{Events: record.NewLog(
		record.Event{Kind: record.Request, Name: "a", At: 2e9, Outcome: record.ClientTimeout},
		record.Event{Kind: record.Request, Name: "a", At: 3e9, Seq: 1, Outcome: "503", Reason: record.BreakerOpen},
	)}
	var csv bytes.Buffer
	_, runs := incident.Recording("none")
	if err := report.Requests(&csv, m, runs[0].Spec, incident.Started); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{",0,2000000000,0,0,client timeout,,a,0,", ",503,3000000000,0,0,503 breaker open,,a,1,"} {
		if line := strings.Split(csv.String(), "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("line %d is %s, want %s in it", i, line, want)
		}
	}
}
