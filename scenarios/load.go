package scenarios

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"time"

	"checkoutlab/internal/unit"
)

// Arrivals says how the requests of a load follow each other.
type Arrivals string

const (
	// Even spaces them evenly.
	Even Arrivals = "even"
	// Poisson draws the gaps between them from an exponential distribution, as
	// many people who know nothing of each other cause.
	Poisson Arrivals = "poisson"
)

// Stage is a later rate of a load.
type Stage struct {
	// At is the instant from which it holds.
	At time.Duration `yaml:"at"`
	// Over is how long the rate takes to get there from the one before, growing
	// or falling in a straight line. Default 0: at once.
	Over time.Duration `yaml:"over,omitempty"`
	Rate unit.Rate     `yaml:"rate"`
}

// stretch is a part of a load in which its rate is constant or changes in a
// straight line: from inclusive, until exclusive.
type stretch struct {
	from, until time.Duration
	rate        unit.Rate // at from
	growth      float64   // of the rate, per second and second
}

// stretches cuts a load at its stages, to [Start, duration). Empty ones are left
// out.
func (l Load) stretches(duration time.Duration) []stretch {
	if !l.Rate.Valid() {
		return nil
	}
	var all []stretch
	add := func(s stretch) {
		if s.until = min(s.until, duration); s.from < s.until {
			all = append(all, s)
		}
	}
	last := stretch{from: l.Start, rate: l.Rate}
	for _, st := range l.Stages {
		if st.At >= duration {
			break
		}
		last.until = st.At
		add(last)
		there := st.At + min(st.Over, duration) // past the end is far enough
		if st.Over > 0 {
			growth := (st.Rate.PerSecond() - last.rate.PerSecond()) / st.Over.Seconds()
			add(stretch{st.At, there, last.rate, growth})
		}
		last = stretch{from: there, rate: st.Rate}
	}
	last.until = duration
	add(last)
	return all
}

// count returns how many events a stretch has: on average, if they are not even.
func (s stretch) count() int64 {
	span := s.until - s.from
	if s.growth == 0 {
		return steady(s.rate, span)
	}
	mean := (s.rate.PerSecond() + s.growth*span.Seconds()/2) * span.Seconds()
	return int64(min(math.Ceil(mean), math.MaxInt64/2))
}

// steady counts the events n with n·Per/Events < span, exactly: there are
// span·Events/Per of them, rounded up.
func steady(r unit.Rate, span time.Duration) int64 {
	hi, lo := bits.Mul64(uint64(span), uint64(r.Events)) // 128 bits
	per := uint64(r.Per)
	if hi >= per {
		return math.MaxInt64 / 2
	}
	count, rest := bits.Div64(hi, lo, per)
	if rest > 0 {
		count++
	}
	return int64(min(count, math.MaxInt64/2))
}

// at returns when the event of a place in the stretch is: the n-th for even ones,
// which is exact in a steady stretch; any place on that scale for others.
func (s stretch) at(place float64) time.Duration {
	if s.growth == 0 {
		if n := int64(place); float64(n) == place {
			return s.from + s.rate.At(n)
		}
		return s.from + seconds(place/s.rate.PerSecond())
	}
	// The place is r·t + g·t²/2, and this its root, in the form that loses no
	// digits. A conversion keeps compilers from fusing the products, which would
	// give other digits on other machines.
	r := s.rate.PerSecond()
	under := float64(r*r) + float64(2*s.growth*place)
	if under < 0 {
		return s.until
	}
	return s.from + seconds(2*place/(r+math.Sqrt(under)))
}

// seconds is a length of time, cut at a year: that much is past every run.
func seconds(s float64) time.Duration {
	return time.Duration(min(s, 365*24*3600) * float64(time.Second))
}

// Count returns how many requests are due in a run whose loads send for the
// given duration: for Poisson arrivals on average, and for clients that wait for
// their answers not at all, which is 0.
func (l Load) Count(duration time.Duration) int64 {
	var n int64
	for _, s := range l.stretches(duration) {
		n = min(n+s.count(), math.MaxInt64/2)
	}
	return n
}

// Peak returns the highest of a load's rates.
func (l Load) Peak() unit.Rate {
	highest := l.Rate
	for _, st := range l.Stages {
		if st.Rate.PerSecond() > highest.PerSecond() {
			highest = st.Rate
		}
	}
	return highest
}

// Schedule yields the instants at which the requests of a load are due, in order.
// It asks nothing of the run: how the answers fare does not change it.
type Schedule struct {
	load     Load
	duration time.Duration
	rand     *rand.Rand
	left     []stretch
	place    float64 // of the next event in the first stretch that is left
	last     time.Duration
}

// Schedule returns the due instants of a load in a run whose loads send for the
// given duration; they lie in [Start, duration). Even arrivals without jitter
// draw nothing from rng, which may then be nil.
func (l Load) Schedule(duration time.Duration, rng *rand.Rand) *Schedule {
	s := &Schedule{load: l, duration: duration, rand: rng, left: l.stretches(duration)}
	s.begin()
	return s
}

// Next returns the next due instant; false if there is none.
func (s *Schedule) Next() (time.Duration, bool) {
	for len(s.left) > 0 {
		due := s.left[0].at(s.place)
		if due < s.left[0].until {
			s.place += s.gap()
			return s.shaken(due), true
		}
		s.left = s.left[1:]
		s.begin()
	}
	return 0, false
}

// begin starts a stretch; neither spacing remembers the one before.
func (s *Schedule) begin() {
	s.place = 0
	if s.load.Arrivals == Poisson {
		s.place = s.gap()
	}
}

func (s *Schedule) gap() float64 {
	if s.load.Arrivals == Poisson {
		return s.rand.ExpFloat64()
	}
	return 1
}

// shaken moves a due instant by the jitter. That keeps the order, for jitter is
// no longer than the gap between two requests.
func (s *Schedule) shaken(due time.Duration) time.Duration {
	if s.load.Jitter > 0 {
		due += time.Duration(s.rand.Int64N(int64(s.load.Jitter)))
	}
	s.last = max(s.last, min(due, s.duration-1))
	return s.last
}
