// Command lab reproduces the checkout incident: one slow dependency takes down
// a whole API, and what a timeout, a bulkhead and a circuit breaker do about it.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(lab(os.Args[1:], os.Stdout, os.Stderr))
}

// lab is the whole command; it returns the exit code.
func lab(args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	if err != nil && err.Error() != "" {
		fmt.Fprintln(stderr, "lab:", printable(err))
	}
	return exitCode(err)
}
