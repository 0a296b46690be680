package compare_test

import (
	"strings"
	"testing"

	"checkoutlab/internal/compare"
)

// TestHostileNames: a folder may be called anything, and is no more than a name in
// what people read.
func TestHostileNames(t *testing.T) {
	const name = "a\n## b\r\x1b[31m<script>[c](http://d)|`&"
	spec := lottery(t)
	base := simulate(t, spec, 1, 1)
	r := sets(t, config, store(t, "base", spec, base), store(t, "new", spec, base))
	r.Base.Name, r.New.Name = name, name
	r.Warnings, r.Differences = []string{name}, []string{name}
	var table, markdown strings.Builder
	if err := (compare.TextConfig{}).Table(&table, r); err != nil {
		t.Fatal(err)
	}
	if err := compare.Markdown(&markdown, r); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\n## b", "\r", "\x1b"} {
		if strings.Contains(table.String(), bad) {
			t.Errorf("the table has %q:\n%s", bad, table.String())
		}
	}
	for _, bad := range []string{"\n## b", "\r", "\x1b", "<script>", "[c](", ")|"} {
		if strings.Contains(markdown.String(), bad) {
			t.Errorf("the Markdown has %q:\n%s", bad, markdown.String())
		}
	}
}
