package overview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// series is what a column shows.
type series struct {
	dots                   []dot
	busy, queued, inFlight gauge
	breakers               []strip
	faults                 []window
	end                    time.Duration
}

// dot is a request: when it was due and how long its client waited.
type dot struct {
	due, latency time.Duration
	class        class
	load         string
}

// gauge is a step function of time, summed over all parts of a kind.
type gauge struct {
	steps    []step
	marked   bool // steps have a second value, a part of the first
	capacity int  // 0: none
}

type step struct {
	at           time.Duration
	value, inner int
}

func (g gauge) max() int {
	most := 0
	for _, s := range g.steps {
		most = max(most, s.value)
	}
	return most
}

// note says how high it went.
func (g gauge) note() string {
	if g.capacity > 0 {
		return fmt.Sprintf("max %d of %d", g.max(), g.capacity)
	}
	return fmt.Sprintf("max %d", g.max())
}

// strip is the states of one breaker.
type strip struct {
	name  string
	spans []span
}

type span struct {
	from, until time.Duration
	state       string
}

// window is a fault of a provider.
type window struct {
	name        string
	from, until time.Duration
}

func newSeries(c Column) series {
	s := series{faults: faultsOf(c.Spec), end: c.Spec.Duration}
	if c.Events.Len() > 0 {
		s.end = c.Events.End() // the run may have been cut short
	}
	for _, svc := range c.Spec.Services {
		s.busy.capacity += svc.Workers
	}
	s.inFlight.marked = true
	workers, providers := sums{}, sums{}
	for e := range c.Events.All() {
		switch e.Kind {
		case record.Request:
			s.dots = append(s.dots, dot{e.Due, e.Latency(), classOf(e.Outcome), e.Name})
		case record.Service:
			busy, queued := workers.set(e)
			s.busy.steps = append(s.busy.steps, step{at: e.At, value: busy})
			s.queued.steps = append(s.queued.steps, step{at: e.At, value: queued})
		case record.Provider:
			inFlight, abandoned := providers.set(e)
			s.inFlight.steps = append(s.inFlight.steps, step{e.At, inFlight, abandoned})
		}
	}
	s.breakers = strips(c, s.end)
	return s
}

// sums adds up a gauge over all parts of a kind.
type sums struct {
	last           map[string]record.Event
	inUse, waiting int
}

func (s *sums) set(e record.Event) (inUse, waiting int) {
	if s.last == nil {
		s.last = map[string]record.Event{}
	}
	before := s.last[e.Name]
	s.inUse += e.InUse - before.InUse
	s.waiting += e.Waiting - before.Waiting
	s.last[e.Name] = e
	return s.inUse, s.waiting
}

// strips has every breaker of the scenario, by name, from closed at 0 on.
func strips(c Column, end time.Duration) []strip {
	var names []string
	for service, s := range c.Spec.Services {
		for dependency, d := range s.Dependencies {
			if d.Breaker != nil {
				names = append(names, service+"/"+dependency)
			}
		}
	}
	for e := range c.Events.All() {
		if e.Kind == record.Transition {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	var all []strip
	for _, name := range slices.Compact(names) {
		now := span{state: "CLOSED"}
		st := strip{name: name}
		for e := range c.Events.All() {
			if e.Kind == record.Transition && e.Name == name {
				now.until = e.At
				st.spans = append(st.spans, now)
				now = span{from: e.At, state: e.To}
			}
		}
		now.until = end
		st.spans = append(st.spans, now)
		all = append(all, st)
	}
	return all
}

func faultsOf(s scenarios.Spec) []window {
	var all []window
	for provider, p := range s.Providers {
		for _, f := range p.Faults {
			name := string(f.Kind)
			if len(s.Providers) > 1 {
				name = provider + " " + name
			}
			all = append(all, window{name, f.From, f.Until})
		}
	}
	slices.SortFunc(all, func(a, b window) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.until, b.until), strings.Compare(a.name, b.name))
	})
	return all
}

// loadNames are the loads of all columns, by route and name, as the table has
// them.
func loadNames(columns []Column) []string {
	routes := map[string]string{}
	for _, c := range columns {
		for name, l := range c.Spec.Loads {
			routes[name] = l.Route
		}
		for e := range c.Events.All() {
			if _, known := routes[e.Name]; !known && e.Kind == record.Request {
				routes[e.Name] = ""
			}
		}
	}
	var names []string
	for name := range routes {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(strings.Compare(routes[a], routes[b]), strings.Compare(a, b))
	})
	return names
}
