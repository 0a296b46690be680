package resilience_test

import (
	"slices"
	"testing"
	"time"

	"checkoutlab/resilience"
)

// Each row is what sets one library apart from the others.
func TestPresets(t *testing.T) {
	preset := func(name string) resilience.BreakerConfig { return resilience.BreakerConfig{Preset: name} }
	for _, c := range []struct {
		name   string
		config resilience.BreakerConfig
		steps  string
		told   []string
	}{
		{"resilience4j opens at half of 100 calls, on a success too", preset("resilience4j"),
			repeat("F", 50) + repeat("S", 49) + "CLOSED S OPEN @60s P! @60.1s P HALF_OPEN", nil},
		{"resilience4j finds only calls above 60 s slow", preset("resilience4j"),
			repeat("S:60s", 100) + "CLOSED slow=0%", nil},
		{"resilience4j is wedged by trials that never report", preset("resilience4j"),
			repeat("F", 100) + "@61s " + repeat("P", 10) + "@24h P!", nil},
		{"polly opens at a tenth of 100 calls, only on a failure", preset("polly"),
			repeat("F", 10) + repeat("S", 100) + "CLOSED rate=9.0909% F F OPEN", nil},
		{"polly admits at the deadline, and one trial decides", preset("polly"),
			repeat("F", 100) + "OPEN @5s P P! 0=S CLOSED calls=0", nil},
		{"polly takes an ignored call for a success", preset("polly"), "I calls=1", nil},
		{"opossum opens above half, from the first call on", preset("opossum"), "S F CLOSED rate=50% F OPEN", nil},
		{"opossum counts calls when they start, refused ones too", preset("opossum"),
			"P calls=1 F CLOSED calls=2 F OPEN calls=3 P! calls=4", nil},
		{"opossum half-opens by timer and keeps its window", preset("opossum"),
			"F OPEN @29.999s P! OPEN @30s HALF_OPEN @36s P 0=S CLOSED calls=2",
			[]string{"0s CLOSED>OPEN failure rate 100% over 1 call",
				"30s OPEN>HALF_OPEN waited 30000 ms", "36s HALF_OPEN>CLOSED 1 of 1 trial calls passed"}},
		{"gobreaker opens at the sixth failure in a row", preset("gobreaker"),
			repeat("F", 5) + "S " + repeat("F", 5) + "CLOSED F OPEN",
			[]string{"0s CLOSED>OPEN 6 failures in a row"}},
		{"hystrix takes a late call for a failure", preset("hystrix"),
			repeat("S:1s", 10) + repeat("S:1.1s", 9) + "CLOSED S:1.1s OPEN",
			[]string{"0s CLOSED>OPEN failure rate 50% over 20 calls"}},
		{"hystrix grants a new trial each sleep window", preset("hystrix"),
			repeat("F", 20) + "OPEN @5.1s P P! @10.1s P 1=S CLOSED", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := told(play(t, c.config, c.steps).Changes())
			if c.told != nil && !slices.Equal(got, c.told) {
				t.Errorf("transitions:\n got %q\nwant %q", got, c.told)
			}
		})
	}
}

func TestOpenTimeGrowsWithEachFailedRoundUpToItsBound(t *testing.T) {
	c := resilience.BreakerConfig{
		Window: resilience.WindowConfig{Count: 1}, Trials: 1,
		OpenFor: time.Second, OpenGrowth: 2, OpenMax: 3 * time.Second,
	}
	play(t, c, "F retry=1s @2s F OPEN retry=2s @5s F retry=3s @9s F retry=3s @13s S CLOSED F retry=1s")
}
