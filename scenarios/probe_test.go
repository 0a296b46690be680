package scenarios

import (
	"slices"
	"testing"
	"time"
)

// TestLiveness: a service that is probed every 100 ms.
func TestLiveness(t *testing.T) {
	const pass, fail, late = "200", "503", "client timeout"
	for _, c := range []struct {
		what    string
		probe   Probe
		answers []string
		want    []int // the probes that end with a restart
	}{
		{"three in a row", Probe{Failures: 3}, []string{fail, late, "refused"}, []int{2}},
		{"a success between", Probe{Failures: 3}, []string{fail, fail, pass, fail, fail, "301", fail}, nil},
		{"told once for each time", Probe{Failures: 2}, []string{fail, fail, fail, fail, pass, fail, fail}, []int{1, 6}},
		{"the first", Probe{Failures: 1}, []string{pass, fail}, []int{1}},
		{"not while it starts", Probe{Failures: 2, Restart: true, Startup: 250 * ms},
			[]string{fail, fail, fail, fail, fail, fail}, []int{1, 5}},
	} {
		l := Liveness{Probe: c.probe}
		var got []int
		for i, outcome := range c.answers {
			sent := time.Duration(i) * 100 * ms
			if l.Answered(sent+10*ms, sent, outcome) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: restarts after %v, want %v", c.what, got, c.want)
		}
	}
}

// TestLivenessForgets: an answer to what was asked before the restart says nothing
// about the service that runs now.
func TestLivenessForgets(t *testing.T) {
	l := Liveness{Probe: Probe{Failures: 1, Restart: true, Startup: time.Second}}
	for _, c := range []struct {
		now, sent time.Duration
		want      bool
	}{
		{2000 * ms, 0, true}, {2100 * ms, 100 * ms, false}, {2900 * ms, 2500 * ms, false}, {3500 * ms, 3000 * ms, true},
	} {
		if got := l.Answered(c.now, c.sent, "503"); got != c.want {
			t.Errorf("at %v, sent at %v: %t, want %t", c.now, c.sent, got, c.want)
		}
	}
}
