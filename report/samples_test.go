package report_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/unit"
	"checkoutlab/report"
)

// TestSamplesAreBounded: past MaxDistinct different waits, a quantile is at most
// 1/16384 above the exact one, never below it, and a wait that occurred; and
// however many more come, they take no more memory.
func TestSamplesAreBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = report.MaxDistinct + 100_000
	waits := make([]time.Duration, 0, n)
	var s report.Samples
	before := inUse()
	for range n {
		d := time.Duration(150e6 * math.Exp(0.8*rng.NormFloat64()))
		waits = append(waits, d)
		s.Add(d)
	}
	after := inUse()
	slices.Sort(waits)
	if !s.Binned() || s.Len() != n || s.Min() != waits[0] || s.Max() != waits[n-1] {
		t.Errorf("binned %v, %d waits from %s to %s, want %d from %s to %s", s.Binned(), s.Len(), s.Min(), s.Max(), n, waits[0], waits[n-1])
	}
	if each := after - before; each > 32<<20 {
		t.Errorf("%d bytes in use for them", each)
	}
	for q := unit.Share(1000); q < unit.Whole; q += 997 {
		got, ok := s.Quantile(q)
		exact := waits[(int64(n)*int64(q)+int64(unit.Whole)-1)/int64(unit.Whole)-1]
		if !ok || got < exact || got-exact > exact/16384 {
			t.Fatalf("quantile %d: got %d, exact %d", q, got, exact)
		}
		if _, occurred := slices.BinarySearch(waits, got); !occurred {
			t.Fatalf("quantile %d: %d never occurred", q, got)
		}
	}
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestSamplesAreExact up to the bound, and past it if there are few different
// waits among many.
func TestSamplesAreExact(t *testing.T) {
	var s report.Samples
	for i := range report.MaxDistinct + 1000 {
		s.Add(time.Duration(i % 1000))
	}
	if got, ok := s.Quantile(unit.Percent(50)); s.Binned() || !ok || got != 499 {
		t.Errorf("binned %v, median %d, want 499", s.Binned(), got)
	}
}

func BenchmarkSamples(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	waits := make([]time.Duration, 1<<20)
	for i := range waits {
		waits[i] = time.Duration(150e6 * math.Exp(0.8*rng.NormFloat64()))
	}
	var s report.Samples
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		s.Add(waits[n%len(waits)] + time.Duration(n/len(waits)))
		n++
	}
}

// TestMean holds the mean to sums of big integers.
func TestMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		waits := rapid.SliceOfN(rapid.Int64Range(0, int64(48*time.Hour)), 1, 200).Draw(t, "waits")
		sum, s := new(big.Int), new(report.Samples)
		for _, w := range waits {
			s.Add(time.Duration(w))
			sum.Add(sum, big.NewInt(w))
		}
		want := sum.Div(sum, big.NewInt(int64(len(waits)))).Int64()
		if got := s.Mean(); int64(got) != want {
			t.Fatalf("mean %d, want %d", got, want)
		}
	})
}
