package fault

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/unit"
)

func TestLatencyValidate(t *testing.T) {
	for _, c := range []struct {
		latency Latency
		want    string
	}{
		{Latency{}, ""},
		{Always(0), ""},
		{Always(MaxLatency), ""},
		{Always(-1), "value: must not be negative"},
		{Always(MaxLatency + 1), "value: 24h0m0.000000001s is longer than 24h0m0s"},
		{Latency{Value: s}, "distribution: is missing; write fixed, uniform, exponential, lognormal or bimodal"},
		{Latency{Distribution: "normal"}, `distribution: "normal" is unknown; write fixed, uniform, exponential, lognormal or bimodal`},
		{Latency{Distribution: Fixed, Value: s, P50: s}, "p50: belongs to a lognormal latency, this one is fixed; leave it out"},
		{Latency{Distribution: Uniform, Max: s}, ""},
		{Latency{Distribution: Uniform, Min: s, Max: s}, "max: must be above min (1s)"},
		{Latency{Distribution: Uniform, Min: -s, Max: s, P99: s}, "min: must not be negative; p99: belongs to a lognormal latency, this one is uniform; leave it out"},
		{Latency{Distribution: Exponential, Mean: s}, ""},
		{Latency{Distribution: Exponential, Fast: s}, "mean: must be above zero; fast: belongs to a bimodal latency, this one is exponential; leave it out"},
		{Latency{Distribution: Bimodal, Slow: s, SlowShare: 1}, ""},
		{Latency{Distribution: Bimodal, Fast: s, Slow: s, SlowShare: unit.Whole}, "slow: must be above fast (1s); slow_share: must lie between 0% and 100%, both excluded; for either the latency is fixed"},
		{Latency{Distribution: Lognormal, P50: s, P99: s}, ""},
		{Latency{Distribution: Lognormal}, "p50: must be above zero; p99: must be above zero"},
		{Latency{Distribution: Lognormal, P50: 2 * s, P99: s}, "p99: must not be below p50 (2s)"},
	} {
		if got := joined(c.latency.Validate()); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.latency, got, c.want)
		}
	}
}

func joined(ps unit.Problems) string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.String()
	}
	return strings.Join(texts, "; ")
}

// TestQuantiles compares what is drawn with what was asked for, within 2 %: the
// 99th percentile of a million samples has a standard error of about 0.4 %.
func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		latency  Latency
		p50, p99 time.Duration
	}{
		{Always(200 * ms), 200 * ms, 200 * ms},
		{Latency{Distribution: Uniform, Min: 100 * ms, Max: 300 * ms}, 200 * ms, 298 * ms},
		{Latency{Distribution: Lognormal, P50: 180 * ms, P99: 600 * ms}, 180 * ms, 600 * ms},
		{Latency{Distribution: Exponential, Mean: 100 * ms}, 69_315 * time.Microsecond, 460_517 * time.Microsecond}, // ln 2, ln 100
		{Latency{Distribution: Bimodal, Fast: 20 * ms, Slow: s, SlowShare: unit.Percent(2)}, 20 * ms, s},
		{Latency{Distribution: Lognormal, P50: 180 * ms, P99: 180 * ms}, 180 * ms, 180 * ms},
	} {
		rng := rand.New(rand.NewPCG(1, 1))
		drawn := make([]time.Duration, 1_000_000)
		for i := range drawn {
			drawn[i] = c.latency.Draw(rng)
		}
		slices.Sort(drawn)
		near(t, c.latency, "p50", drawn[len(drawn)/2], c.p50)
		near(t, c.latency, "p99", drawn[len(drawn)*99/100], c.p99)
	}
}

func near(t *testing.T, l Latency, what string, got, want time.Duration) {
	t.Helper()
	if off := (got - want).Abs(); off > want/50 {
		t.Errorf("%+v: %s is %v, want %v", l, what, got, want)
	}
}

// TestWildLatencyIsBounded: the tail of an absurd lognormal overflows a duration.
func TestWildLatencyIsBounded(t *testing.T) {
	l := Latency{Distribution: Lognormal, P50: 1, P99: MaxLatency}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		if d := l.Draw(rng); d < 0 || d > MaxLatency {
			t.Fatalf("drew %v", d)
		}
	}
}

func TestFixedDrawsNothing(t *testing.T) {
	a, b := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	Always(s).Draw(a)
	if a.Uint64() != b.Uint64() {
		t.Error("a fixed latency has drawn from the stream")
	}
}

// TestLatencyForms reads both forms, as a decoder offers them, and writes them.
func TestLatencyForms(t *testing.T) {
	scalar := func(dst any) error {
		d, ok := dst.(*time.Duration)
		if !ok {
			return errors.New("not a mapping")
		}
		*d = 200 * ms
		return nil
	}
	var l Latency
	if err := l.UnmarshalYAML(scalar); err != nil || l != Always(200*ms) {
		t.Errorf("read %+v, %v", l, err)
	}
	if out, err := l.MarshalYAML(); out != 200*ms || err != nil {
		t.Errorf("wrote %v, %v", out, err)
	}
	neither := errors.New("neither form")
	if err := l.UnmarshalYAML(func(any) error { return neither }); err != neither {
		t.Errorf("err = %v", err)
	}
	uniform := Latency{Distribution: Uniform, Min: s, Max: 2 * s}
	if out, _ := uniform.MarshalYAML(); out == any(uniform) {
		t.Error("wrote itself: an encoder would never end")
	}
}
