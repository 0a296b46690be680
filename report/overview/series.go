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
	survey
	dots                   []dot // of the loads with few requests
	cells                  cells // of those with many
	busy, queued, inFlight gauge
	breakers               []strip
	faults                 []window
}

// dot is a request: when it was due and how long its client waited.
type dot struct {
	due, latency time.Duration
	class        class
	load         string
}

// gauge is a step function of time, summed over all parts of a kind.
type gauge struct {
	extent
	steps    []step
	band     *band // in place of steps, if there are too many
	marked   bool  // steps have a second value, a part of the first
	capacity int   // 0: none
}

type step struct {
	at           time.Duration
	value, inner int
}

func (g *gauge) add(s step) {
	if g.band != nil {
		g.band.add(s)
		return
	}
	g.steps = append(g.steps, s)
}

// note says how high it went.
func (g gauge) note() string {
	if g.capacity > 0 {
		return fmt.Sprintf("max %d of %d", g.max, g.capacity)
	}
	return fmt.Sprintf("max %d", g.max)
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

// newSeries puts the events of a column where they will be drawn.
func (p *page) newSeries(c Column, s survey) series {
	out := series{survey: s, faults: faultsOf(c.Spec), breakers: strips(c, s)}
	out.cells = newCells(p.columnWidth(), p.time, p.latency)
	out.busy, out.queued, out.inFlight = p.newGauge(s.busy), p.newGauge(s.queued), p.newGauge(s.inFlight)
	for _, svc := range c.Spec.Services {
		out.busy.capacity += svc.Workers
	}
	out.inFlight.marked = true
	workers, providers := sums{}, sums{}
	for e := range c.Events.All() {
		switch e.Kind {
		case record.Request:
			d := dot{e.Due, e.Latency(), classOf(e.Outcome), e.Name}
			if p.dense[d.load] {
				out.cells.add(d)
			} else {
				out.dots = append(out.dots, d)
			}
		case record.Service:
			busy, queued := workers.set(&e)
			out.busy.add(step{at: e.At, value: busy})
			out.queued.add(step{at: e.At, value: queued})
		case record.Provider:
			inFlight, abandoned := providers.set(&e)
			out.inFlight.add(step{e.At, inFlight, abandoned})
		}
	}
	for _, g := range []*gauge{&out.busy, &out.queued, &out.inFlight} {
		if g.band != nil {
			g.band.close(s.end)
		}
	}
	return out
}

func (p *page) newGauge(x extent) gauge {
	g := gauge{extent: x}
	if x.steps > maxSteps {
		g.band = newBand(p.columnWidth(), p.time)
	}
	return g
}

// strips has every breaker of the scenario, by name, from closed at 0 on.
func strips(c Column, s survey) []strip {
	var names []string
	for service, s := range c.Spec.Services {
		for dependency, d := range s.Dependencies {
			if d.Breaker != nil {
				names = append(names, service+"/"+dependency)
			}
		}
	}
	for _, e := range s.transitions {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	var all []strip
	for _, name := range slices.Compact(names) {
		now := span{state: "CLOSED"}
		st := strip{name: name}
		for _, e := range s.transitions {
			if e.Name == name {
				now.until = e.At
				st.spans = append(st.spans, now)
				now = span{from: e.At, state: e.To}
			}
		}
		now.until = s.end
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
