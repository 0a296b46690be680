// Package series tells, for the pictures of a run, what happened in one mode over
// time: the latency of every request, how many workers of each service were busy
// and requests queued, what each provider had in flight, and the states of the
// breakers. What is too dense to be shown one by one is put together, in a way that
// loses no outcome and no maximum, and says so.
package series

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// Source is one mode: what was run and what then happened, ordered by At.
type Source struct {
	Spec   scenarios.Spec
	Events record.Log
}

// Series is what a picture shows of one mode.
type Series struct {
	Survey
	Dots     []Dot   // of the loads with few requests
	Cells    Cells   // of those with many
	Gauges   []Gauge // one for each panel of the frame
	Breakers []Strip
	Faults   []Window
	Restarts []Restart
}

// Frame is what all modes of a picture share.
type Frame struct {
	Time       Axis // in seconds
	Latency    Axis // in milliseconds
	Across, Up int  // cells
	Points     int  // of a Band
	Dense      map[string]bool
	Panels     []Panel
}

// Dot is a request: when it was due and how long its client waited.
type Dot struct {
	Due, Latency    time.Duration
	Class           Class
	Load            string
	Seq             int64
	Outcome, Reason string
}

// Window is a fault of a provider.
type Window struct {
	Provider    string
	Name        string // what fails, with the provider's name if there are several
	From, Until time.Duration
}

// Restart is a service that its probe had restarted, or would have.
type Restart struct {
	Service string
	// From is when, and Until when the service had started again; both are the same
	// if it was never stopped.
	From, Until time.Duration
	Acted       bool
}

// New puts the events of a mode where they will be shown.
func New(src Source, s Survey, f Frame) Series {
	out := Series{Survey: s, Faults: Faults(src.Spec), Breakers: strips(src, s), Cells: newCells(f), Gauges: f.gauges(src, s)}
	type place struct {
		quantity Quantity
		part     string
	}
	gauges := map[place]*Gauge{} // nil: has no panel
	for i, p := range f.Panels {
		gauges[place{p.Quantity, p.Part}] = &out.Gauges[i]
	}
	for e := range src.Events.All() {
		switch e.Kind {
		case record.Request:
			d := Dot{e.Due, e.Latency(), ClassOf(e.Outcome), e.Name, e.Seq, e.Outcome, e.Reason}
			if f.Dense[d.Load] {
				out.Cells.add(d)
			} else {
				out.Dots = append(out.Dots, d)
			}
		case record.Service:
			gauges[place{Busy, e.Name}].add(Step{At: e.At, Value: e.InUse})
			gauges[place{Queued, e.Name}].add(Step{At: e.At, Value: e.Waiting})
		case record.Provider:
			gauges[place{InFlight, e.Name}].add(Step{e.At, e.InUse, e.Waiting})
		case record.Restart, record.Ready:
			out.restart(&e)
		}
	}
	for _, g := range out.Gauges {
		if g.Band != nil {
			g.Band.close(s.End)
		}
	}
	return out
}

// RestartsOf are those of one service.
func (s Series) RestartsOf(service string) (all []Restart) {
	for _, r := range s.Restarts {
		if r.Service == service {
			all = append(all, r)
		}
	}
	return all
}

func (s *Series) restart(e *record.Event) {
	if e.Kind == record.Restart {
		r := Restart{Service: e.Name, From: e.At, Until: e.At, Acted: e.Started}
		if r.Acted {
			r.Until = s.End
		}
		s.Restarts = append(s.Restarts, r)
		return
	}
	for i := len(s.Restarts) - 1; i >= 0; i-- {
		if r := &s.Restarts[i]; r.Service == e.Name && r.Acted {
			r.Until = e.At
			return
		}
	}
}

// Faults are the faults of all providers in the order in which they begin.
func Faults(s scenarios.Spec) []Window {
	var all []Window
	for provider, p := range s.Providers {
		for _, f := range p.Faults {
			name := string(f.Kind)
			if len(s.Providers) > 1 {
				name = provider + " " + name
			}
			all = append(all, Window{provider, name, f.From, f.Until})
		}
	}
	slices.SortFunc(all, func(a, b Window) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Until, b.Until), strings.Compare(a.Name, b.Name))
	})
	return all
}
