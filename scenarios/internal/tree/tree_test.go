package tree

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	known := []string{"latency", "from", "until", "share", "on_cancel"}
	for name, want := range map[string]string{
		"latncy": "latency", "Latency": "latency", "form": "from", "untill": "until", "shares": "share",
		"cancel": "", "x": "", "": "", "entirely-different": "", strings.Repeat("latency", 1000): "",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("Nearest(%.20q) = %q, want %q", name, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		text string
		want time.Duration
		out  string
	}{
		{"500ms", 500 * time.Millisecond, "500ms"},
		{" 3s ", 3 * time.Second, "3s"},
		{"2m", 2 * time.Minute, "2m"},
		{"120s", 2 * time.Minute, "2m"},
		{"1h", time.Hour, "1h"},
		{"1h30m", 90 * time.Minute, "1h30m"},
		{"1h0m5s", time.Hour + 5*time.Second, "1h0m5s"},
		{"10m10s", 610 * time.Second, "10m10s"},
		{"0s", 0, "0s"},
	} {
		got, err := ParseDuration(c.text)
		if err != nil || got != c.want {
			t.Errorf("ParseDuration(%q) = %v, %v", c.text, got, err)
		}
		if out := FormatDuration(got); out != c.out {
			t.Errorf("FormatDuration(%v) = %q, want %q", got, out, c.out)
		}
	}
	for _, text := range []string{"", "0", "500", "-1s", "3 s", "1d", "s", "1e3s", "99999999999h"} {
		if d, err := ParseDuration(text); err == nil {
			t.Errorf("ParseDuration(%q) = %v, want an error", text, d)
		}
	}
}

// TestPrint checks that any tree is read as it was printed, at length and in
// one line.
func TestPrint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawNode(t, 3)
		root := (&Node{Kind: Mapping}).With(Entry{Key: "top", Value: n})
		for _, text := range []string{string(Print(root)), Flow(root)} {
			got, problems := Parse("printed", []byte(text))
			if len(problems) > 0 {
				t.Fatalf("%v\n%s", problems, text)
			}
			if a, b := shape(got), shape(root); a != b {
				t.Fatalf("read as %s\nwant    %s\n%s", a, b, text)
			}
		}
	})
}

func drawNode(t *rapid.T, depth int) *Node {
	text := rapid.OneOf(
		rapid.StringMatching(`[a-z0-9/_.%+ ,:#?!'"&*{}\[\]|>@~-]{0,12}`),
		rapid.StringMatching(`[a-z]{1,5}(\n {0,3}[a-z:#-]{0,5}){0,4}`),
		rapid.SampledFrom([]string{"null", "~", "true", "16", "0x1f", "1e3", ".inf", "<<", "=", "10_000", "2026-01-01", "- a", "a: b", "é\t\u2028ü"}),
	)
	kind := Scalar
	if depth > 0 {
		kind = rapid.SampledFrom([]Kind{Null, Scalar, Mapping, List}).Draw(t, "kind")
	}
	switch n := (&Node{Kind: kind}); kind {
	case Scalar:
		n.Text, n.Quoted = text.Draw(t, "text"), true
		return n
	case Mapping:
		for range rapid.IntRange(0, 3).Draw(t, "entries") {
			n = n.With(Entry{Key: text.Draw(t, "key"), Value: drawNode(t, depth-1)})
		}
		return n
	case List:
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			n.Items = append(n.Items, drawNode(t, depth-1))
		}
		return n
	default:
		return n
	}
}

// shape is a tree without its places.
func shape(n *Node) string {
	switch n.Kind {
	case Mapping:
		var b strings.Builder
		for _, e := range n.Entries {
			fmt.Fprintf(&b, "%q: %s, ", e.Key, shape(e.Value))
		}
		return "{" + b.String() + "}"
	case List:
		var b strings.Builder
		for _, item := range n.Items {
			b.WriteString(shape(item) + ", ")
		}
		return "[" + b.String() + "]"
	case Null:
		return "null"
	}
	return fmt.Sprintf("%q", n.Text)
}

func TestByteOrderMark(t *testing.T) {
	root, problems := Parse("f.yaml", []byte("\ufeffname: a\nnames: b\n"))
	if len(problems) > 0 || len(root.Entries) != 2 || root.Entries[0].Key != "name" {
		t.Errorf("%+v, %v", root, problems)
	}
}
