package schema_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"checkoutlab/scenarios"
)

// compiled is a schema ready to validate; compiling it holds it to its own draft.
func compiled(t testing.TB, text []byte) *validator.Schema {
	t.Helper()
	doc, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance is what an editor makes of a file.
func instance(t testing.TB, path string, text []byte) any {
	t.Helper()
	var read any
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.AllowDuplicateMapKey()).Decode(&read); err != nil && err != io.EOF {
		t.Fatalf("%s: %v", path, err)
	}
	asJSON, err := json.Marshal(read)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	doc, err := validator.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return doc
}

// example is the scenario with every part, of docs/scenario.md.
func example(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("../scenario.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	yaml, _, _ := strings.Cut(rest, "```\n")
	return []byte(yaml)
}

func files(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
	}
	all := map[string][]byte{}
	for _, path := range paths {
		if all[path], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestWhatIsReadIsValid: the schema takes every file that the reader takes, and what
// the lab itself writes.
func TestWhatIsReadIsValid(t *testing.T) {
	s := compiled(t, file(t, scenarioFile))
	check := func(name string, text []byte) {
		if err := s.Validate(instance(t, name, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, pattern := range []string{"../../scenarios/library/*.yaml", "../../scenarios/testdata/good/*.yaml", "../../internal/agree/scenarios/*.yaml"} {
		for path, text := range files(t, pattern) {
			check(path, text)
			f, err := scenarios.Read(path, text)
			if err != nil {
				t.Fatal(err)
			}
			check(path+" as run", scenarios.Marshal(f.AsRun()))
			check(path+" written", scenarios.Marshal(f.Spec()))
		}
	}
	check("docs/scenario.md", example(t))
}

// TestLibraryNamesItsSchema: an editor finds it from the first line of each file.
func TestLibraryNamesItsSchema(t *testing.T) {
	for path, text := range files(t, "../../scenarios/library/*.yaml") {
		line, _, _ := strings.Cut(string(text), "\n")
		name, ok := strings.CutPrefix(line, "# yaml-language-server: $schema=")
		if !ok {
			t.Errorf("%s begins with %q", path, line)
			continue
		}
		named, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(named, file(t, scenarioFile)) {
			t.Errorf("%s names %s, which is another schema", path, name)
		}
	}
}

// beyond are files whose fault no schema can tell: names that are not there, what is
// in order only beside other fields, and what is lost before an editor sees it.
var beyond = []string{
	"circle", "expect", "late-start", "long-drain", "long-duration", "mode-absent-part", "mode-cycle", "mode-from-unknown",
	"phases", "too-many-requests", "two-services", "undeclared-call", "unknown-call", "unknown-provider", "unknown-route", "unknown-service",
	"window-after-run", "window-past-run", "unknown-field-in-mode", "mode-set",
	"anchor", "control-character", "duplicate-key", "tag", "two-documents", "not-yaml",
}

// TestWhatIsNotReadIsNotValid: of the files that the reader refuses the schema
// refuses all whose fault it can see.
func TestWhatIsNotReadIsNotValid(t *testing.T) {
	s := compiled(t, file(t, scenarioFile))
	refused := 0
	for path, text := range files(t, "../../scenarios/testdata/bad/*.yaml") {
		name := strings.TrimSuffix(filepath.Base(path), ".yaml")
		if slices.Contains(beyond, name) {
			continue
		}
		if err := s.Validate(instance(t, path, text)); err == nil {
			t.Errorf("%s is valid", name)
		}
		refused++
	}
	if refused < 15 {
		t.Errorf("only %d files were held against the schema", refused)
	}
}

// TestTheReaderKnowsEveryChoice sets each text that is one of a few to each of them,
// and to another one, in the example that has every field.
func TestTheReaderKnowsEveryChoice(t *testing.T) {
	var root map[string]any
	if err := json.Unmarshal(file(t, scenarioFile), &root); err != nil {
		t.Fatal(err)
	}
	s := compiled(t, file(t, scenarioFile))
	tried := 0
	for _, at := range spots(root, instance(t, "example", example(t))) {
		choices, _ := at.schema["enum"].([]any) // no reference leads to one
		was := at.value()
		for _, choice := range append(choices, "nonsense") {
			if len(choices) == 0 {
				break
			}
			tried++
			at.set(choice)
			text, err := json.Marshal(at.root)
			if err != nil {
				t.Fatal(err)
			}
			_, err = scenarios.Read("x", text)
			unknown := err != nil && (strings.Contains(err.Error(), `"`+choice.(string)+`"`))
			if unknown != (choice == "nonsense") {
				t.Errorf("%s: %s: the reader says %v", at.path, choice, err)
			}
			if err := s.Validate(at.root); (err != nil) != (choice == "nonsense") {
				t.Errorf("%s: %s: the schema says %v", at.path, choice, err)
			}
		}
		at.set(was)
	}
	if tried < 30 {
		t.Errorf("only %d choices were tried", tried)
	}
}
