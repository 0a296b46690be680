package tree

import "reflect"

// Decode fills what dst points to from a tree. Dst's fields are named by yaml
// tags ("name", "name,omitempty", ",inline", "-"). What the tree does not
// mention keeps the value that dst has; a map's new element starts from its
// zero value, or from what its method Prefill leaves.
//
// A field of type *Node takes its part of the tree as it is.
//
// All problems are returned, with fields below the given path.
func Decode(n *Node, path string, dst any) Result {
	var d decoding
	d.value(n, reflect.ValueOf(dst).Elem(), path)
	return d.Result
}

// Result is what decoding found out.
type Result struct {
	Problems Problems
	// Unfilled has every field that could not be filled, so that a caller can
	// leave alone what follows from its absence.
	Unfilled []string
	// Zeros has every field to which a zero (but not an empty text) was written.
	Zeros []string
}

// Prefiller is a type whose fields do not start from zero. It is for fields to
// which an explicit zero means something other than the default.
type Prefiller interface{ Prefill() }

type decoding struct{ Result }

func (d *decoding) fail(n *Node, path, format string, args ...any) {
	d.Problems.Addf(n.At, path, format, args...)
	d.Unfilled = append(d.Unfilled, path)
}

// value decodes one node. Nothing ("key:" or null) leaves the value as it is.
func (d *decoding) value(n *Node, v reflect.Value, path string) {
	if n.Kind == Null {
		return
	}
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(n))
		return
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(fresh(v.Type().Elem()).Addr())
		}
		d.value(n, v.Elem(), path)
		return
	}
	if _, ok := v.Addr().Interface().(yamlUnmarshaler); ok {
		d.twoForms(n, v, path)
		return
	}
	if d.scalar(n, v, path) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v, path)
	case reflect.Map:
		d.dictionary(n, v, path)
	case reflect.Slice:
		d.list(n, v, path)
	default:
		panic("tree: cannot decode into " + v.Type().String())
	}
}

func (d *decoding) structure(n *Node, v reflect.Value, path string) {
	if n.Kind != Mapping {
		d.fail(n, path, "is %v; write a mapping with the fields %s", n.describe(), listed(names(fields(v.Type()))))
		return
	}
	known := fields(v.Type())
	for _, e := range n.Entries {
		f, ok := named(known, e.Key)
		if !ok {
			d.unknown(e, path, names(known))
			continue
		}
		d.value(e.Value, v.FieldByIndex(f.index), Join(path, e.Key))
	}
}

// unknown reports a field that does not exist. The field that was probably
// meant counts as unfilled: that it is missing too is no further news.
func (d *decoding) unknown(e Entry, path string, known []string) {
	d.Problems.Addf(e.At, Join(path, e.Key), "unknown field; %s", Suggest(e.Key, "fields", known))
	if near := Nearest(e.Key, known); near != "" {
		d.Unfilled = append(d.Unfilled, Join(path, near))
	}
}

func (d *decoding) dictionary(n *Node, v reflect.Value, path string) {
	if n.Kind != Mapping {
		d.fail(n, path, "is %v; write a mapping of names", n.describe())
		return
	}
	if len(n.Entries) == 0 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for _, e := range n.Entries {
		element := fresh(v.Type().Elem())
		d.value(e.Value, element, Join(path, e.Key))
		v.SetMapIndex(reflect.ValueOf(e.Key).Convert(v.Type().Key()), element)
	}
}

func (d *decoding) list(n *Node, v reflect.Value, path string) {
	if n.Kind != List {
		d.fail(n, path, "is %v; write a list, such as [a, b]", n.describe())
		return
	}
	if len(n.Items) == 0 {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, len(n.Items)))
	for i, item := range n.Items {
		element := fresh(v.Type().Elem())
		if item.Kind == Null {
			d.fail(item, Join(path, itoa(i)), "is empty; write a value or remove it")
		}
		d.value(item, element, Join(path, itoa(i)))
		v.Set(reflect.Append(v, element))
	}
}

func fresh(t reflect.Type) reflect.Value {
	v := reflect.New(t)
	if p, ok := v.Interface().(Prefiller); ok {
		p.Prefill()
	}
	return v.Elem()
}
