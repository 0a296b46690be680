package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lab": main})
}

// noRaceSleep keeps a command with the race detector in it from sleeping for a
// second when it ends, each time.
const noRaceSleep = "GORACE=atexit_sleep_ms=0"

// TestScripts runs testdata/script: the command as its users see it. Besides
// testscript's own commands the scripts have
//
//	exits CODE COMMAND ARG...       run it and compare its exit code
//	start [-tty] COMMAND ARG...     run it in the background, -tty on a terminal
//	until STREAM PATTERN [NAME...]  wait for a line of stdout or stderr, and keep
//	                                what its groups matched in these variables
//	interrupt                       send it SIGINT
//	freeze DURATION                 keep it from running for a while
//	ends CODE...                    wait for its end; its exit code must be one of these
//	request METHOD URL [BODY]       answer and header fields as standard output;
//	                                with $TOKEN as a bearer token if it is set
//
// the scenario short.yaml, and $ACTION, the script of the GitHub action.
func TestScripts(t *testing.T) {
	short, err := os.ReadFile("testdata/short.yaml")
	if err != nil {
		t.Fatal(err)
	}
	action, err := filepath.Abs("../../.github/action/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Values[inBackground{}] = new(process)
			env.Vars = append(env.Vars, noRaceSleep, "ACTION="+action)
			return os.WriteFile(filepath.Join(env.WorkDir, "short.yaml"), short, 0o644)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     exits,
			"start":     start,
			"until":     until,
			"interrupt": interrupt,
			"freeze":    freeze,
			"ends":      ends,
			"request":   request,
		},
	})
}

// attempts bounds how often a run is repeated that a busy machine made invalid.
const attempts = 10

// machine matches what makes a run invalid without any fault of the lab's.
var machine = regexp.MustCompile(`lab: the run is invalid.*(stalled|lagged|missed)`)

// exits repeats a run that is invalid because the machine was busy: what that
// leads to has a script of its own.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	want := code(ts, args[0])
	for attempt := 1; ; attempt++ {
		got := exitOf(ts, ts.Exec(args[1], args[2:]...))
		if got == codeInvalid && want != codeInvalid && attempt < attempts && machine.MatchString(ts.ReadFile("stderr")) {
			forget(ts, args)
			continue
		}
		if got != want {
			ts.Fatalf("exit code %d, want %d", got, want)
		}
		return
	}
}

// forget removes what a run has stored, so that it can be repeated.
func forget(ts *testscript.TestScript, args []string) {
	dir := "results"
	if i := slices.Index(args, "--out"); i >= 0 {
		dir = args[i+1]
	}
	ts.Check(os.RemoveAll(ts.MkAbs(dir)))
}

func code(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}

// exitOf is the exit code that a command's error tells of.
func exitOf(ts *testscript.TestScript, err error) int {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("running it: %v", err)
	}
	if exit != nil {
		return exit.ExitCode()
	}
	return 0
}
