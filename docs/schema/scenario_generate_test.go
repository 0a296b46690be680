package schema_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"checkoutlab/internal/golden"
	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// titles are the names of definitions that say more than those of their types.
var titles = map[string]string{
	"fault.Config": "Provider", "fault.Window": "Fault",
	"resilience.RetryConfig": "Retry", "resilience.BudgetConfig": "Budget", "resilience.BulkheadConfig": "Bulkhead",
	"resilience.BreakerConfig": "Breaker", "resilience.WindowConfig": "Window",
}

// Forms of what a file writes as one text, in every spelling that the reader takes.
const (
	decimal      = `([0-9]+\.?[0-9]*|\.[0-9]+)`
	lengths      = `\+?(` + decimal + `(ns|us|µs|μs|ms|s|m|h))+`
	durationForm = `^ *` + lengths + ` *$`
	shareForm    = `^ *\+?0*(100(\.0*)?|[0-9]{1,2}(\.[0-9]{0,4}0*)?|\.[0-9]{1,4}0*) *% *$`
	rateForm     = `^ *\+?` + decimal + ` */ *(sec|min|ms|s|m|h|` + lengths + `) *$`
	nameForm     = `^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$`
	routeForm    = `^(GET|HEAD|POST|PUT|PATCH|DELETE) /[A-Za-z0-9/_-]*$`
	gateForm     = `^[^:{]+(\{[^}]*\})?: *[^ ].* *(<|<=|>|>=|==|!=) *[^ ]`
	aboveZero    = `[1-9]`
)

func text(pattern string, examples ...any) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: pattern, Examples: examples}
}

// orNothing is what may be left empty in a file: a key with nothing after it.
func orNothing(s *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
}

func ref(name string) *jsonschema.Schema { return &jsonschema.Schema{Ref: "#/$defs/" + name} }

// positive is a quantity that may not be zero.
func positive(name string) *jsonschema.Schema {
	return &jsonschema.Schema{AllOf: []*jsonschema.Schema{ref(name), {Pattern: aboveZero}}}
}

func oneOf[T ~string](values ...T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	return s
}

// mapped has the types that a file does not write as Go holds them.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[time.Duration]():
		return ref("Duration")
	case reflect.TypeFor[unit.Share]():
		return ref("Share")
	case reflect.TypeFor[unit.Rate]():
		return ref("Rate")
	case reflect.TypeFor[scenarios.Abandoned]():
		return oneOf(scenarios.Finish, scenarios.Drop)
	case reflect.TypeFor[scenarios.Arrivals]():
		return oneOf(scenarios.Even, scenarios.Poisson)
	case reflect.TypeFor[fault.OnCancel]():
		return oneOf(fault.Continue, fault.Stop)
	case reflect.TypeFor[fault.Kind]():
		return oneOf(fault.Kinds()...)
	}
	return nil
}

// bounds are those of numbers, by definition and property.
var bounds = map[[2]string][2]int64{
	{"Service", "workers"}: {1, scenarios.MaxWorkers}, {"Service", "queue"}: {0, scenarios.MaxQueue},
	{"Provider", "max_in_flight"}: {1, 1_000_000}, {"Fault", "status"}: {400, 599},
	{"Load", "clients"}: {1, scenarios.MaxClients}, {"Probe", "failures"}: {1, 1000},
	{"Bulkhead", "max_concurrent"}: {1, 1_000_000}, {"Bulkhead", "queue"}: {0, 1_000_000},
	{"Breaker", "minimum_calls"}: {1, 1_000_000}, {"Breaker", "consecutive_failures"}: {0, 1_000_000},
	{"Breaker", "failure_count"}: {0, 1_000_000},
	{"Breaker", "trials"}:        {1, 10_000}, {"Breaker", "trial_successes"}: {0, 10_000}, {"Breaker", "open_growth"}: {1, 100},
	{"Window", "count"}: {0, 1_000_000}, {"Window", "buckets"}: {0, 10_000},
	{"Retry", "attempts"}: {2, 20}, {"Retry", "growth"}: {1, 100},
	{"Budget", "min_retries"}: {1, 1_000_000}, {"Budget", "tokens"}: {1, 1000},
}

// choices are texts of which the types do not say that they are one of a few.
var choices = map[[2]string]*jsonschema.Schema{
	{"Breaker", "preset"}:  oneOf("resilience4j", "polly", "opossum", "gobreaker", "hystrix"),
	{"Retry", "jitter"}:    oneOf(resilience.NoJitter, resilience.FullJitter, resilience.EqualJitter, resilience.DecorrelatedJitter),
	{"Retry", "on_open"}:   oneOf(resilience.StopWhenOpen, resilience.WaitWhenOpen),
	{"Budget", "kind"}:     oneOf(resilience.FinagleBudget, resilience.EnvoyBudget, resilience.GRPCBudget),
	{"", "name"}:           text(nameForm),
	{"Phase", "name"}:      text(nameForm),
	{"Load", "route"}:      text(routeForm, "POST /checkout"),
	{"Load", "service"}:    text(nameForm),
	{"Call", "dependency"}: text(nameForm), {"Call", "provider"}: text(nameForm),
	{"Dependency", "provider"}: text(nameForm), {"Dependency", "service"}: text(nameForm), {"Dependency", "route"}: text(routeForm),
	{"", "duration"}: positive("Duration"), {"Load", "give_up"}: positive("Duration"), {"Fault", "until"}: positive("Duration"),
	{"Phase", "until"}: positive("Duration"), {"", "drain"}: positive("Duration"), {"Load", "rate"}: positive("Rate"), {"Stage", "rate"}: positive("Rate"),
	{"Breaker", "failure_rate"}: positive("Share"), {"Breaker", "slow_rate"}: positive("Share"), {"Breaker", "open_for"}: positive("Duration"),
	{"Breaker", "open_max"}: positive("Duration"), {"Breaker", "trial_lease"}: positive("Duration"),
	{"Retry", "backoff"}: positive("Duration"), {"Retry", "max_backoff"}: positive("Duration"),
	{"Budget", "ratio"}: positive("Share"), {"Budget", "ttl"}: positive("Duration"), {"Budget", "reserve"}: positive("Rate"),
}

// required are the fields that have no default.
var required = map[string][]string{
	"": {"name", "duration", "services", "loads"}, "Service": {"routes"}, "Load": {"route", "give_up"},
	"Stage": {"at", "rate"}, "Fault": {"kind", "until"}, "Phase": {"name", "until"}, "Call": {"dependency"},
}

// keyed are the maps whose keys are names, or routes, and how many there must be.
var keyed = map[[2]string]struct {
	keys  string
	least uint64
}{
	{"", "providers"}: {nameForm, 0}, {"", "services"}: {nameForm, 1}, {"", "loads"}: {nameForm, 1},
	{"Service", "routes"}: {routeForm, 1}, {"Service", "dependencies"}: {nameForm, 0},
}

func scenarioSchema(t *testing.T) []byte {
	g := newGenerator(t, "yaml", scenarios.Spec{})
	g.root.Title = "A scenario of checkoutlab"
	for at, b := range bounds {
		p := g.property(t, at[0], at[1])
		p.Minimum, p.Maximum = number(b[0]), number(b[1])
	}
	for at, choice := range choices {
		p := g.property(t, at[0], at[1])
		description := p.Description
		*p = *choice
		p.Description = description
	}
	for at, m := range keyed {
		p := g.property(t, at[0], at[1])
		if p.PropertyNames = text(m.keys); m.least > 0 {
			p.MinProperties = &m.least
		}
		if part := p.AdditionalProperties; len(required[strings.TrimPrefix(part.Ref, "#/$defs/")]) == 0 {
			p.AdditionalProperties = orNothing(part)
		}
	}
	g.root.Required = required[""]
	for name, d := range g.root.Definitions {
		d.Required = required[name]
	}
	order := g.property(t, "Dependency", "order")
	order.Items, order.UniqueItems = oneOf("retry", "breaker", "bulkhead", "timeout"), true
	g.defineForms(t)
	g.root.Version = "http://json-schema.org/draft-07/schema#"
	return bytes.ReplaceAll(bytes.ReplaceAll(g.text(t), []byte(`"$defs"`), []byte(`"definitions"`)), []byte("#/$defs/"), []byte("#/definitions/"))
}

// defineForms defines what is written in another form than the types have.
func (g *generator) defineForms(t *testing.T) {
	defs := g.root.Definitions
	define := func(name, description string, s *jsonschema.Schema) {
		s.Description = description
		defs[name] = s
	}
	define("Duration", "A length of time with its unit.", text(durationForm, "500ms", "3s", "2m"))
	define("Share", "A percentage, with up to four decimals.", text(shareForm, "50%", "99.95%"))
	define("Rate", "So many in a unit of time.", text(rateForm, "20/s", "240/min", "4/250ms"))

	call := defs["Call"]
	define("Call", "The name of a dependency, or a mapping.", &jsonschema.Schema{AnyOf: []*jsonschema.Schema{text(nameForm), call}})
	define("Latency", "How long a reply takes: a fixed time, or a distribution.", g.latency(t))
	define("Gate", "A condition that a run must meet, such as health{mode:protected,phase:slow}: p95 < 50ms. Without quotes YAML takes it for a key and a value.", gate(defs["Gate"]))

	path := text(`^[a-z]+(\.[^.]+)*$`, "providers.payment.latency")
	mode := &jsonschema.Schema{Type: "object", AdditionalProperties: jsonschema.FalseSchema, Properties: jsonschema.NewProperties()}
	mode.Properties.Set("about", &jsonschema.Schema{Type: "string", Description: "What the mode is, in words."})
	from := text(nameForm)
	from.Description = "The mode that this one starts from. Default: the scenario as it is."
	mode.Properties.Set("from", from)
	mode.Properties.Set("set", &jsonschema.Schema{
		Type: "object", PropertyNames: path, Description: "Fields by their paths, as --set takes them; null takes a part away.",
	})
	define("Mode", "One variation of the scenario: the fields that it sets.", mode)
	modes := g.property(t, "", "modes")
	most := uint64(100)
	*modes = jsonschema.Schema{
		Type: "object", Description: "The variations to be compared, by name. Default: the scenario as it is.",
		PropertyNames: text(nameForm), AdditionalProperties: orNothing(ref("Mode")), MaxProperties: &most,
	}
	delete(defs, "Setting")
}

// latency is either form. A mapping takes the fields of its distribution alone.
func (g *generator) latency(t *testing.T) *jsonschema.Schema {
	all := &jsonschema.Schema{AnyOf: []*jsonschema.Schema{ref("Duration")}}
	for _, d := range []struct {
		of     fault.Distribution
		fields []string
	}{
		{fault.Fixed, []string{"value"}}, {fault.Uniform, []string{"min", "max"}}, {fault.Exponential, []string{"mean"}},
		{fault.Lognormal, []string{"p50", "p99"}}, {fault.Bimodal, []string{"fast", "slow", "slow_share"}},
	} {
		form := &jsonschema.Schema{
			Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema,
			Required: append([]string{"distribution"}, d.fields...),
		}
		form.Properties.Set("distribution", &jsonschema.Schema{Type: "string", Const: string(d.of)})
		for _, name := range d.fields {
			form.Properties.Set(name, g.property(t, "Latency", name))
		}
		all.AnyOf = append(all.AnyOf, form)
	}
	return all
}

// gate has the three forms of a gate: a text, a mapping with the text in it, and the
// key and value that YAML makes of a text without quotes.
func gate(plain *jsonschema.Schema) *jsonschema.Schema {
	plain.Required = []string{"gate"}
	one, two := uint64(1), uint64(2)
	unquoted := &jsonschema.Schema{
		Type: "object", Properties: jsonschema.NewProperties(), MinProperties: &one, MaxProperties: &two,
		PropertyNames:        &jsonschema.Schema{Not: &jsonschema.Schema{Const: "gate"}},
		AdditionalProperties: text(`(<|<=|>|>=|==|!=) *[^ ]`),
	}
	advisory, _ := plain.Properties.Get("advisory")
	unquoted.Properties.Set("advisory", advisory)
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{text(gateForm, "health{phase:slow}: p95 < 50ms"), plain, unquoted}}
}

// TestScenarioSchema: the published schema is what the types say.
func TestScenarioSchema(t *testing.T) {
	got := scenarioSchema(t)
	golden.File(t, scenarioFile, got)
	var s struct{ Definitions map[string]json.RawMessage }
	if err := json.Unmarshal(got, &s); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Provider", "Fault", "Latency", "Service", "Route", "Call", "Dependency", "Retry", "Budget", "Bulkhead", "Breaker", "Window", "Load", "Stage", "Probe", "Phase", "Gate", "Mode", "Duration", "Share", "Rate"} {
		if _, ok := s.Definitions[name]; !ok {
			t.Errorf("the schema does not define %s", name)
		}
	}
}

// TestEveryNumberIsBounded: a number, or a text of a new field, that nobody has
// thought of is found here.
func TestEveryNumberIsBounded(t *testing.T) {
	g := newGenerator(t, "yaml", scenarios.Spec{})
	free := []string{"question", "explanation", "about", "gate"} // prose
	for name, d := range g.root.Definitions {
		if name == "Latency" || name == "Setting" || name == "Mode" || d.Properties == nil {
			continue
		}
		for p := d.Properties.Oldest(); p != nil; p = p.Next() {
			at := [2]string{name, p.Key}
			_, bounded := bounds[at]
			_, chosen := choices[at]
			open := p.Value.Type == "integer" || p.Value.Type == "number" || p.Value.Type == "string" && len(p.Value.Enum) == 0
			if open && !bounded && !chosen && !slices.Contains(free, p.Key) && at != [2]string{"Fault", "name"} {
				t.Errorf("%s.%s may be anything: give it bounds or choices", name, p.Key)
			}
		}
	}
}
