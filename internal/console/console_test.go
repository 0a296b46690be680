package console_test

import (
	"strings"
	"testing"

	"checkoutlab/internal/console"
)

var columns = []console.Column{
	{Head: "mode", Cells: []string{"none", "protected"}},
	{Head: "/health\np95", Cells: []string{"2.00 s", console.Paint(true, "0.5 ms", console.Green)}, Right: true},
}

func TestRuled(t *testing.T) {
	want := strings.Join([]string{
		"mode       /health",
		"               p95",
		"────────────────────",
		"none        2.00 s",
		"protected   \x1b[32m0.5 ms\x1b[0m",
		"",
	}, "\n")
	var got strings.Builder
	if err := console.Ruled(&got, columns); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
	if width := console.Width(columns); width != 20 {
		t.Errorf("it is said to be %d wide, and its rule is 20", width)
	}
}

func TestMarkdown(t *testing.T) {
	var got strings.Builder
	if err := console.Markdown(&got, columns[:1]); err != nil {
		t.Fatal(err)
	}
	if want := "| mode      |\n|:----------|\n| none      |\n| protected |\n"; got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
}

func TestPaint(t *testing.T) {
	for _, c := range []struct {
		wanted bool
		color  console.Color
		want   string
	}{{false, console.Red, "x"}, {true, console.None, "x"}, {true, console.Red, "\x1b[31mx\x1b[0m"}} {
		if got := console.Paint(c.wanted, "x", c.color); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
