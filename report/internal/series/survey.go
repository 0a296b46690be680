package series

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/record"
)

// Survey is what must be known of a mode before its pictures have scales.
type Survey struct {
	End         time.Duration
	Loads       map[string]*Tally
	Least, Most time.Duration // latency
	Seen        [Classes]bool
	Abandoned   bool
	others      map[string]bool // outcomes of the class OtherStatus
	services    map[string]*occupancy
	providers   map[string]*occupancy
	transitions []record.Event
}

// occupancy is what a service or a provider has to show.
type occupancy struct {
	inUse, waiting Extent
	restarted      bool
}

// Tally counts the requests of a load, also by their class.
type Tally struct {
	Requests int
	Classes  [Classes]int
}

// Answers is how many were answered with success.
func (t Tally) Answers() int { return t.Classes[Answered] }

// Extent is how much a gauge has to show.
type Extent struct{ Steps, Max int }

func (x *Extent) add(value int) {
	x.Steps++
	x.Max = max(x.Max, value)
}

// NewSurvey looks through the events of a mode.
func NewSurvey(src Source) Survey {
	s := Survey{
		End: src.Spec.Duration, Loads: map[string]*Tally{}, others: map[string]bool{},
		services: map[string]*occupancy{}, providers: map[string]*occupancy{},
	}
	if src.Events.Len() > 0 {
		s.End = src.Events.End() // the run may have been cut short
	}
	for e := range src.Events.All() {
		switch e.Kind {
		case record.Request:
			s.request(&e)
		case record.Service:
			occupancyOf(s.services, e.Name).add(&e)
		case record.Provider:
			occupancyOf(s.providers, e.Name).add(&e)
			s.Abandoned = s.Abandoned || e.Waiting > 0
		case record.Restart:
			occupancyOf(s.services, e.Name).restarted = true
		case record.Transition:
			s.transitions = append(s.transitions, e)
		}
	}
	return s
}

func (s *Survey) request(e *record.Event) {
	latency := e.Latency()
	if len(s.Loads) == 0 {
		s.Least, s.Most = latency, latency
	}
	s.Least, s.Most = min(s.Least, latency), max(s.Most, latency)
	t := s.Loads[e.Name]
	if t == nil {
		t = new(Tally)
		s.Loads[e.Name] = t
	}
	t.Requests++
	class := ClassOf(e.Outcome)
	s.Seen[class] = true
	if class == OtherStatus {
		s.others[e.Outcome] = true
	}
	t.Classes[class]++
}

func occupancyOf(parts map[string]*occupancy, name string) *occupancy {
	o := parts[name]
	if o == nil {
		o = new(occupancy)
		parts[name] = o
	}
	return o
}

func (o *occupancy) add(e *record.Event) {
	o.inUse.add(e.InUse)
	o.waiting.add(e.Waiting)
}

// extent is how much a panel has to show of the mode.
func (s Survey) extent(p Panel) Extent {
	parts := s.services
	if p.Quantity == InFlight {
		parts = s.providers
	}
	switch o := parts[p.Part]; {
	case o == nil:
		return Extent{}
	case p.Quantity == Queued:
		return o.waiting
	default:
		return o.inUse
	}
}

// LoadNames are the loads of all modes, by route and name, as the table has
// them.
func LoadNames(sources []Source, surveys []Survey) []string {
	routes := map[string]string{}
	for i, src := range sources {
		for name, l := range src.Spec.Loads {
			routes[name] = l.Route
		}
		for name := range surveys[i].Loads {
			if _, known := routes[name]; !known {
				routes[name] = ""
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

// What is shown one by one. Of more there would be one blot, in a file of
// megabytes: then what falls on one place is put together.
const (
	maxDots  = 2000 // requests of a load in a mode
	maxSteps = 5000 // of a gauge in a mode
	maxSpans = 500  // states of a breaker in a mode
)

// Dense are the loads with more requests than are shown one by one, in any of
// the modes: all modes show them alike.
func Dense(surveys []Survey) map[string]bool {
	loads := map[string]bool{}
	for _, s := range surveys {
		for name, t := range s.Loads {
			if t.Requests > maxDots {
				loads[name] = true
			}
		}
	}
	return loads
}
