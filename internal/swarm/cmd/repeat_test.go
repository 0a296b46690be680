package main

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

var printed = regexp.MustCompile(`(?m)^  run it:   go run ./cmd/(lab run (\S+) --sim --seed \d+)\n  check it: go run ./internal/swarm/cmd -file \S+ -first \d+\n  digest:   ([0-9a-f]{64})$`)

// repeat takes the first report on standard output at its word: it runs the lab as it
// says and compares the digest of what happened.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	m := printed.FindStringSubmatch(ts.ReadFile("stdout"))
	if neg || len(args) > 0 || m == nil {
		ts.Fatalf("no report on standard output")
	}
	words := strings.Fields(m[1])
	ts.Check(ts.Exec(words[0], append(words[1:], "--format", "json", "--out", "run")...))
	var summary struct{ Digest string }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &summary))
	if summary.Digest != m[3] {
		ts.Fatalf("%s gives another run, %s", m[1], summary.Digest)
	}
	ts.Setenv("FILE", m[2])
}
