package swarm

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"checkoutlab/scenarios"
)

// planted is a fault that a scenario has when a service both drops requests and has
// a bulkhead.
func planted(text []byte, seed uint64) error {
	if _, err := read(text, seed); err != nil {
		return err
	}
	if bytes.Contains(text, []byte("abandoned: drop")) && bytes.Contains(text, []byte("bulkhead")) {
		return failf("nothing was planted", "here it was")
	}
	return nil
}

func TestShrinkLeavesWhatTheFaultNeeds(t *testing.T) {
	seed := uint64(0)
	for planted(Scenario(seed), seed) == nil {
		seed++
	}
	text := Shrink(Scenario(seed), seed, planted)
	if err := planted(text, seed); err == nil {
		t.Fatalf("what is left no longer fails:\n%s", text)
	}
	for _, cut := range cuts(text) {
		if ruleOf(planted(print(cut), seed)) == "nothing was planted" {
			t.Errorf("it could be cut to\n%s", print(cut))
		}
	}
	for _, gone := range []string{"faults", "phases", "breaker", "timeout", "question", "keeper"} {
		if strings.Contains(string(text), gone) {
			t.Errorf("%s is left:\n%s", gone, text)
		}
	}
}

// TestShrinkKeepsToTheRule: a cut that fails in another way is another fault.
func TestShrinkKeepsToTheRule(t *testing.T) {
	check := func(text []byte, seed uint64) error {
		file, err := scenarios.Read("swarm.yaml", text)
		switch {
		case err != nil:
			return failf(ruleReads, "%v", err)
		case len(file.Spec().Loads) > 1:
			return failf("there is one load", "%d", len(file.Spec().Loads))
		default:
			return failf("there is no load", "one")
		}
	}
	seed := uint64(0)
	for ruleOf(check(Scenario(seed), seed)) != "there is one load" {
		seed++
	}
	text := Shrink(Scenario(seed), seed, check)
	file, err := scenarios.Read("swarm.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(file.Spec().Loads); n != 2 {
		t.Errorf("%d loads are left, want 2", n)
	}
}

func TestWhatCannotBeReadIsNotShrunk(t *testing.T) {
	text := []byte("name: nonsense\n")
	if got := Shrink(text, 1, CheckText); !bytes.Equal(got, text) {
		t.Errorf("it became %s", got)
	}
	var f *Failure
	if err := CheckText(text, 1); !errors.As(err, &f) || f.Rule != ruleReads {
		t.Errorf("the check says %v", err)
	}
}
