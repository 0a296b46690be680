package report_test

import (
	"os/exec"
	"testing"

	"checkoutlab/report"
)

// TestShellWord: a word comes back out of a shell as it was.
func TestShellWord(t *testing.T) {
	for _, word := range []string{"", "none,protected", "checkout=40/s", `explanation="it's $HOME` + "\n" + `and \ more"`, "*", "~", "#x", "a b", "-n"} {
		out, err := exec.Command("sh", "-c", `printf '<%s>' `+report.ShellWord(word)).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := string(out), "<"+word+">"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
