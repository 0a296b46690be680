package swarm

import (
	"slices"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/scenarios"
)

// breakerBook holds that a breaker goes from state to state as one can, and lets no
// more through while half-open than its trials.
type breakerBook struct {
	name     string
	cfg      resilience.BreakerConfig
	provider string // whose calls are all let through by this breaker; "": not known

	state string
	since time.Duration
	let   int // calls that have begun in this state
}

const (
	closed   = "CLOSED"
	open     = "OPEN"
	halfOpen = "HALF_OPEN"
)

// follow lists the states that may come after each.
var follow = map[string][]string{closed: {open}, open: {halfOpen}, halfOpen: {open, closed}}

func newBreakerBook(spec scenarios.Spec, service, key string) *breakerBook {
	d := spec.Services[service].Dependencies[key]
	b := &breakerBook{name: service + "/" + key, cfg: *d.Breaker, state: closed}
	if trialsAreTold(spec, service, d) {
		b.provider = d.Provider
	}
	return b
}

// trialsAreTold reports whether the calls that begin at the provider while the
// breaker is half-open are its trials and nothing else: none that waited behind it
// since before, none of another dependency, and none whose place was given back.
func trialsAreTold(spec scenarios.Spec, service string, d scenarios.Dependency) bool {
	return onlyUser(spec, d) && spec.Services[service].Abandoned == scenarios.Finish &&
		(d.Bulkhead == nil || outside(d, "bulkhead", "breaker")) &&
		(d.Timeout == 0 || outside(d, "breaker", "timeout")) && !d.Breaker.CountInFlight &&
		(d.Breaker.IgnoredSucceed || !slices.ContainsFunc(spec.Providers[d.Provider].Faults, ignored))
}

// ignored reports whether a fault's answers are no outcomes, which give the place of
// a trial back.
func ignored(w fault.Window) bool {
	return w.Kind == fault.Status && scenarios.OutcomeOf(w.Status) == resilience.Ignored
}

// outside reports whether one policy comes before another.
func outside(d scenarios.Dependency, one, other string) bool {
	return slices.Index(d.Order, one) < slices.Index(d.Order, other)
}

// onlyUser reports whether all calls to a dependency's provider are its own, and it
// calls no other.
func onlyUser(spec scenarios.Spec, d scenarios.Dependency) bool {
	users := 0
	for _, s := range spec.Services {
		for _, other := range s.Dependencies {
			if other.Provider == d.Provider {
				users++
			}
		}
		for _, r := range s.Routes {
			for _, c := range r.Calls {
				if c.Provider == d.Provider || c.Provider != "" && s.Dependencies[c.Dependency].Provider == d.Provider {
					return false
				}
			}
		}
	}
	return d.Service == "" && users == 1
}

func (b *breakerBook) enter(e record.Event) error {
	switch {
	case e.Kind == record.Transition && e.Name == b.name:
		return b.move(e)
	case e.Kind == record.Provider && e.Name == b.provider && e.Started:
		b.let++
		if b.state == open {
			return failf("an open breaker lets nothing through", "%+v", e)
		}
		leased := !b.cfg.NoTrialLease && e.At-b.since >= b.cfg.TrialLease // and so given back
		if b.state == halfOpen && b.let > b.cfg.Trials && !leased {
			return failf("half-open lets its trials through and no more", "%d of %d: %+v", b.let, b.cfg.Trials, e)
		}
	}
	return nil
}

func (b *breakerBook) move(e record.Event) error {
	if e.From == b.state && e.To == closed && e.Reason == record.Restarted {
		b.state, b.since, b.let = e.To, e.At, 0
		return nil
	}
	if e.From != b.state || !slices.Contains(follow[e.From], e.To) || e.Reason == "" {
		return failf("a breaker opens and closes in turns", "%s since %s: %+v", b.state, b.since, e)
	}
	if e.From == open && e.At-b.since < b.cfg.OpenFor {
		return failf("a breaker stays open as long as it says", "open since %s, for %s: %+v", b.since, b.cfg.OpenFor, e)
	}
	b.state, b.since, b.let = e.To, e.At, 0
	return nil
}

func (b *breakerBook) balance(bool) error { return nil }
