package queueing_test

import (
	"fmt"
	"math"
	"time"

	"checkoutlab/internal/queueing"
)

// row is one value that the simulator is held to.
type row struct {
	name string
	station
	measure  measure
	exact    float64
	requests float64 // in millions, for an interval as narrow as is asked
}

// measure is what a batch says of a value, for one request that was due on average.
type measure struct {
	unit  string
	value func(s station, b batch) float64
}

var (
	wait    = measure{"service times", func(s station, b batch) float64 { return b.queuedTime / s.work.mean.Seconds() }}
	delayed = measure{"of requests", func(_ station, b batch) float64 { return b.delayed }}
	blocked = measure{"of requests", func(_ station, b batch) float64 { return b.blocked }}
)

const ms = time.Millisecond

func constant(mean time.Duration) work { return work{mean.String(), mean, 0} }

func exponential(mean time.Duration) work {
	return work{fmt.Sprintf("{distribution: exponential, mean: %s}", mean), mean, 1}
}

// bimodal is half the mean for most, and for 10 % eleven times that.
func bimodal(mean time.Duration) work {
	fast, slow := mean/2, mean*11/2
	return work{fmt.Sprintf("{distribution: bimodal, fast: %s, slow: %s, slow_share: 10%%}", fast, slow), mean,
		.3 * float64(slow-fast) / float64(mean)}
}

// uniform is anything up to twice the mean.
func uniform(mean time.Duration) work {
	return work{fmt.Sprintf("{distribution: uniform, min: 0s, max: %s}", 2*mean), mean, 1 / math.Sqrt(3)}
}

// lognormal has a p99 of three times its median. The mean is p50·exp(σ²/2) and cv²
// exp(σ²) − 1, with σ = ln(p99/p50)/z99.
func lognormal(p50 time.Duration) work {
	sigma := math.Log(3) / 2.3263478740408408
	return work{fmt.Sprintf("{distribution: lognormal, p50: %s, p99: %s}", p50, 3*p50),
		time.Duration(math.Round(float64(p50) * math.Exp(sigma*sigma/2))), math.Sqrt(math.Expm1(sigma * sigma))}
}

func table() []row {
	var all []row
	for _, r := range []struct{ rate, mm1, md1 float64 }{{100, 7, .5}, {160, 14, 1}, {180, 45, 4}, {190, 18, 1}} {
		u := r.rate * .005
		all = append(all,
			single("M/M/1", exponential(5*ms), r.rate, queueing.MM1Wait(u, 1), r.mm1),
			single("M/D/1", constant(5*ms), r.rate, queueing.MD1Wait(u, 1), r.md1))
	}
	for _, g := range []struct {
		name           string
		work           work
		rate, requests float64
	}{{"uniform", uniform(5 * ms), 160, 8}, {"lognormal", lognormal(5 * ms), 140, 8}, {"bimodal", bimodal(5 * ms), 160, 40}} {
		u := g.rate * g.work.mean.Seconds()
		all = append(all, single("M/G/1 "+g.name, g.work, g.rate, queueing.MG1Wait(u, 1, g.work.cv), g.requests))
	}
	for _, e := range []struct {
		workers      int
		rate         float64
		con, exp, bi float64
	}{{4, 400, 2, 2, 3}, {16, 800, 80, 130, 190}, {16, 1600, 3, 7, 12}, {16, 10000, 1, 1, 1}} {
		s := station{workers: e.workers, rate: e.rate}
		exact := queueing.ErlangB(e.workers, e.rate*.01)
		for _, d := range []struct {
			name     string
			work     work
			requests float64
		}{{"constant", constant(10 * ms), e.con}, {"exponential", exponential(10 * ms), e.exp}, {"bimodal", bimodal(10 * ms), e.bi}} {
			s.work = d.work
			all = append(all, row{fmt.Sprintf("Erlang B(%d,%.0f) %s", s.workers, s.load(), d.name), s, blocked, exact, d.requests})
		}
	}
	for _, c := range []struct{ rate, c, m, d float64 }{{256, 13, 80, 7}, {288, 6, 130, 7}, {304, 1, 28, 1}} {
		s := station{16, endless, exponential(50 * ms), c.rate}
		all = append(all,
			row{fmt.Sprintf("Erlang C(16) %.0f/s", c.rate), s, delayed, queueing.ErlangC(16, s.load()), c.c},
			row{fmt.Sprintf("M/M/16 %.0f/s", c.rate), s, wait, queueing.MMcWait(16, s.load(), 1), c.m})
		s.work = constant(50 * ms)
		all = append(all, row{fmt.Sprintf("M/D/16 %.0f/s", c.rate), s, wait, queueing.MDcWait(16, s.load(), 1), c.d})
	}
	s := station{16, 16, exponential(50 * ms), 400}
	return append(all, row{"M/M/16 with 16 places", s, blocked, queueing.MMcKBlocked(16, 16, s.load()), 10})
}

// single is a row of a station with one worker.
func single(name string, w work, rate, exact, requests float64) row {
	s := station{1, endless, w, rate}
	return row{fmt.Sprintf("%s ρ %.3g", name, s.utilization()), s, wait, exact, requests}
}

// calm is how long a station remembers, which a batch must be many times longer than:
// S/(c(1 − √ρ)²) if there is a queue, the relaxation time of M/M/c (P. M. Morse:
// Stochastic Properties of Waiting Lines, Operations Research 3, 1955), and in any
// case a service time; the longer the more the work varies.
func (s station) calm() time.Duration {
	calm := 1.0
	if s.places > 0 {
		idle := 1 - math.Sqrt(s.utilization())
		calm = max(calm, 1/(float64(s.workers)*idle*idle))
	}
	return time.Duration(calm * (1 + s.work.cv*s.work.cv) / 2 * float64(s.work.mean))
}

// width is how narrow the interval must be, relative to the value.
func (r row) width() float64 {
	if r.utilization() > .9+1e-9 && r.places == endless {
		return .03
	}
	return .01
}
