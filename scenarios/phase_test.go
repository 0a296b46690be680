package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"checkoutlab/provider/fault"
)

func TestPhaseList(t *testing.T) {
	type windows []fault.Window
	w := func(kind string, from, until int) fault.Window {
		return fault.Window{Kind: fault.Kind(kind), From: time.Duration(from) * time.Second, Until: time.Duration(until) * time.Second}
	}
	for _, c := range []struct {
		name string
		a, b windows // of two providers
		want string  // for a run of 10 s
	}{
		{"no faults", nil, nil, "whole 0-10"},
		{"one", windows{w("slow", 2, 5)}, nil, "before 0-2, slow 2-5, after 5-10"},
		{"from the start", windows{w("slow", 0, 5)}, nil, "slow 0-5, after 5-10"},
		{"to the end", windows{w("slow", 5, 10)}, nil, "before 0-5, slow 5-10"},
		{"all the time", windows{w("slow", 0, 10)}, nil, "slow 0-10"},
		{"into the drain", windows{w("slow", 5, 12)}, nil, "before 0-5, slow 5-10"},
		{"in the drain only", windows{w("slow", 11, 12)}, nil, "whole 0-10"},
		{"twice", windows{w("slow", 1, 2), w("slow", 3, 4)}, nil, "before 0-1, slow 1-2, between 2-3, slow-2 3-4, after 4-10"},
		{"three times", windows{w("slow", 1, 2), w("status", 3, 4), w("slow", 5, 6)}, nil,
			"before 0-1, slow 1-2, between 2-3, status 3-4, between-2 4-5, slow-2 5-6, after 6-10"},
		{"one after the other", windows{w("slow", 1, 2), w("status", 2, 3)}, nil, "before 0-1, slow 1-2, status 2-3, after 3-10"},
		{"at once", windows{w("status", 1, 3)}, windows{w("slow", 1, 3)}, "before 0-1, slow+status 1-3, after 3-10"},
		{"overlapping", windows{w("slow", 1, 3)}, windows{w("status", 2, 4)},
			"before 0-1, slow 1-2, slow+status 2-3, status 3-4, after 4-10"},
		{"of one kind, overlapping", windows{w("slow", 1, 3)}, windows{w("slow", 2, 4)},
			"before 0-1, slow 1-2, slow-2 2-3, slow-3 3-4, after 4-10"},
	} {
		s := Spec{Duration: 10 * time.Second, Providers: map[string]fault.Config{"a": {Faults: c.a}, "b": {Faults: c.b}}}
		if got := phasesText(s.PhaseList()); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestNamedPhases(t *testing.T) {
	f, err := ReadFile("testdata/good/phases.yaml")
	if err != nil {
		t.Fatal(err)
	}
	phases := f.Spec().PhaseList()
	if got, want := phasesText(phases), "warm-up 0-2, measured 2-9"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func phasesText(phases []Phase) string {
	parts := make([]string, len(phases))
	for i, p := range phases {
		parts[i] = fmt.Sprintf("%s %g-%g", p.Name, p.From.Seconds(), p.Until.Seconds())
	}
	return strings.Join(parts, ", ")
}
