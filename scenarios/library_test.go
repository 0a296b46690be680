package scenarios

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/unit"
)

// maxQuestion leaves a terminal of 80 columns an indent.
const maxQuestion = 76

func TestLibrary(t *testing.T) {
	names := Names()
	for i, f := range Library() {
		s := f.Spec()
		if s.Name != names[i] {
			t.Errorf("%s.yaml is named %s", names[i], s.Name)
		}
		if s.Question == "" || s.Explanation == "" {
			t.Errorf("%s: without a question or an explanation", s.Name)
		}
		if n := len(s.Question); n > maxQuestion {
			t.Errorf("%s: the question has %d bytes, at most %d: lab list shows it in one line", s.Name, n, maxQuestion)
		}
		for _, m := range f.Modes() {
			if m.About == "" {
				t.Errorf("%s: mode %s does not say what it is about", s.Name, m.Name)
			}
			if chosen, err := f.Choose([]string{m.Name}, nil); err != nil || len(chosen.Spec().Expect) == 0 {
				t.Errorf("%s: nothing is expected of mode %s (%v)", s.Name, m.Name, err)
			}
		}
	}
}

// TestLibraryIsDescribed: docs/library.md has each scenario's question and command.
func TestLibraryIsDescribed(t *testing.T) {
	text, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(string(text)), " ")
	for _, f := range Library() {
		s := f.Spec()
		for _, want := range []string{"# " + s.Name + " ", "*" + s.Question + "*"} {
			if !strings.Contains(flat, want) {
				t.Errorf("docs/library.md has no %q", want)
			}
		}
	}
}

func TestFindUnknown(t *testing.T) {
	_, err := Find("chekout-incident")
	wantError(t, err, `scenarios: unknown scenario: "chekout-incident"; did you mean checkout-incident? "lab list" shows all of them`)
	if !errors.Is(err, ErrUnknown) {
		t.Error("does not wrap ErrUnknown")
	}
	for _, name := range []string{"", "zebra", "../spec", "checkout-incident.yaml/x"} {
		if _, err := Find(name); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestCheckoutIncident holds the file to the incident's parameters.
func TestCheckoutIncident(t *testing.T) {
	f, err := Find("checkout-incident")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range f.Modes() {
		names = append(names, m.Name)
	}
	if want := []string{"none", "timeout", "timeout-40", "protected", "protected-40"}; !slices.Equal(names, want) {
		t.Errorf("modes %v, want %v", names, want)
	}

	none := inMode(t, f, "none")
	if p := none.Services["checkout"].Dependencies["payment"]; p.Timeout != 0 || p.Bulkhead != nil || p.Breaker != nil {
		t.Errorf("none has policies: %+v", p)
	}
	if n := none.Services["checkout"].Workers; n != 16 {
		t.Errorf("%d workers", n)
	}
	checkout, health := none.Loads["checkout"], none.Loads["health"]
	if checkout.Count(none.Duration) != 120 || health.Count(none.Duration) != 24 || checkout.GiveUp != 3*time.Second || health.GiveUp != 2*time.Second {
		t.Errorf("loads: %+v", none.Loads)
	}
	if got, want := phasesText(none.PhaseList()), "before 0-0.5, slow 0.5-3.5, after 3.5-6"; got != want {
		t.Errorf("phases %s", got)
	}

	p := inMode(t, f, "protected-40")
	policies := p.Services["checkout"].Dependencies["payment"]
	breaker := *policies.Breaker
	if policies.Timeout != 500*ms || policies.Bulkhead.MaxConcurrent != 4 || policies.Bulkhead.Queue != 4 || policies.Bulkhead.MaxWait != 300*ms {
		t.Errorf("policies: %+v, bulkhead %+v", policies, policies.Bulkhead)
	}
	if breaker.Window.Count != 10 || breaker.MinimumCalls != 10 || breaker.FailureRate != unit.Percent(50) ||
		breaker.SlowCall != 400*ms || breaker.SlowRate != unit.Percent(50) || breaker.OpenFor != time.Second || breaker.Trials != 3 {
		t.Errorf("breaker: %+v", breaker)
	}
	if rate := p.Loads["checkout"].Rate.PerSecond(); rate != 40 {
		t.Errorf("%v checkouts a second", rate)
	}
}

func inMode(t *testing.T, f *File, mode string, settings ...Setting) Spec {
	t.Helper()
	s, err := f.In(mode, settings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
