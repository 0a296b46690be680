package report

import "checkoutlab/internal/unit"

// Latency is the distribution of a number of waits. What too few samples say
// nothing about is nil (null in JSON): see Samples.Quantile.
type Latency struct {
	Min  *Millis `json:"min_ms"`
	P50  *Millis `json:"p50_ms"`
	P90  *Millis `json:"p90_ms"`
	P95  *Millis `json:"p95_ms"`
	P99  *Millis `json:"p99_ms"`
	P999 *Millis `json:"p99_9_ms"`
	Max  *Millis `json:"max_ms"`
	Mean *Millis `json:"mean_ms"`
	// Binned is set when there were more than MaxDistinct different waits: then
	// the quantiles may be up to 1/16384 too high.
	Binned bool `json:"binned,omitempty"`
}

func newLatency(s *Samples) Latency {
	at := func(q unit.Share) *Millis {
		d, ok := s.Quantile(q)
		if !ok {
			return nil
		}
		ms := millis(d)
		return &ms
	}
	l := Latency{
		P50: at(unit.Percent(50)), P90: at(unit.Percent(90)), P95: at(unit.Percent(95)),
		P99: at(unit.Percent(99)), P999: at(999_000), Binned: s.Binned(),
	}
	if s.Len() > 0 {
		least, most, mean := millis(s.Min()), millis(s.Max()), millis(s.Mean())
		l.Min, l.Max, l.Mean = &least, &most, &mean
	}
	return l
}
