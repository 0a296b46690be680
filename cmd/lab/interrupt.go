package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// drains has an interrupt end the context of what a command does, so that it ends in
// good order. The other commands have nothing to drain: the signal itself ends them.
func drains(do func(cmd *cobra.Command, args []string) error) func(cmd *cobra.Command, args []string) error {
	return func(cmd *cobra.Command, args []string) error {
		ctx, stop := interruptible(cmd.Context(), cmd.ErrOrStderr())
		defer stop()
		cmd.SetContext(ctx)
		return do(cmd, args)
	}
}

// interruptible returns a context that the first interrupt ends: what runs
// stops, drains and writes what it has. The second ends the process at once.
func interruptible(ctx context.Context, stderr io.Writer) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
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
