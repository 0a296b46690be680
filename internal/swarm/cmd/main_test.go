package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"checkoutlab/internal/swarm"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"swarm":   main,
		"planted": func() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, planted)) },
	})
}

// planted finds fault with every service that drops requests and has a bulkhead.
func planted(text []byte, seed uint64) error {
	if err := swarm.CheckText(text, seed); err != nil {
		return err
	}
	if bytes.Contains(text, []byte("abandoned: drop")) && bytes.Contains(text, []byte("bulkhead")) {
		return &swarm.Failure{Rule: "nothing was planted", Detail: "here it was"}
	}
	return nil
}

// TestScripts runs testdata/script. planted is the command with a fault to find, lab
// the one whose use it prints.
func TestScripts(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "lab"), "checkoutlab/cmd/lab")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Vars = append(env.Vars, "GORACE=atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"repeat": repeat},
	})
}
