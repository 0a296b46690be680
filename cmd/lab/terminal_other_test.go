//go:build !linux

package main

import (
	"io"
	"os/exec"

	"github.com/rogpeppe/go-internal/testscript"
)

// onTerminal is for Linux only; scripts that need it begin with [!linux] skip.
func onTerminal(ts *testscript.TestScript, _ *exec.Cmd, _ io.Writer) (release func()) {
	ts.Fatalf("there is no terminal for scripts on this system")
	return nil
}

// freeze is for Linux only, too.
func freeze(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("a process is not stopped by scripts on this system")
}
