package sim_test

import (
	"maps"
	"runtime/debug"
	"testing"
)

// TestManyAnsweredAtOnce: a hundred thousand requests wait for the one worker and are
// done in the instant in which they get it. That must not take a stack for each.
func TestManyAnsweredAtOnce(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20))
	got := outcomes(t, `
name: crowd
duration: 100s
providers: {broken: {faults: [{kind: status, from: 0s, until: 200s, latency: 0s}]}}
services:
  shop:
    workers: 1
    queue: 100000
    routes: {POST /: {work: 100s}, GET /: {calls: [broken]}}
    dependencies: {broken: {breaker: {window: {count: 2}, minimum_calls: 1, open_for: 1m}}}
loads:
  long: {route: POST /, rate: 1/h, give_up: 200s}
  pages: {route: GET /, rate: 1000/s, start: 1ms, give_up: 200s}
`)
	want := map[string]int{"200": 1, "502 provider failed": 1, "503 breaker open": 99_998}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
