//go:build !exact

package queueing_test

const full = false
