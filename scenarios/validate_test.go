package scenarios

import (
	"testing"
	"time"

	"checkoutlab/internal/unit"
)

func TestValidateLive(t *testing.T) {
	spec := func(duration time.Duration, rates ...int64) Spec {
		s := Spec{Duration: duration, Drain: time.Second, Loads: map[string]Load{}}
		for i, r := range rates {
			s.Loads[string(rune('a'+i))] = Load{Rate: unit.PerSecond(r)}
		}
		return s
	}
	for _, c := range []struct {
		name string
		spec Spec
		want string // the field of the only problem
	}{
		{"small", spec(6*time.Second, 20, 4), ""},
		{"longest", spec(30*time.Minute-time.Second, 100), ""},
		{"too long", spec(30*time.Minute, 100), "duration"},
		{"fastest", spec(10*time.Second, 2500, 2500), ""},
		{"too fast together", spec(10*time.Second, 2500, 2501), "loads"},
		{"most", spec(40*time.Second, 5000), ""},
		{"too many", spec(41*time.Second, 5000), "loads"},
	} {
		got := c.spec.ValidateLive()
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || got[0].Field != c.want) {
			t.Errorf("%s: %v, want a problem with %q", c.name, got, c.want)
		}
	}
}

// TestWithDefaults checks that filling in defaults leaves the argument alone.
func TestWithDefaults(t *testing.T) {
	s := Spec{
		Services: map[string]Service{"shop": {Dependencies: map[string]Dependency{"maps": {}}}},
		Loads:    map[string]Load{"pages": {GiveUp: time.Second}, "bots": {GiveUp: 3 * time.Second}},
	}
	full := s.WithDefaults()
	if full.Loads["pages"].Service != "shop" || full.Services["shop"].Dependencies["maps"].Provider != "maps" || full.Drain != 3*time.Second {
		t.Errorf("not filled in: %+v", full)
	}
	if s.Loads["pages"].Service != "" || s.Services["shop"].Dependencies["maps"].Provider != "" || s.Drain != 0 {
		t.Errorf("changed its argument: %+v", s)
	}
}
