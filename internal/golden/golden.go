// Package golden compares what a test got with a file that is kept beside it.
// "go test PACKAGE -update" writes the files anew; look at the difference before you
// commit it.
package golden

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating reports whether the files are being written anew.
func Updating() bool { return *update }

// File compares with the file of a path.
func File(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; go test with -update writes it anew; got\n%s", path, got)
	}
}

// Check compares with a file in testdata.
func Check(t *testing.T, name string, got []byte) {
	t.Helper()
	File(t, filepath.Join("testdata", name), got)
}

// Written compares what is written with a file in testdata.
func Written(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	Check(t, name, got.Bytes())
}
