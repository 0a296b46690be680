// Command lab reproduces the checkout incident: one slow dependency takes down
// a whole API, and what a timeout, a bulkhead and a circuit breaker do about it.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(lab(os.Args[1:], os.Stdout, os.Stderr))
}

// lab is the whole command; it returns the exit code.
func lab(args []string, stdout, stderr io.Writer) int {
	ctx, stop := interruptible(stderr)
	defer stop()
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err != nil && err.Error() != "" {
		fmt.Fprintln(stderr, "lab:", printable(err))
	}
	return exitCode(err)
}

// interruptible returns a context that the first interrupt ends: what runs
// stops, drains and writes what it has. The second ends the process at once.
func interruptible(stderr io.Writer) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup asks for a run that outlives its terminal
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		fmt.Fprintln(stderr, "lab: interrupted: draining; once more to quit at once")
		cancel()
		if _, ok := <-signals; ok {
			os.Exit(codeInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}
