package scenarios

import (
	"errors"
	"strconv"
	"strings"

	"checkoutlab/internal/unit"
)

// Gate is a line that must hold of a run, such as
// "health{mode:protected,phase:slow}: p95 < 50ms". What it means is for package
// report to say; here it is text.
//
// In a file it may stand without quotes, although YAML then takes it for a key
// and a value:
//
//	expect:
//	  - health{mode:protected,phase:slow}: p95 < 50ms
//	  - checkout{mode:none}: share(200) >= 20%
//	    advisory: true
type Gate struct {
	Text string `yaml:"gate"`
	// Advisory gates are reported, but a run does not fail by them.
	Advisory bool `yaml:"advisory,omitempty"`
}

// UnmarshalYAML reads each of the forms a gate has in a file.
func (g *Gate) UnmarshalYAML(unmarshal func(any) error) error {
	if err := unmarshal(&g.Text); err == nil {
		return nil
	}
	var parts map[string]string
	if err := unmarshal(&parts); err != nil {
		return err
	}
	if advisory, ok := parts["advisory"]; ok {
		delete(parts, "advisory")
		if g.Advisory = advisory == "true"; !g.Advisory && advisory != "false" {
			return errors.New("advisory is true or false")
		}
	}
	if len(parts) != 1 {
		return errors.New("write one gate an item, with advisory: true below it if it must not fail the run")
	}
	for subject, condition := range parts {
		if g.Text = condition; subject != "gate" {
			g.Text = subject + ": " + condition
		}
	}
	return nil
}

// MarshalYAML writes a form that needs no guessing.
func (g Gate) MarshalYAML() (any, error) {
	if !g.Advisory {
		return g.Text, nil
	}
	type plain Gate
	return plain(g), nil
}

func (s Spec) validateExpect(ps *unit.Problems) {
	for i, g := range s.Expect {
		if g.Text == "" || strings.Contains(g.Text, "\n") {
			ps.Addf("expect."+strconv.Itoa(i), "is not a gate; write one line, such as health{phase:slow}: p95 < 50ms")
		}
	}
}
