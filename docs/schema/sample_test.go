package schema_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"checkoutlab/scenarios"
)

// spot is one value of a document and the schema that it is held to.
type spot struct {
	root   any
	path   string
	schema map[string]any
	value  func() any
	set    func(any)
}

// spots walks a document along its schema. Of several forms it follows the first that
// has what the document has.
func spots(root map[string]any, doc any) (all []spot) {
	definitions := root["definitions"].(map[string]any)
	var walk func(path string, s map[string]any, v any)
	enter := func(path string, s map[string]any, value func() any, set func(any)) {
		all = append(all, spot{doc, path, s, value, set})
		walk(path, resolve(definitions, s, value()), value())
	}
	walk = func(path string, s map[string]any, v any) {
		switch v := v.(type) {
		case map[string]any:
			properties, _ := s["properties"].(map[string]any)
			for _, key := range sortedKeys(v) {
				inner, ok := properties[key].(map[string]any)
				if !ok {
					inner, ok = s["additionalProperties"].(map[string]any)
				}
				if ok {
					enter(path+"."+key, inner, func() any { return v[key] }, func(x any) { v[key] = x })
				}
			}
		case []any:
			// One of several that must differ cannot be changed alone.
			if items, ok := s["items"].(map[string]any); ok && s["uniqueItems"] == nil {
				for i := range v {
					enter(path+"."+strconv.Itoa(i), items, func() any { return v[i] }, func(x any) { v[i] = x })
				}
			}
		}
	}
	walk("", root, doc)
	return all
}

// resolve follows references, and takes of several forms the one for a value.
func resolve(definitions, s map[string]any, v any) map[string]any {
	if name, ok := s["$ref"].(string); ok {
		return resolve(definitions, definitions[strings.TrimPrefix(name, "#/definitions/")].(map[string]any), v)
	}
	forms, _ := s["anyOf"].([]any)
	for _, form := range forms {
		form := resolve(definitions, form.(map[string]any), v)
		_, object := v.(map[string]any)
		if (form["type"] == "object") == object {
			return form
		}
	}
	return s
}

// sampled are values of the forms that have a definition: any text of their pattern
// would be out of range more often than not.
var sampled = map[string][]any{
	"Duration": {"0s", "1ms", "250ms", "1.5s", "1m30s", "2s"},
	"Share":    {"0%", "0.5%", "12.3456%", "100%"},
	"Rate":     {"1/s", "2.5/s", "240/min", "4/250ms"},
	"Gate":     {"health: p95 < 50ms", map[string]any{"gate": "health: p95 < 50ms", "advisory": true}},
}

// sample draws a value that a schema takes.
func sample(t *rapid.T, definitions, s map[string]any, depth int) any {
	draw := func(values []any) any { return rapid.SampledFrom(values).Draw(t, "value") }
	list := func(key string) []any { l, _ := s[key].([]any); return l }
	if name, ok := s["$ref"].(string); ok {
		name = strings.TrimPrefix(name, "#/definitions/")
		if known := sampled[name]; known != nil {
			return draw(known)
		}
		return sample(t, definitions, definitions[name].(map[string]any), depth)
	}
	if all := list("allOf"); len(all) > 0 { // a definition, and a pattern that it must have too
		pattern := regexp.MustCompile(all[1].(map[string]any)["pattern"].(string))
		var fit []any
		for _, v := range sampled[strings.TrimPrefix(all[0].(map[string]any)["$ref"].(string), "#/definitions/")] {
			if pattern.MatchString(v.(string)) {
				fit = append(fit, v)
			}
		}
		return draw(fit)
	}
	if forms := list("anyOf"); len(forms) > 0 {
		return sample(t, definitions, draw(forms).(map[string]any), depth)
	}
	if choices := list("enum"); len(choices) > 0 {
		return draw(choices)
	}
	if one, ok := s["const"]; ok {
		return one
	}
	bound := func(key string, otherwise float64) float64 {
		if n, ok := s[key].(float64); ok {
			return n
		}
		return otherwise
	}
	switch s["type"] {
	case "string":
		if pattern, ok := s["pattern"].(string); ok {
			return rapid.StringMatching(pattern).Draw(t, "text")
		}
		return rapid.StringMatching(`[a-z ]{1,20}`).Draw(t, "prose")
	case "integer":
		return rapid.IntRange(int(bound("minimum", 0)), int(bound("maximum", 9))).Draw(t, "whole")
	case "number":
		return rapid.Float64Range(bound("minimum", 0), bound("maximum", 9)).Draw(t, "number")
	case "boolean":
		return rapid.Bool().Draw(t, "bool")
	case "array":
		return []any{sample(t, definitions, s["items"].(map[string]any), depth+1)}
	}
	return sampleObject(t, definitions, s, depth)
}

func sampleObject(t *rapid.T, definitions, s map[string]any, depth int) any {
	v := map[string]any{}
	needed := map[string]bool{}
	required, _ := s["required"].([]any)
	for _, key := range required {
		needed[key.(string)] = true
	}
	properties, _ := s["properties"].(map[string]any)
	for _, key := range sortedKeys(properties) {
		if needed[key] || depth < 2 && rapid.IntRange(0, 4).Draw(t, "present") == 0 {
			v[key] = sample(t, definitions, properties[key].(map[string]any), depth+1)
		}
	}
	least, _ := s["minProperties"].(float64)
	if inner, ok := s["additionalProperties"].(map[string]any); ok && least > 0 && len(properties) == 0 {
		keys := s["propertyNames"].(map[string]any)
		v[sample(t, definitions, keys, depth).(string)] = sample(t, definitions, inner, depth+1)
	}
	return v
}

// unreadable are the words of the reader about what has the wrong form, as against a
// name that is not there or a field that does not go with another.
var unreadable = regexp.MustCompile(`unknown field|is not a (whole )?number|neither true nor false|no unit|write a percentage|at most four decimals|no unit of time|is a single value|: is a (list|mapping);|is not a name|is not a route|is not known|is unknown|is not a policy|is not a fault|control character`)

// unnamed is what the reader says of a name that nothing has.
var unnamed = regexp.MustCompile(`there (is|are) no |has no route`)

// TestTheReaderTakesWhatIsValid changes one value of the example at a time to another
// that the schema takes. The reader may find that it does not go with the rest, but
// never that it is of the wrong form; mostly it finds nothing.
func TestTheReaderTakesWhatIsValid(t *testing.T) {
	var root map[string]any
	if err := json.Unmarshal(file(t, scenarioFile), &root); err != nil {
		t.Fatal(err)
	}
	definitions := root["definitions"].(map[string]any)
	s := compiled(t, file(t, scenarioFile))
	text := example(t)
	taken, tried := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		all := spots(root, instance(t, "example", text))
		seed := rapid.Uint64().Draw(rt, "seed") // a range would favour the first
		at := all[rand.New(rand.NewPCG(seed, 0)).IntN(len(all))]
		at.set(sample(rt, definitions, at.schema, 0))
		if err := s.Validate(at.root); err != nil {
			rt.Fatalf("%s: a sample of the schema is not valid: %v", at.path, err)
		}
		file, err := json.Marshal(at.root)
		if err != nil {
			rt.Fatal(err)
		}
		_, err = scenarios.Read("x", file)
		if tried++; err == nil {
			taken++
		} else if unreadable.MatchString(err.Error()) {
			rt.Fatalf("%s = %v is valid, and the reader says: %v", at.path, at.value(), err)
		} else if unnamed.MatchString(err.Error()) {
			tried-- // no schema knows what has that name
		}
	})
	if t.Logf("the reader took %d of %d", taken, tried); taken*2 < tried {
		t.Errorf("the reader took %d of %d documents that are valid", taken, tried)
	}
}
