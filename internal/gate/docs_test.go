package gate

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentedMeasures: the table of docs/scenario.md has every measure, with
// the words that stand here.
func TestDocumentedMeasures(t *testing.T) {
	text, err := os.ReadFile("../../docs/scenario.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(string(text), "\n")
	for _, d := range Definitions() {
		name := d.Name
		if d.Takes != None {
			name += "(" + string(d.Takes) + ")"
		}
		for _, prefix := range []string{"ok_", "service_"} {
			if strings.HasPrefix(d.Name, prefix) {
				name = prefix + "p95" // stands for all of them
			}
		}
		found := false
		for _, row := range rows {
			found = found || strings.HasPrefix(row, "|") && strings.Contains(row, "`"+name+"`") &&
				strings.Contains(row, string(d.Of[0])) && strings.HasSuffix(row, "| "+d.About+" |")
		}
		if !found {
			t.Errorf("docs/scenario.md: no row for `%s`: %s", name, d.About)
		}
	}
}
