//go:build race

package queueing_test

const raced = true
