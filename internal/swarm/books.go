package swarm

import (
	"maps"
	"slices"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// book is an account of one part of a scenario.
type book interface {
	// enter takes the next event and finds what it cannot be.
	enter(e record.Event) error
	// balance looks at the whole once the run is over. At rest nothing was under way
	// any more when it ended.
	balance(rest bool) error
}

// balance enters a run's events into its books.
func balance(spec scenarios.Spec, events []record.Event) error {
	books := openBooks(spec)
	for i, e := range events {
		if i > 0 && e.At < events[i-1].At {
			return failf("time does not go back", "event %d, %+v, comes after one at %s", i, e, events[i-1].At)
		}
		if last := i == len(events)-1; (e.Kind == record.End) != last || last && e.Reason != "" {
			return failf("a run ends once, by itself", "event %d of %d is %+v", i, len(events), e)
		}
		for _, b := range books {
			if err := b.enter(e); err != nil {
				return err
			}
		}
	}
	_, rest := spec.Loads[keeper]
	for _, b := range books {
		if err := b.balance(rest); err != nil {
			return err
		}
	}
	return nil
}

// openBooks opens one for each part of a scenario.
func openBooks(spec scenarios.Spec) []book {
	var books []book
	for _, name := range names(spec.Loads) {
		books = append(books, newLoadBook(spec, name))
	}
	for _, name := range names(spec.Providers) {
		books = append(books, &providerBook{name: name, most: spec.Providers[name].MaxInFlight})
	}
	for _, name := range names(spec.Services) {
		s := spec.Services[name]
		books = append(books, &poolBook{kind: record.Service, name: name, slots: s.Workers, queue: s.Queue})
		for _, key := range names(s.Dependencies) {
			d := s.Dependencies[key]
			if d.Bulkhead != nil {
				books = append(books, &poolBook{kind: record.Bulkhead, name: name + "/" + key, slots: d.Bulkhead.MaxConcurrent, queue: d.Bulkhead.Queue})
			}
			if d.Breaker != nil {
				books = append(books, newBreakerBook(spec, name, key))
			}
			if callsAreTold(spec, name, key) {
				books = append(books, &callBook{spec: spec, service: name, dependency: key})
			}
		}
	}
	return books
}

// names are a map's keys in order, so that the same book fails first each time.
func names[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// providerBook holds that what is in flight is what has started and not ended.
type providerBook struct {
	name                string
	most                int
	inFlight, abandoned int
}

func (b *providerBook) enter(e record.Event) error {
	if e.Kind != record.Provider || e.Name != b.name {
		return nil
	}
	const rule = "in flight is started less ended"
	change := e.InUse - b.inFlight
	switch {
	case e.InUse < 0 || e.InUse > b.most || e.Waiting < 0 || e.Waiting > e.InUse:
		return failf(rule, "at most %d: %+v", b.most, e)
	case e.Started && change != 1, !e.Started && change != 0 && change != -1:
		return failf(rule, "%d before %+v", b.inFlight, e)
	case e.Started && e.Waiting != b.abandoned, e.Waiting > b.abandoned+1:
		return failf(rule, "%d abandoned before %+v", b.abandoned, e)
	}
	b.inFlight, b.abandoned = e.InUse, e.Waiting
	return nil
}

func (b *providerBook) balance(rest bool) error {
	if rest && b.inFlight > 0 {
		return failf("at rest nothing is in flight", "provider %s: %d", b.name, b.inFlight)
	}
	return nil
}

// poolBook holds the slots of a service or a bulkhead to their number, and that
// nobody waits while one is free.
type poolBook struct {
	kind         record.Kind
	name         string
	slots, queue int
	last         record.Event
}

func (b *poolBook) enter(e record.Event) error {
	if e.Kind != b.kind || e.Name != b.name {
		return nil
	}
	if e.InUse < 0 || e.InUse > b.slots || e.Waiting < 0 || e.Waiting > b.queue {
		return failf("slots and places are what there is of them", "%d and %d: %+v", b.slots, b.queue, e)
	}
	if e.Waiting > 0 && e.InUse < b.slots {
		return failf("nobody waits beside a free slot", "%d: %+v", b.slots, e)
	}
	b.last = e
	return nil
}

func (b *poolBook) balance(rest bool) error {
	if rest && (b.last.InUse > 0 || b.last.Waiting > 0) {
		return failf("at rest every slot is back", "%+v", b.last)
	}
	return nil
}
