package scenarios

import (
	"slices"
	"strings"
	"testing"
)

const expecting = `name: gates
duration: 1s
services: {shop: {routes: {GET /: {}}}}
loads:
  pages: {route: GET /, rate: 10/s, give_up: 1s}
expect:
`

func TestExpect(t *testing.T) {
	f, err := Read("gates.yaml", []byte(expecting+`
  - pages{phase:slow,mode:none}: p95 < 50ms
  - "pages: count(504) <= 17"
  - pages: share(200) >= 99.9%
    advisory: true
  - {gate: "pages: p50 < 5ms", advisory: true}
  - {gate: "pages: max < 1s", advisory: false}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Gate{
		{"pages{phase:slow,mode:none}: p95 < 50ms", false},
		{"pages: count(504) <= 17", false},
		{"pages: share(200) >= 99.9%", true},
		{"pages: p50 < 5ms", true},
		{"pages: max < 1s", false},
	}
	if got := f.Spec().Expect; !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	again(t, f.Spec())
}

func TestBadExpect(t *testing.T) {
	for gate, want := range map[string]string{
		`""`:                            "expect.0: is not a gate; write one line, such as health{phase:slow}: p95 < 50ms",
		`"a\nb"`:                        "expect.0: is not a gate; write one line, such as health{phase:slow}: p95 < 50ms",
		`{a: b, c: d}`:                  "expect.0: write one gate an item, with advisory: true below it if it must not fail the run",
		`{advisory: true}`:              "expect.0: write one gate an item, with advisory: true below it if it must not fail the run",
		`{gate: "a: b", advisory: yes}`: "expect.0: advisory is true or false",
		`[a]`:                           "expect.0: is a list; write a mapping of names",
		``:                              "expect.0: is empty; write a value or remove it",
	} {
		err := readError("gates.yaml", []byte(expecting+"  - "+gate+"\n"))
		if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\nwant …%s", gate, err, want)
		}
	}
}
