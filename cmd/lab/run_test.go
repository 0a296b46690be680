package main

import (
	"context"
	"io"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// TestReserveUnused: labs that begin in the same second have folders of their own,
// however they meet.
func TestReserveUnused(t *testing.T) {
	const rounds, labs = 50, 8
	for range rounds {
		dir := filepath.Join(t.TempDir(), "sim-1-20260101T000000")
		paths := make([]string, labs)
		var group sync.WaitGroup
		begin := make(chan struct{})
		for i := range labs {
			group.Go(func() {
				<-begin
				path, err := reserveUnused(dir)
				if err != nil {
					t.Error(err)
				}
				paths[i] = path
			})
		}
		close(begin)
		group.Wait()
		seen := map[string]bool{}
		for _, path := range paths {
			if seen[path] {
				t.Fatalf("%s was reserved twice", path)
			}
			seen[path] = true
		}
	}
}

// TestEachRunOfASeriesBeginsWithAnotherMode, so that none is always the last.
func TestEachRunOfASeriesBeginsWithAnotherMode(t *testing.T) {
	f := runFlags{seed: 5}
	for i, want := range []int{0, 1, 2, 0} {
		runs := make([]scenarios.Run, 3)
		runs[0].Seed = f.seed + uint64(i)
		if got := f.first(runs); got != want {
			t.Errorf("run %d begins with mode %d, want %d", i, got, want)
		}
	}
}

// TestSerialRunsModesInTurn: side by side they take as long as one, in turn as long as
// all of them.
func TestSerialRunsModesInTurn(t *testing.T) {
	file, err := scenarios.ReadFile("testdata/short.yaml")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := modeRuns(file, 1)
	if err != nil {
		t.Fatal(err)
	}
	asleep := func(context.Context, scenarios.Run, record.Recorder) error {
		time.Sleep(time.Second)
		return nil
	}
	for serial, want := range map[bool]time.Duration{false: time.Second, true: 2 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			f := runFlags{seed: 1, serial: serial, quiet: true}
			began := time.Now()
			if _, _, err := f.execute(t.Context(), io.Discard, experiment{by: executor{name: "live", run: asleep}}, runs); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("serial %t: %s, want %s", serial, took, want)
			}
		})
	}
}
