package queueing_test

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"testing"
	"text/tabwriter"
)

// line is a value as it came out, for the table of docs/exactness.md.
type line struct {
	what     string
	exact    float64
	got      interval
	requests float64
}

var (
	reporting sync.Mutex
	lines     []line
)

// report puts a value into the table. Requests are those that its interval took, 0 if
// there is no chance in it or there were few.
func report(what string, exact float64, got interval, requests float64) {
	reporting.Lock()
	defer reporting.Unlock()
	lines = append(lines, line{what, exact, got, requests})
}

// TestMain prints the table, if it is asked for.
func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if full || testing.Verbose() {
		out := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', 0)
		fmt.Fprintln(out, "| value\t| exact\t| simulated, 99 %\t| width\t| million requests\t|\n| :--\t| --:\t| :--\t| --:\t| --:\t|")
		for _, l := range lines {
			fmt.Fprintf(out, "| %s\t| %.6g\t| %v\t| %s\t| %s\t|\n", l.what, l.exact, l.got,
				unless(l.got.half == 0, "%.2f %%", 100*l.got.width(l.exact)), unless(l.requests == 0, "%.3g", l.requests/1e6))
		}
		out.Flush()
	}
	os.Exit(code)
}

// unless leaves a cell empty where there is nothing to say.
func unless(nothing bool, format string, value float64) string {
	if nothing {
		return ""
	}
	return fmt.Sprintf(format, value)
}
