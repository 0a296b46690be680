package arch

import (
	"go/ast"
	"slices"
	"testing"
)

const (
	maxFileLines = 300 // past that a file has two subjects
	maxFuncLines = 60  // past that a function does not fit a screen
)

func TestLengths(t *testing.T) {
	for _, s := range sources(t) {
		if s.lines > maxFileLines && !s.test {
			t.Errorf("%s has %d lines, at most %d: split it along a seam", s.path, s.lines, maxFileLines)
		}
		for _, decl := range s.ast.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || s.test {
				continue
			}
			if n := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1; n > maxFuncLines {
				t.Errorf("%s: %s has %d lines, at most %d", s.path, f.Name.Name, n, maxFuncLines)
			}
		}
	}
}

// clockRooms may read the wall clock or wait on it. Everywhere else time is an
// argument, so that a run in virtual time goes through the same code.
var clockRooms = []string{"resilience/guard", "provider", "api", "internal/live", "internal/loopback", "internal/run", "internal/workshop", "cmd/lab"}

var clockCalls = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

func TestWallClock(t *testing.T) {
	for _, s := range sources(t) {
		if _, room := floorOf(s.pkg); s.test || slices.Contains(clockRooms, room) {
			continue
		}
		for name, line := range s.calls("time") {
			if slices.Contains(clockCalls, name) {
				t.Errorf("%s:%d: time.%s: here time is an argument", s.path, line, name)
			}
		}
	}
}

// TestNoSleepingTests: a sleep in a test is either too short, and fails on a
// slow machine, or too long. In a synctest bubble it is virtual and exact.
func TestNoSleepingTests(t *testing.T) {
	for _, s := range sources(t) {
		line, sleeps := s.calls("time")["Sleep"]
		if s.test && sleeps && !slices.Contains(s.imports(), "testing/synctest") {
			t.Errorf("%s:%d: time.Sleep outside a synctest bubble", s.path, line)
		}
	}
}
