package tree

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// node converts what the parser read. The place is that of the key the value
// belongs to.
func (p *reading) node(n ast.Node, key Place, field string, depth int) *Node {
	null := &Node{Kind: Null, At: key}
	if depth > maxDepth {
		p.problems.Addf(key, field, "nested more than %d deep", maxDepth)
		return null
	}
	switch n := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return null
	case *ast.MappingNode:
		return p.mapping(n.Values, key, field, depth)
	case *ast.MappingValueNode:
		return p.mapping([]*ast.MappingValueNode{n}, key, field, depth)
	case *ast.SequenceNode:
		list := &Node{Kind: List, At: key}
		for i, item := range n.Values {
			at := key
			if item != nil {
				at = p.start(item)
			}
			list.Items = append(list.Items, p.node(item, at, Join(field, itoa(i)), depth+1))
		}
		return list
	case *ast.LiteralNode:
		return &Node{Kind: Scalar, At: p.place(n.GetToken()), Text: n.Value.Value, Quoted: true}
	case *ast.StringNode:
		t := n.GetToken()
		quoted := t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
		return &Node{Kind: Scalar, At: p.place(t), Text: n.Value, Quoted: quoted}
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return &Node{Kind: Scalar, At: p.place(n.GetToken()), Text: n.GetToken().Value}
	}
	p.problems.Addf(p.place(n.GetToken()), field, "%s: write the value itself", notHere(n))
	return null
}

// start is where a list's item begins: a mapping's own token is the colon
// after its first key.
func (p *reading) start(n ast.Node) Place {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return p.place(n.Values[0].Key.GetToken())
		}
	case *ast.MappingValueNode:
		return p.place(n.Key.GetToken())
	}
	return p.place(n.GetToken())
}

func (p *reading) mapping(values []*ast.MappingValueNode, key Place, field string, depth int) *Node {
	m := &Node{Kind: Mapping, At: key}
	for _, v := range values {
		at := p.place(v.Key.GetToken())
		name, ok := keyText(v.Key)
		path := Join(field, name)
		if !ok {
			p.problems.Addf(at, field, "%s: write a plain name as key", notHere(v.Key))
			continue
		}
		if first := m.Entry(name); first != nil {
			p.problems.Addf(at, path, "stands here twice, first in line %d: remove one", first.At.Line)
			continue
		}
		m.Entries = append(m.Entries, Entry{name, at, p.node(v.Value, at, path, depth+1)})
	}
	return m
}

func keyText(key ast.MapKeyNode) (string, bool) {
	switch k := key.(type) {
	case *ast.StringNode:
		return k.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return k.GetToken().Value, true
	}
	return "", false
}

func notHere(n ast.Node) string {
	switch n.Type() {
	case ast.AnchorType:
		return "an anchor (&) cannot be used here"
	case ast.AliasType:
		return "an alias (*) cannot be used here"
	case ast.TagType:
		return "a tag (!) cannot be used here"
	case ast.MergeKeyType:
		return "a merge key (<<) cannot be used here"
	}
	return "this kind of YAML (" + n.Type().String() + ") cannot be used here"
}
