package tree

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Bounds of a document. No scenario comes near them.
const (
	MaxBytes  = 1 << 20
	maxDepth  = 24
	maxTokens = 20_000 // the parser takes time with the square of them
)

// byteOrderMark is what some editors put in front of a text in UTF-8.
var byteOrderMark = []byte("\ufeff")

// Parse reads one YAML document. Anchors, aliases, tags, merge keys, directives
// and further documents are refused: a scenario is read by people, and a mode
// says better what an alias would. An empty document is an empty mapping; the
// root is nil when the text is not YAML at all, and otherwise what could be read.
func Parse(name string, src []byte) (root *Node, problems Problems) {
	p := &reading{name: name}
	// The parser is somebody else's, and the file is the user's: whatever it
	// does on strange input must come out as a problem.
	defer func() {
		if r := recover(); r != nil {
			p.problems.Addf(Place{name, 1, 1}, "", "cannot be read as YAML: %v", r)
			root, problems = nil, p.problems
		}
	}()
	top := Place{name, 1, 1}
	body := p.document(src)
	switch {
	case len(p.problems) > 0:
		return nil, p.problems
	case body == nil:
		return &Node{Kind: Mapping, At: top}, nil
	}
	return p.node(body, top, "", 0), p.problems
}

type reading struct {
	name     string
	problems Problems
}

// document returns the body of the only document, or nil.
func (p *reading) document(src []byte) ast.Node {
	top := Place{p.name, 1, 1}
	if len(src) > MaxBytes {
		p.problems.Addf(top, "", "larger than %d KiB: a scenario is a short text", MaxBytes>>10)
		return nil
	}
	if at := notText(src); at >= 0 {
		why := "not a text in UTF-8"
		if r, size := utf8.DecodeRune(src[at:]); r != utf8.RuneError || size > 1 {
			why = fmt.Sprintf("a control character (%q) stands here: remove it", r)
		}
		p.problems.Addf(p.at(src, at), "", "%s", why)
		return nil
	}
	tokens := lexer.Tokenize(string(bytes.TrimPrefix(src, byteOrderMark)))
	if t, why := beyond(tokens); t != nil {
		p.problems.Addf(p.place(t), "", "%s", why)
		return nil
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		p.syntax(err)
		return nil
	}
	var body ast.Node
	for _, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.CommentType {
			continue
		}
		if body != nil {
			p.problems.Addf(p.place(doc.Body.GetToken()), "", "a second document: write one scenario a file")
			break
		}
		body = doc.Body
	}
	return body
}

func (p *reading) syntax(err error) {
	var located yaml.Error
	if errors.As(err, &located) {
		p.problems.Addf(p.place(located.GetToken()), "", "not YAML: %s", located.GetMessage())
		return
	}
	p.problems.Addf(Place{p.name, 1, 1}, "", "not YAML: %v", err)
}

func (p *reading) place(t *token.Token) Place {
	if t == nil || t.Position == nil {
		return Place{p.name, 1, 1}
	}
	return Place{p.name, max(1, t.Position.Line), max(1, t.Position.Column)}
}

func (p *reading) at(src []byte, offset int) Place {
	line := bytes.Count(src[:offset], []byte("\n"))
	return Place{p.name, line + 1, offset - bytes.LastIndexByte(src[:offset], '\n')}
}

// notText returns the offset of the first byte that no text has, or -1.
func notText(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 || control(r) {
			return i
		}
		i += size
	}
	return -1
}

func control(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r >= 0x7f && r < 0xa0
}

// beyond returns the token at which a document passes a bound, and which. It
// looks before the parser does, whose recursion follows the nesting and would
// exhaust the stack on a megabyte of brackets.
func beyond(tokens token.Tokens) (*token.Token, string) {
	flow, line, onLine, count := 0, 0, 0, 0
	for _, t := range tokens {
		if t.Position != nil && t.Position.Line != line {
			line, onLine = t.Position.Line, 0
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType, token.MappingKeyType, token.TagType, token.AnchorType:
			onLine++
		}
		if t.Type != token.CommentType {
			count++
		}
		if flow > maxDepth || onLine > maxDepth {
			return t, fmt.Sprintf("nested more than %d deep", maxDepth)
		}
		if count > maxTokens {
			return t, fmt.Sprintf("more than %d words and signs: a scenario is a short text", maxTokens)
		}
	}
	return nil, ""
}
