package tree

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Set returns a document in which the field at a dotted path has a value. The
// document describes a value of type t, which is how unknown fields are told
// from absent ones. Numbers in the path index lists. The names of maps must
// exist: a slip in a name must not add a provider that nobody calls.
//
// It fails on a path that does not exist, with the nearest name, and on a field
// of a part that is optional and absent: there is no breaker whose waiting time
// could be set.
func Set(root *Node, t reflect.Type, path string, at Place, value *Node) (*Node, error) {
	return set(root, t, "", strings.Split(path, "."), at, value)
}

// set is at the value n of type t, which stands at the path done, and has the
// segments todo below it still to go.
func set(n *Node, t reflect.Type, done string, todo []string, at Place, value *Node) (*Node, error) {
	if len(todo) == 0 {
		return value, nil
	}
	optional := t.Kind() == reflect.Pointer
	if optional {
		t = t.Elem()
	}
	if n == nil || n.Kind == Null {
		if optional {
			return nil, fmt.Errorf("there is no %s to change; set %s itself to a mapping", done, done)
		}
		n = &Node{Kind: Mapping, At: at}
	}
	if n.Kind == Scalar && t.Kind() == reflect.Struct {
		return nil, fmt.Errorf("%s is the single value %s here; set it as a whole", done, n.Text)
	}
	switch {
	case t.Kind() == reflect.Struct && n.Kind == Mapping:
		return setField(n, t, done, todo, at, value)
	case t.Kind() == reflect.Map && n.Kind == Mapping:
		return setElement(n, t, done, todo, at, value)
	case t.Kind() == reflect.Slice && n.Kind != Scalar:
		return setItem(n, t, done, todo, at, value)
	}
	return nil, fmt.Errorf("%s has no fields below it", done)
}

func setField(n *Node, t reflect.Type, done string, todo []string, at Place, value *Node) (*Node, error) {
	f, ok := named(fields(t), todo[0])
	if !ok {
		return nil, fmt.Errorf("unknown field %s; %s", Join(done, todo[0]), Suggest(todo[0], "fields", names(fields(t))))
	}
	return setEntry(n, f.typ, done, todo, at, value)
}

func setElement(n *Node, t reflect.Type, done string, todo []string, at Place, value *Node) (*Node, error) {
	if n.Entry(todo[0]) == nil {
		return nil, fmt.Errorf("there is no %s in %s; %s", todo[0], done, Suggest(todo[0], "names", n.Keys()))
	}
	return setEntry(n, t.Elem(), done, todo, at, value)
}

func setEntry(n *Node, t reflect.Type, done string, todo []string, at Place, value *Node) (*Node, error) {
	e := Entry{Key: todo[0], At: at}
	var old *Node
	if was := n.Entry(todo[0]); was != nil {
		e, old = *was, was.Value
	}
	changed, err := set(old, t, Join(done, todo[0]), todo[1:], at, value)
	if err != nil {
		return nil, err
	}
	e.Value = changed
	if len(todo) == 1 {
		e.At = at
	}
	return n.With(e), nil
}

func setItem(n *Node, t reflect.Type, done string, todo []string, at Place, value *Node) (*Node, error) {
	i, err := strconv.Atoi(todo[0])
	if err != nil {
		return nil, fmt.Errorf("%s is a list; write a number, from 0, in place of %s", done, todo[0])
	}
	if i < 0 || i >= len(n.Items) {
		return nil, fmt.Errorf("%s has %d items, counted from 0; there is no %d", done, len(n.Items), i)
	}
	changed, err := set(n.Items[i], t.Elem(), Join(done, todo[0]), todo[1:], at, value)
	if err != nil {
		return nil, err
	}
	list := *n
	list.Items = append([]*Node(nil), n.Items...)
	list.Items[i] = changed
	return &list, nil
}
