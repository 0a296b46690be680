package scenarios

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentedScenario reads the example of docs/scenario.md.
func TestDocumentedScenario(t *testing.T) {
	text, err := os.ReadFile("../docs/scenario.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	example, _, found := strings.Cut(rest, "```\n")
	if !found {
		t.Fatal("docs/scenario.md has no example")
	}
	f, err := Read("docs/scenario.md", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	careful, err := f.In("careful", nil)
	if err != nil {
		t.Fatal(err)
	}
	lazy, err := f.In("lazy", nil)
	if err != nil {
		t.Fatal(err)
	}
	with, without := careful.Services["checkout"].Dependencies["payment"], lazy.Services["checkout"].Dependencies["payment"]
	if with.Breaker == nil || with.Timeout == 0 || without.Breaker != nil || without.Timeout != 0 {
		t.Errorf("careful %+v, lazy %+v", with, without)
	}
}
