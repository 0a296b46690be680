package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"checkoutlab/internal/sim"
)

// The exit codes, as the manual lists them.
const (
	codeOK          = 0
	codeFailed      = 1   // a gate does not hold, or could not be evaluated
	codeUsage       = 2   // usage or scenario error: nothing was run
	codeInvalid     = 3   // the run's figures are not to be trusted
	codeEnvironment = 4   // a port is taken, a file cannot be written
	codeInterrupted = 130 // partial results were written
)

// exitError is an error with the exit code that it leads to. With a nil err
// everything has been said already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// environment marks an error that comes from the machine, not from the user.
func environment(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sim.ErrEndless) { // a fault of the scenario, though it shows late
		return usage(err)
	}
	return &exitError{codeEnvironment, err}
}

// usage marks an error that the user can put right.
func usage(err error) error { return &exitError{codeUsage, err} }

// usagef says what the user can put right.
func usagef(format string, args ...any) error {
	return usage(fmt.Errorf(format, args...))
}

// unreadable gives the error of reading a stored run its exit code: the machine's if
// a file that is there cannot be read, the user's otherwise.
func unreadable(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && !errors.Is(err, fs.ErrNotExist) {
		return environment(err)
	}
	return usage(err)
}

// printable is an error's text without what would tell a terminal what to do. It may
// name what stands in a file, and files come from anywhere.
func printable(err error) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, err.Error())
}

// takes are how many arguments a command takes.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if n := len(args); n < least || n > most {
			given := "no argument is"
			if n == 1 {
				given = "1 argument is"
			} else if n > 1 {
				given = fmt.Sprintf("%d arguments are", n)
			}
			return usagef("%s given; write it as %s", given, cmd.UseLine())
		}
		return nil
	}
}

// exitCode is the code that an error of a command leads to. An error without
// one is cobra's, and so about the command line.
func exitCode(err error) int {
	var e *exitError
	switch {
	case err == nil:
		return codeOK
	case errors.As(err, &e):
		return e.code
	default:
		return codeUsage
	}
}
