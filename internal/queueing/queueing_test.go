package queueing

import (
	"math"
	"testing"
	"time"
)

// TestValues holds the formulas to values computed elsewhere, to as many digits
// as they were given with.
func TestValues(t *testing.T) {
	const us = 1e-6
	for _, row := range []struct {
		what      string
		got, want float64
		within    float64 // of want, relative
	}{
		{"M/M/1 0.5", MM1Wait(.5, 1), 1, 1e-12},
		{"M/M/1 0.8", MM1Wait(.8, 1), 4, 1e-12},
		{"M/M/1 0.9", MM1Wait(.9, 1), 9, 1e-12},
		{"M/M/1 0.95", MM1Wait(.95, 1), 19, 1e-12},
		{"M/D/1 0.5", MD1Wait(.5, 1), .5, 1e-12},
		{"M/D/1 0.95", MD1Wait(.95, 1), 9.5, 1e-12},
		{"M/G/1 0.8 with cv 2", MG1Wait(.8, 3, 2), .8 * 5 * 3 / .4, 1e-12},
		{"Erlang B(4,4)", ErlangB(4, 4), 0.3106796117, 1e-9},
		{"Erlang B(16,8)", ErlangB(16, 8), 0.00452983172, 1e-9},
		{"Erlang B(16,16)", ErlangB(16, 16), 0.1753076310, 1e-9},
		{"Erlang B(16,100)", ErlangB(16, 100), 0.8418531576, 1e-9},
		{"Erlang C(16,12.8)", ErlangC(16, 12.8), 0.3048839129, 1e-9},
		{"M/M/16 256/s", MMcWait(16, 12.8, .05), 4763.8 * us, 2e-5},
		{"M/M/16 288/s", MMcWait(16, 14.4, .05), 18479.5 * us, 5e-6},
		{"M/M/16 304/s", MMcWait(16, 15.2, .05), 48762 * us, 2e-6},
		{"M/M/1 as M/M/c", MMcWait(1, .9, 1), 9, 1e-12},
		{"M/D/16 0.8", MDcWait(16, 12.8, 1), 0.0525478911, 1e-9},
		{"M/D/16 0.95", MDcWait(16, 15.2, 1), 0.496692862, 2e-9},
		{"M/D/1 as M/D/c", MDcWait(1, .9, 2), MD1Wait(.9, 2), 1e-11},
		{"M/M/16/16 1.25", MMcKBlocked(16, 16, 20), 0.2017899983, 1e-9},
		{"M/M/16/0", MMcKBlocked(16, 0, 20), ErlangB(16, 20), 1e-12},
		{"3 layers of 3", Amplification(3, 3), 27, 0},
		{"3 layers of 4", Amplification(3, 4), 64, 0},
		{"attempts 0.5 of 3", MeanAttempts(.5, 3), 1.75, 1e-12},
		{"attempts of a dead one", MeanAttempts(1, 4), 4, 0},
		{"most attempts", MostAttempts(.75), 4, 1e-12},
		{"budget", BudgetedAmplification(3, .2), 1.728, 1e-12},
		{"fill", FillTime(16, 20), .8, 1e-12},
		{"throughput", Throughput(16, .5), 32, 1e-12},
		{"Little", NumberInSystem(20, .5), 10, 0},
		{"stable below", StableBelow(320, 4), 80, 0},
		{"places", float64(UsefulPlaces(16, 510*time.Millisecond, 50*time.Millisecond)), 147, 0},
		{"no place", float64(UsefulPlaces(16, 10*time.Millisecond, 50*time.Millisecond)), 0, 0},
		{"burst", float64(TrialBurst(20, 3)), 60, 0},
		{"spread", SpreadTrials(20, 3, 200*time.Millisecond, 2*time.Second), 6, 1e-12},
	} {
		if !(math.Abs(row.got-row.want) <= row.within*row.want) {
			t.Errorf("%s is %.12g, want %.12g", row.what, row.got, row.want)
		}
	}
}

// TestOverload: from ρ = 1 on a queue without bound grows for ever.
func TestOverload(t *testing.T) {
	for what, got := range map[string]float64{
		"M/M/1": MM1Wait(1, 1), "M/D/1": MD1Wait(1.5, 1), "M/M/c": MMcWait(4, 4, 1), "M/D/c": MDcWait(4, 5, 1), "retries": MostAttempts(1),
	} {
		if !math.IsInf(got, 1) {
			t.Errorf("%s waits %v, want +Inf", what, got)
		}
	}
	if got := ErlangC(4, 5); got != 1 {
		t.Errorf("of an overloaded M/M/4 %v wait, want all", got)
	}
}

// TestRelations: what must hold between the formulas for all loads.
func TestRelations(t *testing.T) {
	for c := 1; c <= 64; c++ {
		for u := .05; u < .99; u += .05 {
			load := u * float64(c)
			b, wait := ErlangB(c, load), ErlangC(c, load)
			if !(0 < b && b < wait && wait < 1) {
				t.Errorf("c=%d ρ=%.2f: blocked %v, waiting %v", c, u, b, wait)
			}
			if d, m := MDcWait(c, load, 1), MMcWait(c, load, 1); !(m/2*.999999 <= d && d < m) {
				t.Errorf("c=%d ρ=%.2f: constant service waits %v, exponential %v", c, u, d, m)
			}
			if k := MMcKBlocked(c, 10, load); !(k < b) {
				t.Errorf("c=%d ρ=%.2f: places to wait raise blocking from %v to %v", c, u, b, k)
			}
		}
	}
}

func TestArgumentsOutOfRangePanic(t *testing.T) {
	for what, call := range map[string]func(){
		"negative workers":     func() { ErlangB(-1, 1) },
		"negative utilization": func() { MM1Wait(-.1, 1) },
		"no workers":           func() { ErlangC(0, 1) },
		"probability":          func() { MeanAttempts(1.1, 2) },
		"no attempt":           func() { Amplification(3, 0) },
		"not a number":         func() { MDcWait(1, math.NaN(), 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			call()
		}()
	}
}
