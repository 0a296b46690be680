package tree

import (
	"reflect"
	"strconv"
	"strings"
)

// At returns the part of a value that a path leads to, or the smallest part
// around it that is written as a single value. It reports whether there is one;
// names with dots in them, which no valid document has, are not found.
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
	return at.Interface(), true
}

// Find returns the place of the field at a path, or of the innermost part of
// the path that the document has.
func Find(root *Node, path string) Place {
	at, n := root.At, root
	for segment := range strings.SplitSeq(path, ".") {
		if e := n.Entry(segment); e != nil {
			at, n = e.At, e.Value
			if n.Kind == Scalar {
				at = n.At
			}
			continue
		}
		i, err := strconv.Atoi(segment)
		if err != nil || n.Kind != List || i < 0 || i >= len(n.Items) {
			break
		}
		n = n.Items[i]
		at = n.At
	}
	return at
}
