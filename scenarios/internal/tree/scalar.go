package tree

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// scalar decodes into a value that is written as a single text, and reports
// whether v is one.
func (d *decoding) scalar(n *Node, v reflect.Value, path string) bool {
	var read func(text string) error
	text, isText := v.Addr().Interface().(textUnmarshaler)
	switch {
	case v.Type() == durationType:
		read = func(s string) (err error) {
			var t time.Duration
			t, err = ParseDuration(s)
			v.SetInt(int64(t))
			return err
		}
	case isText:
		read = func(s string) error { return canonical(text, s) }
	case v.Kind() == reflect.String:
		read = func(s string) error { return setString(v, s) }
	case v.CanInt():
		read = func(s string) error { return setInt(v, s) }
	case v.CanUint():
		read = func(s string) error { return setUint(v, s) }
	case v.CanFloat():
		read = func(s string) error { return setFloat(v, s) }
	case v.Kind() == reflect.Bool:
		read = func(s string) error { return setBool(v, s) }
	default:
		return false
	}
	if n.Kind != Scalar {
		d.fail(n, path, "is %v; write a single value", n.Kind)
	} else if err := read(n.Text); err != nil {
		d.fail(n, path, "%v", err)
	} else if v.IsZero() && v.Kind() != reflect.String {
		d.Zeros = append(d.Zeros, path)
	}
	return true
}

// twoForms decodes a type that tries one form after the other. When none fits,
// the problems shown are those of the form that was written: a bad duration is
// a bad duration, not a missing mapping.
func (d *decoding) twoForms(n *Node, v reflect.Value, path string) {
	var scalar, composite Problems
	fits := false
	err := v.Addr().Interface().(yamlUnmarshaler).UnmarshalYAML(func(dst any) error {
		target := reflect.ValueOf(dst).Elem()
		try := decoding{}
		try.value(n, target, path)
		if len(try.Problems) == 0 {
			fits = true
			return nil
		}
		if k := target.Kind(); k == reflect.Struct || k == reflect.Map || k == reflect.Slice {
			composite = append(composite, try.Problems...)
		} else {
			scalar = append(scalar, try.Problems...)
		}
		return try.Problems
	})
	if err == nil {
		// Only the type knows whether the zero of one form is its own zero.
		if v.IsZero() {
			d.Zeros = append(d.Zeros, path)
		}
		return
	}
	found := scalar
	if n.Kind != Scalar && len(composite) > 0 || len(scalar) == 0 {
		found = composite
	}
	if fits || len(found) == 0 {
		// The form is right; what it says is not.
		d.fail(n, path, "%v", err)
		return
	}
	d.Problems = append(d.Problems, found...)
	for _, p := range found {
		d.Unfilled = append(d.Unfilled, p.Field)
	}
}

// maxRate is one event a nanosecond. A rate above it has no distinct instants,
// and its text may not fit a number.
const maxRate = 1_000_000_000

// canonical reads a text and what that writes again, so that two spellings of
// one value (4/250ms, 16/s) give the same value.
func canonical(v textUnmarshaler, s string) error {
	if err := v.UnmarshalText([]byte(strings.TrimSpace(s))); err != nil {
		return err
	}
	if r, ok := v.(*unit.Rate); ok && r.PerSecond() > maxRate {
		return fmt.Errorf("rate %q: more than %d/s", s, int64(maxRate))
	}
	written, ok := v.(textMarshaler)
	if !ok {
		return nil
	}
	again, err := written.MarshalText()
	if err == nil {
		err = v.UnmarshalText(again)
	}
	if err != nil {
		return fmt.Errorf("%q is out of range", s)
	}
	return nil
}

func setString(v reflect.Value, s string) error {
	s = strings.TrimSpace(s)
	if i := notText([]byte(s)); i >= 0 {
		return fmt.Errorf("holds a control character (%q)", s[i])
	}
	v.SetString(s)
	return nil
}

func setInt(v reflect.Value, s string) error {
	i, err := strconv.ParseInt(digits(s), 10, v.Type().Bits())
	if err != nil {
		return fmt.Errorf("%q is not a whole number", s)
	}
	v.SetInt(i)
	return nil
}

func setUint(v reflect.Value, s string) error {
	i, err := strconv.ParseUint(digits(s), 10, v.Type().Bits())
	if err != nil {
		return fmt.Errorf("%q is not a whole number of 0 or more", s)
	}
	v.SetUint(i)
	return nil
}

// digits drops the underscores that group the digits of 10_000.
func digits(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "_", "") }

func setFloat(v reflect.Value, s string) error {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), v.Type().Bits())
	if err != nil || f != f || f-f != 0 {
		return fmt.Errorf("%q is not a number", s)
	}
	v.SetFloat(f)
	return nil
}

func setBool(v reflect.Value, s string) error {
	if s != "true" && s != "false" {
		return fmt.Errorf("%q is neither true nor false", s)
	}
	v.SetBool(s == "true")
	return nil
}
