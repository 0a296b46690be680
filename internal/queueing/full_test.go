//go:build exact

package queueing_test

// full asks for the intervals of the full width: make exact.
const full = true
