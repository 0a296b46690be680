package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"

	"checkoutlab/docs/schema"
	"checkoutlab/internal/golden"
)

// sources are the packages whose types the schemas describe, and whose comments they
// take for descriptions.
var sources = []string{"report", "scenarios", "provider/fault", "resilience", "internal/unit"}

// generator reflects types whose fields have names in a tag.
type generator struct {
	jsonschema.Reflector
	root *jsonschema.Schema
}

func newGenerator(t *testing.T, tag string, of any) *generator {
	t.Helper()
	g := &generator{Reflector: jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, FieldNameTag: tag}}
	g.Namer = func(t reflect.Type) string { return titles[t.String()] }
	g.Mapper = mapped
	t.Chdir("../..") // comments are found by the paths of packages
	for _, pkg := range sources {
		if err := g.AddGoComments("checkoutlab", pkg); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("docs/schema")
	for name, text := range g.CommentMap {
		g.CommentMap[name] = prose(text)
	}
	g.nameFields(reflect.TypeOf(of), tag)
	g.root = g.Reflect(of)
	return g
}

// prose unwraps the lines of a comment, and gives the bounds that it names by their
// constants as figures.
func prose(text string) string {
	text = strings.NewReplacer(constants...).Replace(text)
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if !strings.HasPrefix(paragraph, "\t") {
			paragraph = strings.ReplaceAll(paragraph, "\n", " ")
		}
		out = append(out, paragraph)
	}
	return strings.Join(out, "\n\n")
}

var constants = []string{
	"MaxLiveDuration", "30m", "MaxDuration", "24h", "MaxWorkers", "10000", "MaxQueue", "1000000",
	"DefaultWorkers", "16", "DefaultQueue", "10000", "MaxWindow", "24h", "MaxLatency", "24h",
}

// nameFields has the comments of a struct name its fields as a file does.
func (g *generator) nameFields(t reflect.Type, tag string) {
	done := map[reflect.Type]bool{}
	var visit func(t reflect.Type)
	visit = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || done[t] || !strings.HasPrefix(t.PkgPath(), "checkoutlab/") {
			return
		}
		done[t] = true
		own := t.PkgPath() + "." + t.Name()
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get(tag), ",")
			if name != "" {
				word := regexp.MustCompile(`\b` + t.Field(i).Name + `\b`)
				for k := range t.NumField() {
					key := own + "." + t.Field(k).Name
					g.CommentMap[key] = word.ReplaceAllString(g.CommentMap[key], name)
				}
			}
			visit(t.Field(i).Type)
		}
	}
	visit(t)
}

// property finds one of a definition, or of the root where that is "".
func (g *generator) property(t *testing.T, definition, name string) *jsonschema.Schema {
	t.Helper()
	of := g.root
	if definition != "" {
		of = g.root.Definitions[definition]
	}
	if of == nil {
		t.Fatalf("there is no definition %s", definition)
	}
	p, ok := of.Properties.Get(name)
	if !ok {
		t.Fatalf("%s has no property %s", definition, name)
	}
	return p
}

// text is the schema as it is published.
func (g *generator) text(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(g.root); err != nil {
		t.Fatal(err)
	}
	// The library escapes for HTML, which nobody wants to read.
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(b.String())
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(plain), "", "  "); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	scenarioFile = "scenario.schema.json"
	summaryFile  = "summary.schema.json"
)

func file(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestEmbedded: the command prints what is published.
func TestEmbedded(t *testing.T) {
	if golden.Updating() {
		t.Skip("this binary was built before the schemas were generated")
	}
	if !bytes.Equal(schema.Scenario, file(t, scenarioFile)) || !bytes.Equal(schema.Summary, file(t, summaryFile)) {
		t.Error("what is embedded is not what the files hold")
	}
}

func number(n int64) json.Number { return json.Number(fmt.Sprint(n)) }

// sortedKeys makes draws repeatable.
func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
