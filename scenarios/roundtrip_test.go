package scenarios

import (
	"reflect"
	"testing"
)

// TestRoundTrip writes every good file and reads it again.
func TestRoundTrip(t *testing.T) {
	files := Library()
	for _, path := range fixtures(t, "good") {
		f, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	for _, f := range files {
		t.Run(f.Spec().Name, func(t *testing.T) {
			again(t, f.Spec())
			stored := again(t, f.AsRun())
			for _, m := range f.Modes() {
				want, err := f.In(m.Name, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, err := stored.In(m.Name, nil)
				if err != nil {
					t.Fatalf("stored, mode %s: %v", m.Name, err)
				}
				equal(t, got, want)
			}
		})
	}
}

// again checks that a scenario is read as it was written.
func again(t testing.TB, s Spec) *File {
	t.Helper()
	text := Marshal(s)
	f, err := Read("again.yaml", text)
	if err != nil {
		t.Fatalf("reading what was written: %v\n%s", err, text)
	}
	equal(t, f.Spec(), s)
	return f
}

func equal(t testing.TB, got, want Spec) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s\n%+v\n%+v", Marshal(got), Marshal(want), got, want)
	}
}
