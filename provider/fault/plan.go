package fault

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// ok is the status of a reply without a fault.
const ok = 200

// Decision is what happens to one request.
type Decision struct {
	// Latency is how long the reply takes.
	Latency time.Duration
	// Status of the reply; 200 unless a fault says otherwise.
	Status int
	// RetryAfter is told with an error; 0: nothing is told.
	RetryAfter time.Duration
	// Hang: there is no reply, and at Until the connection is cut. What is above
	// is then zero.
	Hang  bool
	Until time.Duration
	// Fault names what hit the request, such as "slow" or "slow+status"; "" if
	// nothing did.
	Fault string
}

// draft is a decision in the making.
type draft struct {
	Decision
	slowed bool // the latency is that of a slow fault
}

// Plan decides for one provider. It does not change: goroutines may share it.
type Plan struct {
	healthy Latency
	windows []planned
	names   []string // by the set of kinds that hit, a bit each
}

type planned struct {
	Window
	kind kind
	bit  uint
}

// NewPlan makes the plan of a healthy latency and of windows, which may overlap.
// It panics on what Validate refuses.
func NewPlan(healthy Latency, windows []Window) *Plan {
	mustBeValid(healthy, windows)
	p := &Plan{healthy: healthy}
	var used []string
	for _, w := range windows {
		if name := string(w.Kind); !slices.Contains(used, name) {
			used = append(used, name)
		}
	}
	slices.Sort(used)
	for _, w := range windows {
		bit := uint(1) << slices.Index(used, string(w.Kind))
		p.windows = append(p.windows, planned{w.WithDefaults(), kinds[w.Kind], bit})
	}
	p.names = setNames(used)
	return p
}

func mustBeValid(healthy Latency, windows []Window) {
	ps := Config{Latency: healthy, Faults: windows}.Validate()
	if len(ps) > 0 {
		panic("fault: " + ps[0].String())
	}
}

// setNames names every set of kinds, so that deciding need not join strings.
func setNames(used []string) []string {
	names := make([]string, 1<<len(used))
	for set := range names {
		var members []string
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			members = append(members, used[bits.TrailingZeros(rest)])
		}
		names[set] = strings.Join(members, "+")
	}
	return names
}

// Decide says what happens to a request that arrives now. It does not allocate.
//
// What it draws from rng is, in this order, the healthy latency, and then for
// each open window, as they stand in the file, its coin and, if that hits, its
// latency. A share of 0 % or 100 % draws nothing, nor does a fixed latency; rng may
// be nil if nothing is ever drawn.
func (p *Plan) Decide(now time.Duration, rng *rand.Rand) Decision {
	d := draft{Decision: Decision{Latency: p.healthy.Draw(rng), Status: ok}}
	var hit uint
	for i := range p.windows {
		w := &p.windows[i]
		if w.open(now) && w.hits(rng) {
			d = w.kind.act(&w.Window, rng, d)
			hit |= w.bit
		}
	}
	if d.Hang {
		d.Decision = Decision{Hang: true, Until: d.Until}
	}
	d.Fault = p.names[hit]
	return d.Decision
}
