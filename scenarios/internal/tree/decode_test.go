package tree

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// part has a field of every kind that Decode knows.
type part struct {
	Name  string           `yaml:"name"`
	Wait  time.Duration    `yaml:"wait,omitempty"`
	Count int              `yaml:"count"`
	Seed  uint64           `yaml:"seed,omitempty"`
	Ratio float64          `yaml:"ratio,omitempty"`
	On    bool             `yaml:"on,omitempty"`
	Tags  []string         `yaml:"tags,omitempty"`
	Named map[string]Inner `yaml:"named,omitempty"`
	Maybe *Inner           `yaml:"maybe,omitempty"`
	Size  size             `yaml:"size,omitempty"`
	Inner `yaml:",inline"`
	Other string `yaml:"-"`
	Plain int
}

type Inner struct {
	Depth int `yaml:"depth"`
}

// size is written "3" or {w: 3, h: 4}.
type size struct {
	W int `yaml:"w"`
	H int `yaml:"h"`
}

func (s *size) UnmarshalYAML(unmarshal func(any) error) error {
	if err := unmarshal(&s.W); err == nil {
		s.H = s.W
	} else {
		type plain size
		if err := unmarshal((*plain)(s)); err != nil {
			return err
		}
	}
	if s.W > 100 {
		return errors.New("wider than 100")
	}
	return nil
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"count: 10_000", ""},
		{"count: 1.5", `1:8: count: "1.5" is not a whole number`},
		{"count: 99999999999999999999", `1:8: count: "99999999999999999999" is not a whole number`},
		{"seed: -1", `1:7: seed: "-1" is not a whole number of 0 or more`},
		{"seed: 18446744073709551615", ""},
		{"ratio: 1.5", ""},
		{"ratio: .nan", `1:8: ratio: ".nan" is not a number`},
		{"ratio: 1e999", `1:8: ratio: "1e999" is not a number`},
		{"on: yes", `1:5: on: "yes" is neither true nor false`},
		{"on: true", ""},
		{"plain: 3", ""},
		{"depth: 3", ""},
		{"other: x", "1:1: other: unknown field; the fields here are name, wait, count, seed, ratio, on, tags, named, maybe, size, depth, plain"},
		{"tags: [a, ]", ""},
		{"tags: [a, ~]", "1:11: tags.1: is empty; write a value or remove it"},
		{"tags: a", "1:7: tags: is a single value (a); write a list, such as [a, b]"},
		{"named: [a]", "1:1: named: is a list; write a mapping of names"},
		{"named: {1: {depth: x}}", `1:20: named.1.depth: "x" is not a whole number`},
		{"named: {true: ~, null: {}}", ""},
		{"maybe: 3", "1:8: maybe: is a single value (3); write a mapping with the fields depth"},
		{"maybe: {}", ""},
		{"size: 3", ""},
		{"size: {w: 3, h: 4}", ""},
		{"size: x", `1:7: size: "x" is not a whole number`},
		{"size: {w: x}", `1:11: size.w: "x" is not a whole number`},
		{"size: {v: 3}", `1:8: size.v: unknown field; the fields here are w, h`},
		{"size: [1]", "1:1: size: is a list; write a mapping with the fields w, h"},
		{"size: 101", "1:7: size: wider than 100"},
		{"size: {w: 101}", "1:1: size: wider than 100"},
		{`name: "a\0b"`, `1:7: name: holds a control character ('\x00')`},
		{"<<: {count: 1}", "1:1: a merge key (<<) cannot be used here: write a plain name as key"},
		{"name: *a", "1:7: name: an alias (*) cannot be used here: write the value itself"},
		{"? [a]\n: b", "t:2:1: not YAML: found an invalid key for this map"},
		{"wait: 5", `1:7: wait: duration "5": no unit; write it as 500ms, 3s or 2m`},
	} {
		t.Run(c.text, func(t *testing.T) {
			n, problems := Parse("t", []byte(c.text))
			var p part
			if n != nil {
				problems = append(problems, Decode(n, "", &p).Problems...)
			}
			if got := strings.ReplaceAll(problems.Error(), "t:1:", "1:"); got != c.want {
				t.Fatalf("got  %s\nwant %s", got, c.want)
			}
			if c.want != "" {
				return
			}
			var again part
			Decode(Encode(p), "", &again)
			if !reflect.DeepEqual(again, p) {
				t.Errorf("%+v is encoded as %s", p, Flow(Encode(p)))
			}
		})
	}
}
