package tree

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/token"
)

// Encode is the reverse of Decode: a tree that decodes to the same value. The
// keys of maps are in alphabetical order. It panics on a type that Decode does
// not know, and when a value's own marshalling fails.
func Encode(v any) *Node { return encode(reflect.ValueOf(v)) }

func encode(v reflect.Value) *Node {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return &Node{Kind: Null}
		}
		return encode(v.Elem())
	}
	if v.Type() == durationType {
		return NewText(FormatDuration(time.Duration(v.Int())))
	}
	switch m := v.Interface().(type) {
	case yamlMarshaler:
		other, err := m.MarshalYAML()
		if err != nil {
			panic(fmt.Errorf("tree: %v: %w", v.Type(), err))
		}
		return encode(reflect.ValueOf(other))
	case textMarshaler:
		text, err := m.MarshalText()
		if err != nil {
			panic(fmt.Errorf("tree: %v: %w", v.Type(), err))
		}
		return NewText(string(text))
	}
	return encodeKind(v)
}

func encodeKind(v reflect.Value) *Node {
	switch {
	case v.Kind() == reflect.Struct:
		m := &Node{Kind: Mapping}
		for _, f := range fields(v.Type()) {
			value := v.FieldByIndex(f.index)
			if value.IsZero() && (f.omitEmpty || value.Kind() == reflect.Pointer) {
				continue
			}
			m.Entries = append(m.Entries, Entry{Key: f.name, Value: encode(value)})
		}
		return m
	case v.Kind() == reflect.Map:
		m := &Node{Kind: Mapping}
		for _, key := range v.MapKeys() {
			m.Entries = append(m.Entries, Entry{Key: key.String(), Value: encode(v.MapIndex(key))})
		}
		slices.SortFunc(m.Entries, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
		return m
	case v.Kind() == reflect.Slice:
		list := &Node{Kind: List}
		for i := range v.Len() {
			list.Items = append(list.Items, encode(v.Index(i)))
		}
		return list
	case v.Kind() == reflect.String:
		s := v.String()
		return &Node{Kind: Scalar, Text: s, Quoted: token.IsNeedQuoted(s)}
	case v.CanInt():
		return NewText(strconv.FormatInt(v.Int(), 10))
	case v.CanUint():
		return NewText(strconv.FormatUint(v.Uint(), 10))
	case v.CanFloat():
		return NewText(strconv.FormatFloat(v.Float(), 'g', -1, 64))
	case v.Kind() == reflect.Bool:
		return NewText(strconv.FormatBool(v.Bool()))
	}
	panic("tree: cannot encode " + v.Type().String())
}
