package resilience_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain has the property tests draw more cases than rapid's 100, which miss rare
// orders of events. -rapid.checks asks for another number.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", "1000"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
