package scenarios

import (
	"reflect"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"pgregory.net/rapid"
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

// TestRoundTripOfAnySpec writes scenarios that no file was read for.
func TestRoundTripOfAnySpec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t).WithDefaults()
		if problems := s.Validate(); len(problems) > 0 {
			t.Fatalf("drew an invalid scenario: %v", problems)
		}
		again(t, s)
	})
}

func drawSpec(t *rapid.T) Spec {
	name := rapid.StringMatching(`[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?`)
	prose := rapid.StringMatching(`([A-Za-z?"'#:,.{}*&|>-]([A-Za-z ?"'#:,.{}\n\t*&|>-]{0,30}[A-Za-z?.:])?)?`)
	span := func(what string, low, high time.Duration) time.Duration {
		return time.Duration(rapid.Int64Range(int64(low), int64(high)).Draw(t, what))
	}
	dependency, provider, service := name.Draw(t, "dependency"), name.Draw(t, "provider"), name.Draw(t, "service")
	d := Dependency{Provider: provider}
	d.Timeout = span("timeout", 0, time.Minute)
	if rapid.Bool().Draw(t, "bulkhead") {
		d.Bulkhead = &resilience.BulkheadConfig{MaxConcurrent: rapid.IntRange(1, 50).Draw(t, "slots"), HoldUntilDone: rapid.Bool().Draw(t, "hold")}
	}
	if rapid.Bool().Draw(t, "breaker") {
		d.Breaker = &resilience.BreakerConfig{
			Preset:      rapid.SampledFrom([]string{"", "polly", "opossum", "hystrix", "gobreaker", "resilience4j"}).Draw(t, "preset"),
			FailureRate: unit.Share(rapid.Int64Range(1, int64(unit.Whole)).Draw(t, "failure")),
			OpenFor:     span("open", 1, time.Minute),
		}
	}
	return Spec{
		Name: name.Draw(t, "name"), Question: prose.Draw(t, "question"), Explanation: prose.Draw(t, "explanation"),
		Duration:  span("duration", time.Second, time.Hour),
		Drain:     span("drain", 0, time.Hour),
		Providers: map[string]fault.Config{provider: {OnCancel: fault.Stop, MaxInFlight: rapid.IntRange(1, 20_000).Draw(t, "in flight"), Faults: drawFaults(t)}},
		Services: map[string]Service{service: {
			Workers: rapid.IntRange(1, MaxWorkers).Draw(t, "workers"), Queue: rapid.IntRange(0, MaxQueue).Draw(t, "queue"),
			Abandoned: rapid.SampledFrom([]Abandoned{Finish, Drop}).Draw(t, "abandoned"),
			Routes: map[string]Route{"GET /": {}, "POST /checkout": {Calls: []Call{
				{Dependency: dependency},
				{Dependency: dependency, Provider: rapid.SampledFrom([]string{"", provider}).Draw(t, "other"), Fallback: rapid.Bool().Draw(t, "fallback")},
			}}},
			Dependencies: map[string]Dependency{dependency: d},
		}},
		Loads:  map[string]Load{name.Draw(t, "load"): drawLoad(t)},
		Phases: []Phase{{Name: name.Draw(t, "phase"), From: 0, Until: span("until", 1, time.Second)}},
	}
}

func drawLoad(t *rapid.T) Load {
	span := func(what string, least, most time.Duration) time.Duration {
		return time.Duration(rapid.Int64Range(int64(least), int64(most)).Draw(t, what))
	}
	l := Load{Route: "POST /checkout", Start: span("start", 0, time.Second-1), GiveUp: span("give up", 1, time.Minute)}
	if rapid.Bool().Draw(t, "closed") {
		l.Clients, l.Think = rapid.IntRange(1, MaxClients).Draw(t, "clients"), fault.Always(span("think", 1, time.Minute))
		return l
	}
	if rapid.Bool().Draw(t, "probe") {
		l.Probe = &Probe{Failures: rapid.IntRange(0, maxFailures).Draw(t, "failures"), Restart: true, Startup: span("startup", 0, time.Minute)}
	}
	l.Rate = drawRate(t)
	if l.Arrivals = rapid.SampledFrom([]Arrivals{"", Even, Poisson}).Draw(t, "arrivals"); l.Arrivals != Poisson {
		l.Jitter = span("jitter", 0, ms)
	}
	if rapid.Bool().Draw(t, "staged") {
		l.Stages = []Stage{{At: time.Second - 1, Over: span("over", 0, 0), Rate: drawRate(t)}}
	}
	return l
}

func drawFaults(t *rapid.T) []fault.Window {
	var faults []fault.Window
	for range rapid.IntRange(0, 3).Draw(t, "faults") {
		w := fault.Window{Kind: fault.Status, From: time.Duration(rapid.IntRange(0, 500).Draw(t, "from")) * ms, Until: time.Second}
		w.Status = rapid.IntRange(400, 599).Draw(t, "status")
		if rapid.Bool().Draw(t, "shared") {
			share := unit.Share(rapid.Int64Range(0, int64(unit.Whole)).Draw(t, "share"))
			w.Share = &share
		}
		faults = append(faults, w)
	}
	return faults
}

// drawRate draws a rate in the form that reading gives it.
func drawRate(t *rapid.T) unit.Rate {
	drawn := unit.Rate{Events: rapid.Int64Range(1, 1000).Draw(t, "events"), Per: time.Duration(rapid.IntRange(1000, 3000).Draw(t, "per")) * ms}
	r, err := unit.ParseRate(drawn.String())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// again checks that a scenario is read as it was written.
func again(t reporter, s Spec) *File {
	t.Helper()
	text := Marshal(s)
	f, err := Read("again.yaml", text)
	if err != nil {
		t.Fatalf("reading what was written: %v\n%s", err, text)
	}
	equal(t, f.Spec(), s)
	return f
}

func equal(t reporter, got, want Spec) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s\n%+v\n%+v", Marshal(got), Marshal(want), got, want)
	}
}

// reporter is what *testing.T and *rapid.T share.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}
