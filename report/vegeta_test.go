package report_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
)

// theirs runs the real command, of the version that sends the load.
func theirs(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", append([]string{"tool", "-modfile=../internal/tools/go.mod", "vegeta"}, args...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("vegeta %s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// TestVegetaReadsAStoredRun has vegeta report and vegeta plot read requests.csv, and
// holds what they say to what was recorded. Percentiles are vegeta's estimates, and so
// held to the samples five ranks in a hundred to either side.
func TestVegetaReadsAStoredRun(t *testing.T) {
	t.Parallel()
	rec, runs := incident.Recording("none", "protected")
	dir := filepath.Join(t.TempDir(), "run")
	if err := report.Store(dir, rec, runs, report.Measure(rec, runs), nil); err != nil {
		t.Fatal(err)
	}
	for _, m := range rec.Modes {
		path := filepath.Join(dir, m.Name, report.RequestsFile)
		var got struct {
			Latencies struct {
				Total, Mean, Max, Min time.Duration
				P50                   time.Duration `json:"50th"`
				P95                   time.Duration `json:"95th"`
			}
			Requests int
			Success  float64
			Codes    map[string]int `json:"status_codes"`
			Errors   []string
		}
		if err := json.Unmarshal(theirs(t, "report", "-type=json", path), &got); err != nil {
			t.Fatal(err)
		}
		var waits []time.Duration
		var total time.Duration
		codes, succeeded := map[string]int{}, 0
		for e := range m.Events.All() {
			if e.Kind != record.Request {
				continue
			}
			waits = append(waits, e.Latency())
			total += e.Latency()
			code := e.Outcome
			if len(code) != 3 {
				code = "0"
			}
			if codes[code]++; code[0] == '2' {
				succeeded++
			}
		}
		slices.Sort(waits)
		at := func(percent int) time.Duration { return waits[min(len(waits)*percent/100, len(waits)-1)] }
		n := len(waits)
		if got.Requests != n || got.Success != float64(succeeded)/float64(n) {
			t.Errorf("%s: %d requests, success %v; want %d, %d of them", m.Name, got.Requests, got.Success, n, succeeded)
		}
		for code, count := range codes {
			if got.Codes[code] != count {
				t.Errorf("%s: %d of code %s, want %d", m.Name, got.Codes[code], code, count)
			}
		}
		l := got.Latencies
		if l.Total != total || l.Mean != total/time.Duration(n) || l.Min != waits[0] || l.Max != waits[n-1] {
			t.Errorf("%s: %+v; want %v in all, of %v to %v", m.Name, l, total, waits[0], waits[n-1])
		}
		if l.P50 < at(45) || l.P50 > at(55) || l.P95 < at(90) || l.P95 > at(100) {
			t.Errorf("%s: p50 %v, not of %v to %v; p95 %v, not of %v to %v", m.Name, l.P50, at(45), at(55), l.P95, at(90), at(100))
		}
		page := theirs(t, "plot", path)
		if !bytes.Contains(page, []byte("</html>")) || !bytes.Contains(page, []byte("checkout")) || !bytes.Contains(page, []byte("health")) {
			t.Errorf("%s: the plot has %d bytes, and not both loads", m.Name, len(page))
		}
	}
}
