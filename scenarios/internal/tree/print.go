package tree

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// Print writes a tree as a YAML document that Parse reads to the same tree.
func Print(n *Node) []byte {
	var b strings.Builder
	block(&b, n, "")
	return []byte(strings.TrimPrefix(b.String(), "\n"))
}

// Flow writes a tree in one line, as a value can be given to --set.
func Flow(n *Node) string {
	switch n.Kind {
	case Mapping:
		parts := make([]string, len(n.Entries))
		for i, e := range n.Entries {
			parts[i] = scalarText(plainText, e.Key, false) + ": " + Flow(e.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case List:
		parts := make([]string, len(n.Items))
		for i, item := range n.Items {
			parts[i] = Flow(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Null:
		return "null"
	}
	return scalarText(plainText, n.Text, n.Quoted)
}

// block writes a value behind its key: in the same line, or below it.
func block(b *strings.Builder, n *Node, indent string) {
	switch {
	case n.Kind == Mapping && len(n.Entries) > 0:
		for _, e := range n.Entries {
			b.WriteString("\n" + indent + scalarText(plainText, e.Key, false) + ":")
			block(b, e.Value, indent+"  ")
		}
	case n.Kind == List && len(n.Items) > 0 && (!flat(n) || len(Flow(n)) > maxFlow):
		for _, item := range n.Items {
			var inner strings.Builder
			block(&inner, item, indent+"  ")
			b.WriteString("\n" + indent + "- " + strings.TrimLeft(inner.String(), " \n"))
		}
	case n.Kind == Scalar && literal(n.Text):
		b.WriteString(" |-")
		for line := range strings.SplitSeq(n.Text, "\n") {
			b.WriteString("\n" + strings.TrimRight(indent+line, " "))
		}
	case n.Kind == Scalar:
		b.WriteString(" " + scalarText(plainLine, n.Text, n.Quoted))
	default:
		b.WriteString(" " + Flow(n))
	}
	if indent == "" {
		b.WriteString("\n")
	}
}

// maxFlow is how long a list may be, in bytes, to stand in one line.
const maxFlow = 80

// flat reports whether a list holds single values only.
func flat(n *Node) bool {
	for _, item := range n.Items {
		if item.Kind != Scalar || literal(item.Text) {
			return false
		}
	}
	return true
}

var (
	// plainText needs no quotes in any place of a document.
	plainText = regexp.MustCompile(`^[A-Za-z0-9/_]([A-Za-z0-9/_.%+ -]*[A-Za-z0-9/_.%+])?$`)
	// plainLine needs none when it has the rest of a line to itself.
	plainLine = regexp.MustCompile(`^[A-Za-z0-9/_]([A-Za-z0-9/_.%+ ,;?!'()-]*[A-Za-z0-9/_.%+?!)])?$`)
	// plainLines can stand in a literal block as they are.
	plainLines = regexp.MustCompile(`^[^\s][^\r\t\x{85}\x{2028}\x{2029}\x{feff}]*[^\s]$`)
)

func literal(text string) bool {
	return strings.Contains(text, "\n") && plainLines.MatchString(text) && !strings.Contains(text, " \n")
}

// scalarText writes a text as it is when it has the plain form, or in quotes.
func scalarText(plain *regexp.Regexp, text string, quoted bool) string {
	if plain.MatchString(text) && (!quoted || !token.IsNeedQuoted(text)) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case control(r) || r == '\r' || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}
