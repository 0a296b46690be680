package fault

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/unit"
)

// Kind names a fault.
type Kind string

const (
	Slow   Kind = "slow"   // answers as ever, but late
	Status Kind = "status" // answers with an error
	Hang   Kind = "hang"   // accepts and does not answer
)

// kinds of fault, by name. A new fault is a file and a row.
var kinds = map[Kind]kind{
	Slow:   slow{},
	Status: status{},
	Hang:   hang{},
}

// Kinds returns every kind of fault, in alphabetical order.
func Kinds() []Kind { return slices.Sorted(maps.Keys(kinds)) }

// kind is one fault.
type kind interface {
	// act returns what is decided for a request that the window has hit. The
	// draft is a value, because behind a pointer it would be allocated.
	act(w *Window, rng *rand.Rand, d draft) draft
	// check finds what is wrong with the window's parameters.
	check(w *Window, ps *unit.Problems)
	// takes names the fields of Window that are parameters of this fault.
	takes() []string
}

// MaxWindow is the longest that a fault may last.
const MaxWindow = 24 * time.Hour

// maxName bounds a window's label, in bytes.
const maxName = 40

// Window is a stretch of the run in which a provider fails in one way.
type Window struct {
	// Name is a label for people, at most 40 bytes; nothing depends on it.
	Name string `yaml:"name,omitempty"`
	Kind Kind   `yaml:"kind"`
	// From is the first instant of the window, Until the first after it, at most
	// MaxWindow later.
	From  time.Duration `yaml:"from"`
	Until time.Duration `yaml:"until"`
	// Share of the requests that are hit, tossed for each one. Nil is 100 %, and
	// 0 % is none of them.
	Share *unit.Share `yaml:"share,omitempty"`

	// Latency of slow, in place of the healthy one; and of status, whose default
	// is the healthy one ("0s" answers at once).
	Latency Latency `yaml:"latency,omitempty"`
	// Status code of status, 400 to 599. Default: 503.
	Status int `yaml:"status,omitempty"`
	// RetryAfter of status is told to the caller, in whole seconds, rounded up; at
	// most MaxLatency. 0: nothing is told.
	RetryAfter time.Duration `yaml:"retry_after,omitempty"`
}

// WithDefaults returns the window with its defaults filled in.
func (w Window) WithDefaults() Window {
	if w.Kind == Status && w.Status == 0 {
		w.Status = 503
	}
	return w
}

// Validate returns everything that is wrong with the window. What concerns several
// fields is noted for the window as a whole. Whether it lies inside its run is
// for the run to check.
func (w Window) Validate() unit.Problems {
	var ps unit.Problems
	if len(w.Name) > maxName {
		ps.Addf("name", "is longer than %d bytes", maxName)
	}
	switch {
	case w.From < 0:
		ps.Addf("from", "must not be negative: it counts from the start of the run")
	case w.Until == 0:
		ps.Addf("", "has no end; write until, for every fault ends by itself")
	case w.Until <= w.From:
		ps.Addf("", "is empty: until (%s) must be later than from (%s)", w.Until, w.From)
	case w.Until-w.From > MaxWindow:
		ps.Addf("", "lasts %s, at most %s", w.Until-w.From, MaxWindow)
	}
	if w.Share != nil && (*w.Share < 0 || *w.Share > unit.Whole) {
		ps.Addf("share", "must lie between 0%% and 100%%")
	}
	ps.Under("latency", w.Latency.Validate())
	k, ok := kinds[w.Kind]
	if !ok {
		ps.Addf("kind", "%q is not a fault; write one of %s", w.Kind, strings.Join(kindNames(), ", "))
		return ps
	}
	k.check(&w, &ps)
	w.foreign(k, &ps)
	return ps
}

// foreign finds parameters that the kind does not take.
func (w *Window) foreign(k kind, ps *unit.Problems) {
	for _, f := range []struct {
		name  string
		given bool
	}{{"latency", w.Latency.Given()}, {"status", w.Status != 0}, {"retry_after", w.RetryAfter != 0}} {
		if f.given && !slices.Contains(k.takes(), f.name) {
			ps.Addf(f.name, "is not a parameter of %s; leave it out", w.Kind)
		}
	}
}

func kindNames() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k))
	}
	return names
}

// open reports whether the window is open at an instant.
func (w *Window) open(now time.Duration) bool { return w.From <= now && now < w.Until }

// hits tosses for one request. Neither all nor none takes anything from rng.
func (w *Window) hits(rng *rand.Rand) bool {
	switch {
	case w.never():
		return false
	case w.Share == nil || *w.Share >= unit.Whole:
		return true
	default:
		return rng.Int64N(int64(unit.Whole)) < int64(*w.Share)
	}
}

// never reports whether the window hits nobody.
func (w *Window) never() bool { return w.Share != nil && *w.Share <= 0 }
