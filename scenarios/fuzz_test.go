package scenarios

import (
	"os"
	"testing"
)

// FuzzRead checks that no input makes the reader panic, and that whatever it
// takes is written so that it reads to the same scenario, in every mode.
func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.yaml", "testdata/bad/*.yaml", "library/*.yaml"} {
		for _, path := range glob(f, pattern) {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Read("fuzz.yaml", text)
		if err != nil {
			return
		}
		again(t, file.Spec())
		stored := again(t, file.AsRun())
		for _, m := range file.Modes() {
			want, err := file.In(m.Name, nil)
			if err != nil {
				t.Fatalf("mode %s of a valid file: %v", m.Name, err)
			}
			got, err := stored.In(m.Name, nil)
			if err != nil {
				t.Fatalf("mode %s of the stored file: %v", m.Name, err)
			}
			equal(t, got, want)
			got.PhaseList()
			got.ValidateLive()
		}
	})
}
