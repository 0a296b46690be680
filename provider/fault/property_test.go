package fault

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"pgregory.net/rapid"
)

// TestShareOfNothingIsNoFault holds a plan whose windows hit nobody to the plan
// without them: the same decisions, and the same luck left over.
func TestShareOfNothingIsNoFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		windows := drawWindows(t)
		for i := range windows {
			windows[i] = windows[i].shared(0)
		}
		latency := drawLatency(t)
		with, without := NewPlan(latency, windows), NewPlan(latency, nil)
		seed := rapid.Uint64().Draw(t, "seed")
		a, b := rand.New(rand.NewPCG(seed, 0)), rand.New(rand.NewPCG(seed, 0))
		for range 50 {
			now := drawInstant(t)
			if got, want := with.Decide(now, a), without.Decide(now, b); got != want {
				t.Fatalf("at %v: %v, without windows %v", now, got, want)
			}
		}
		if a.Uint64() != b.Uint64() {
			t.Fatal("the streams of chance have come apart")
		}
	})
}

// TestDecisionsAreWithinTheirWindows checks what holds for any plan at any
// instant.
func TestDecisionsAreWithinTheirWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		windows := drawWindows(t)
		p, rng := NewPlan(drawLatency(t), windows), stream(t)
		for range 50 {
			now := drawInstant(t)
			d := p.Decide(now, rng)
			open := false
			for _, w := range windows {
				open = open || w.From <= now && now < w.Until
			}
			switch {
			case d.Fault != "" && !open:
				t.Fatalf("at %v no window is open: %v", now, d)
			case d.Hang && d.Until <= now:
				t.Fatalf("at %v: a hang that has ended: %v", now, d)
			case d.Hang && (d.Status != 0 || d.Latency != 0 || d.RetryAfter != 0):
				t.Fatalf("a hang with an answer: %+v", d)
			case !d.Hang && d.Status != 200 && (d.Status < 400 || d.Status > 599):
				t.Fatalf("no answer of a provider: %v", d)
			case d.Latency < 0 || d.Latency > MaxLatency:
				t.Fatalf("latency out of bounds: %v", d)
			}
		}
	})
}

// TestRealisedShare tosses for many requests. The bound is five standard
// deviations of the binomial distribution, which one run in 1.7 million exceeds.
func TestRealisedShare(t *testing.T) {
	const n = 100_000
	for _, share := range []unit.Share{1000, unit.Percent(10), unit.Percent(50), 999_500} {
		p := NewPlan(healthy, []Window{of(Slow, 0, s).after(s).shared(share)})
		rng := rand.New(rand.NewPCG(7, 7))
		hit := 0
		for range n {
			if p.Decide(0, rng).Fault != "" {
				hit++
			}
		}
		bound := 5 * math.Sqrt(n*share.Float()*(1-share.Float()))
		if off := math.Abs(float64(hit) - n*share.Float()); off > bound {
			t.Errorf("%v: %d of %d hit, off by %.0f, at most %.0f", share, hit, n, off, bound)
		}
	}
}

// TestSharesAreIndependent: two windows of one half hit a quarter of the requests
// together.
func TestSharesAreIndependent(t *testing.T) {
	const n = 100_000
	half := unit.Percent(50)
	p := NewPlan(healthy, []Window{of(Slow, 0, s).after(s).shared(half), of(Status, 0, s).shared(half)})
	rng := rand.New(rand.NewPCG(7, 7))
	seen := map[string]int{}
	for range n {
		seen[p.Decide(0, rng).Fault]++
	}
	bound := 5 * math.Sqrt(n*0.25*0.75)
	for _, name := range []string{"", "slow", "status", "slow+status"} {
		if off := math.Abs(float64(seen[name]) - n/4); off > bound {
			t.Errorf("%q: %d of %d", name, seen[name], n)
		}
	}
}

func stream(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

func drawInstant(t *rapid.T) time.Duration {
	return time.Duration(rapid.IntRange(0, 12).Draw(t, "now")) * s
}

func drawWindows(t *rapid.T) []Window {
	return rapid.SliceOfN(rapid.Custom(drawWindow), 0, 4).Draw(t, "windows")
}

func drawWindow(t *rapid.T) Window {
	from := rapid.IntRange(0, 9).Draw(t, "from")
	w := Window{
		Kind:  rapid.SampledFrom([]Kind{Slow, Status, Hang}).Draw(t, "kind"),
		From:  time.Duration(from) * s,
		Until: time.Duration(rapid.IntRange(from+1, 10).Draw(t, "until")) * s,
	}
	if rapid.Bool().Draw(t, "shared") {
		w = w.shared(unit.Share(rapid.Int64Range(0, int64(unit.Whole)).Draw(t, "share")))
	}
	if w.Kind == Slow || w.Kind == Status && rapid.Bool().Draw(t, "own latency") {
		w.Latency = drawLatency(t)
	}
	if w.Kind == Status {
		w.Status = rapid.IntRange(400, 599).Draw(t, "status")
	}
	return w
}

func drawLatency(t *rapid.T) Latency {
	low := time.Duration(rapid.Int64Range(1, int64(MaxLatency)-1).Draw(t, "low"))
	high := time.Duration(rapid.Int64Range(int64(low)+1, int64(MaxLatency)).Draw(t, "high"))
	return rapid.SampledFrom([]Latency{
		Always(low),
		{Distribution: Uniform, Min: low, Max: high},
		{Distribution: Exponential, Mean: low},
		{Distribution: Lognormal, P50: low, P99: high},
		{Distribution: Bimodal, Fast: low, Slow: high, SlowShare: unit.Percent(10)},
	}).Draw(t, "latency")
}
