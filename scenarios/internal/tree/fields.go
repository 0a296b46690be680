package tree

import (
	"encoding"
	"reflect"
	"strconv"
	"strings"
	"time"
)

func itoa(i int) string { return strconv.Itoa(i) }

var (
	durationType = reflect.TypeFor[time.Duration]()
	nodeType     = reflect.TypeFor[*Node]()
)

// yamlUnmarshaler and yamlMarshaler are the two methods by which a type that
// has two forms (a single value or a mapping) says so, without knowing of YAML.
type (
	yamlUnmarshaler interface {
		UnmarshalYAML(unmarshal func(any) error) error
	}
	yamlMarshaler interface {
		MarshalYAML() (any, error)
	}
	textUnmarshaler = encoding.TextUnmarshaler
	textMarshaler   = encoding.TextMarshaler
)

// field is one field of a struct as a document names it.
type field struct {
	name      string
	typ       reflect.Type
	index     []int
	omitEmpty bool
}

// fields lists a struct's fields in order, those of inlined structs included.
func fields(t reflect.Type) []field {
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if strings.Contains(options, "inline") {
			for _, inner := range fields(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				all = append(all, inner)
			}
			continue
		}
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		all = append(all, field{name, f.Type, []int{i}, strings.Contains(options, "omitempty")})
	}
	return all
}

func named(fs []field, name string) (field, bool) {
	for _, f := range fs {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

func names(fs []field) []string {
	all := make([]string, len(fs))
	for i, f := range fs {
		all[i] = f.name
	}
	return all
}

// TypeOf returns the type of a struct's field or a map's elements. It panics
// for a field that does not exist.
func TypeOf(t reflect.Type, key string) reflect.Type {
	if t.Kind() == reflect.Map {
		return t.Elem()
	}
	f, ok := named(fields(t), key)
	if !ok {
		panic("tree: " + t.String() + " has no field " + key)
	}
	return f.typ
}
