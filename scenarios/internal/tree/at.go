package tree

import (
	"reflect"
	"strconv"
	"strings"
)

// At returns the part of a value that a path leads to, or the smallest part
// around it that is written as a single value. It reports whether there is one;
// names with dots in them, which no valid document has, are not found. Of a
// pointer it returns what that points to.
func At(v any, path string) (any, bool) {
	at := reflect.ValueOf(v)
	for segment := range strings.SplitSeq(path, ".") {
		switch at = reflect.Indirect(at); at.Kind() {
		case reflect.Map:
			at = at.MapIndex(reflect.ValueOf(segment))
		case reflect.Slice:
			i, err := strconv.Atoi(segment)
			if err != nil || i < 0 || i >= at.Len() {
				return nil, false
			}
			at = at.Index(i)
		case reflect.Struct:
			f, ok := named(fields(at.Type()), segment)
			if !ok {
				return at.Interface(), true
			}
			at = at.FieldByIndex(f.index)
		}
		if !at.IsValid() {
			return nil, false
		}
	}
	if at = reflect.Indirect(at); !at.IsValid() {
		return nil, false
	}
	return at.Interface(), true
}

// Find returns the place of the field at a path, or of the innermost part of
// the path that the document has. It finds names with dots in them too, so that
// they can be shown.
func Find(root *Node, path string) Place {
	at, n := root.At, root
	for path != "" {
		place, value, rest := n.step(path)
		if value == nil {
			break
		}
		at, n, path = place, value, rest
	}
	return at
}

// step follows the first part of a path, and returns the rest of it.
func (n *Node) step(path string) (at Place, value *Node, rest string) {
	for _, e := range n.Entries {
		if path != e.Key && !strings.HasPrefix(path, e.Key+".") {
			continue
		}
		at = e.At
		if e.Value.Kind == Scalar {
			at = e.Value.At
		}
		return at, e.Value, strings.TrimPrefix(path[len(e.Key):], ".")
	}
	first, rest, _ := strings.Cut(path, ".")
	i, err := strconv.Atoi(first)
	if err != nil || i < 0 || i >= len(n.Items) {
		return at, nil, rest
	}
	return n.Items[i].At, n.Items[i], rest
}
