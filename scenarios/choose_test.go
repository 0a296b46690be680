package scenarios

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func modesFile(t *testing.T) *File {
	t.Helper()
	f, err := ReadFile("testdata/good/modes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func set(t *testing.T, arg string) Setting {
	t.Helper()
	s, err := ParseSetting(arg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestModeChain(t *testing.T) {
	f := modesFile(t)
	patient := inMode(t, f, "patient")
	maps := patient.Services["shop"].Dependencies["maps"]
	if maps.Breaker == nil || maps.Breaker.OpenFor != 30*time.Second || maps.Timeout != time.Second {
		t.Errorf("patient: %+v, breaker %+v", maps, maps.Breaker)
	}
	if patient.Drain != 9*time.Second {
		t.Errorf("patient: drain %v does not follow give_up", patient.Drain)
	}
	if faults := patient.Providers["maps"].Faults; faults[0].Latency == faults[1].Latency {
		t.Errorf("patient: the second fault was not changed: %+v", faults)
	}
	if bare := inMode(t, f, "bare").Services["shop"].Dependencies["maps"]; bare.Breaker != nil || bare.Timeout != 0 {
		t.Errorf("bare: null takes nothing away: %+v", bare)
	}
	if crowd := inMode(t, f, "crowd"); len(crowd.Loads) != 2 || crowd.Loads["bots"].Rate.PerSecond() != 16 {
		t.Errorf("crowd: %+v", crowd.Loads)
	}
	if breaker := f.Spec().Services["shop"].Dependencies["maps"].Breaker; breaker != nil {
		t.Error("the scenario itself was changed by its modes")
	}
}

func TestSettings(t *testing.T) {
	f := modesFile(t)
	rate, err := ParseRateFlag("pages=40/s")
	if err != nil {
		t.Fatal(err)
	}
	s := inMode(t, f, "guarded", rate,
		set(t, "providers.maps.faults.0.until=3s"),
		set(t, "services.shop.dependencies.maps.breaker={trials: 3}"),
		set(t, "services.shop.routes.GET /route.work=5ms"),
		set(t, "loads.pages.start = 100ms"))
	if s.Loads["pages"].Rate.PerSecond() != 40 || s.Loads["pages"].Start != 100*ms {
		t.Errorf("loads: %+v", s.Loads)
	}
	if until := s.Providers["maps"].Faults[0].Until; until != 3*time.Second {
		t.Errorf("the fault ends at %v", until)
	}
	if b := s.Services["shop"].Dependencies["maps"].Breaker; b.Trials != 3 || b.OpenFor == 2*time.Second {
		t.Errorf("a mapping does not replace the whole: %+v", b)
	}
}

// TestSettingOfAbsentPart: a breaker's waiting time is no reason to give a
// breaker to the modes that are there to have none.
func TestSettingOfAbsentPart(t *testing.T) {
	f := modesFile(t)
	openFor := set(t, "services.shop.dependencies.maps.breaker.open_for=7s")
	chosen, err := f.Choose([]string{"guarded", "bare"}, []Setting{openFor})
	if err != nil {
		t.Fatal(err)
	}
	if b := inMode(t, chosen, "bare").Services["shop"].Dependencies["maps"].Breaker; b != nil {
		t.Error("bare was given a breaker")
	}
	if b := inMode(t, chosen, "guarded").Services["shop"].Dependencies["maps"].Breaker; b.OpenFor != 7*time.Second {
		t.Errorf("guarded is open for %v", b.OpenFor)
	}
	_, err = f.Choose([]string{"bare"}, []Setting{openFor})
	wantError(t, err, "--set services.shop.dependencies.maps.breaker.open_for=7s: there is no services.shop.dependencies.maps.breaker to change; "+
		"set services.shop.dependencies.maps.breaker itself to a mapping")
}

func TestChoose(t *testing.T) {
	f := modesFile(t)
	chosen, err := f.Choose([]string{"crowd", "patient"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	modes := chosen.Modes()
	if len(modes) != 2 || modes[0].Name != "patient" || modes[1].Name != "crowd" {
		t.Fatalf("modes are %+v, want patient and crowd in the order of the file", modes)
	}
	if modes[0].From != "" {
		t.Errorf("patient starts from %s, which is gone", modes[0].From)
	}
	equal(t, inMode(t, chosen, "patient"), inMode(t, f, "patient"))
	if all, err := f.Choose(nil, nil); err != nil || len(all.Modes()) != 4 {
		t.Errorf("choosing no mode chooses %d of 4 (%v)", len(all.Modes()), err)
	}
}

func TestUnknownMode(t *testing.T) {
	_, err := modesFile(t).In("gaurded", nil)
	wantError(t, err, `testdata/good/modes.yaml: there is no mode "gaurded"; did you mean guarded? the modes are guarded, patient, bare, crowd`)

	f, err := ReadFile("testdata/good/minimal.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Run("fast", 1, nil)
	wantError(t, err, `testdata/good/minimal.yaml: there is no mode "fast"; the modes are default`)
	run, err := f.Run(f.Modes()[0].Name, 7, nil)
	if err != nil || run.Mode != "default" || run.Seed != 7 || run.Spec.Name != "minimal" {
		t.Errorf("run %+v (%v)", run, err)
	}
}

func TestSettingProblems(t *testing.T) {
	f := modesFile(t)
	for _, c := range []struct{ setting, want string }{
		{"providers.maps.latency=500", `duration "500": no unit; write it as 500ms, 3s or 2m`},
		{"providers.maps.latncy=5s", `unknown field providers.maps.latncy; did you mean latency?`},
		{"providers.map.latency=5s", `there is no map in providers; did you mean maps?`},
		{"provider.maps.latency=5s", `unknown field provider; did you mean providers?`},
		{"providers.maps.faults.2.until=5s", `providers.maps.faults has 2 items, counted from 0; there is no 2`},
		{"providers.maps.faults.slow.until=5s", `providers.maps.faults is a list; write a number, from 0, in place of slow`},
		{"loads.pages.rate.events=5", `loads.pages.rate is the single value 10/s here; set it as a whole`},
		{"services.shop.workers=0", `0 is outside 1 to 10000`},
		{"services.shop.workers=[1]", `is a list; write a single value`},
		{"duration=[", `not YAML: sequence end token ']' not found`},
		{"name=other", `name cannot be set; change it in the file`},
		{"modes.bare.about=x", `modes cannot be set; change it in the file`},
		{"services.shop.dependencies.maps.breaker={open_for: 2}", `services.shop.dependencies.maps.breaker.open_for: duration "2": no unit; write it as 500ms, 3s or 2m`},
	} {
		_, err := f.In("guarded", []Setting{set(t, c.setting)})
		wantError(t, err, "--set "+c.setting+": "+c.want)
		var problems *ProblemsError
		if !errors.As(err, &problems) || len(problems.Problems) != 1 {
			t.Errorf("%s: not one problem: %v", c.setting, err)
		}
	}
	rate, err := ParseRateFlag("page=5/s")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.In("guarded", []Setting{rate})
	wantError(t, err, "--rate page=5/s: loads.page.rate: there is no page in loads; did you mean pages?")
}

func TestParseFlags(t *testing.T) {
	for _, arg := range []string{"", "a", "=b", "a=", "a.b"} {
		if _, err := ParseSetting(arg); err == nil || !strings.Contains(err.Error(), "PATH=VALUE") {
			t.Errorf("--set %q: %v", arg, err)
		}
	}
	for _, arg := range []string{"", "checkout", "=4/s", "a.b=4/s", "checkout="} {
		if _, err := ParseRateFlag(arg); err == nil || !strings.Contains(err.Error(), "LOAD=RATE") {
			t.Errorf("--rate %q: %v", arg, err)
		}
	}
}
