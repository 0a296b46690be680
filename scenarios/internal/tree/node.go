// Package tree is the strict reading and writing of YAML that a scenario file
// needs: a document as a tree of nodes that know their place (Parse), a change
// of one field by its path (Set), a tree into Go values with every problem
// and not only the first (Decode), and back (Encode, Print).
//
// The YAML itself is read by goccy/go-yaml. Its own decoder stops at the first
// problem and takes a bare 500 for a duration, which is why decoding is here.
package tree

// Kind is what a node is.
type Kind int

// The kinds of nodes.
const (
	Null Kind = iota
	Scalar
	Mapping
	List
)

func (k Kind) String() string {
	return [...]string{"nothing", "a single value", "a mapping", "a list"}[k]
}

// Node is one value of a document. Nodes are not changed once made: a change
// makes new ones, so that trees may share their parts.
type Node struct {
	Kind Kind
	// At is the value itself for a scalar, otherwise the key it belongs to.
	At Place
	// Text is a scalar's text, whatever YAML would take it for.
	Text string
	// Quoted is set for a scalar that was, or must be, written in quotes.
	Quoted  bool
	Entries []Entry // of a mapping, in order, each key once
	Items   []*Node // of a list
}

// Entry is one key of a mapping and its value.
type Entry struct {
	Key   string
	At    Place
	Value *Node
}

func (n *Node) describe() string {
	if n.Kind == Scalar && len(n.Text) <= 20 {
		return n.Kind.String() + " (" + n.Text + ")"
	}
	return n.Kind.String()
}

// NewText returns a scalar.
func NewText(text string) *Node { return &Node{Kind: Scalar, Text: text} }

// Entry returns the entry with a key, or nil.
func (n *Node) Entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for i := range n.Entries {
		if n.Entries[i].Key == key {
			return &n.Entries[i]
		}
	}
	return nil
}

// Keys returns a mapping's keys in order.
func (n *Node) Keys() []string {
	keys := make([]string, len(n.Entries))
	for i, e := range n.Entries {
		keys[i] = e.Key
	}
	return keys
}

// With returns a mapping in which a key has the given value: in its old
// position, or last when it is new.
func (n *Node) With(e Entry) *Node {
	changed := *n
	changed.Kind = Mapping
	changed.Entries = append([]Entry(nil), n.Entries...)
	for i := range changed.Entries {
		if changed.Entries[i].Key == e.Key {
			changed.Entries[i] = e
			return &changed
		}
	}
	changed.Entries = append(changed.Entries, e)
	return &changed
}

// Without returns a mapping that lacks a key.
func (n *Node) Without(key string) *Node {
	changed := *n
	changed.Entries = nil
	for _, e := range n.Entries {
		if e.Key != key {
			changed.Entries = append(changed.Entries, e)
		}
	}
	return &changed
}

// Moved returns the tree with every place replaced: what was read from a piece
// of text stands where that text stands.
func (n *Node) Moved(at Place) *Node {
	moved := *n
	moved.At = at
	moved.Entries, moved.Items = nil, nil
	for _, e := range n.Entries {
		moved.Entries = append(moved.Entries, Entry{e.Key, at, e.Value.Moved(at)})
	}
	for _, item := range n.Items {
		moved.Items = append(moved.Items, item.Moved(at))
	}
	return &moved
}
