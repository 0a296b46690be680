package overview

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"checkoutlab/internal/record"
)

// survey is what must be known of a column before its panels have scales.
type survey struct {
	end                    time.Duration
	loads                  map[string]*tally
	least, most            time.Duration // latency
	seen                   [classes]bool
	busy, queued, inFlight extent
	abandoned              bool
	transitions            []record.Event
}

// tally counts the requests of a load.
type tally struct{ requests, answers int }

// extent is how much a gauge has to show.
type extent struct{ steps, max int }

func (x *extent) add(value int) {
	x.steps++
	x.max = max(x.max, value)
}

func newSurvey(c Column) survey {
	s := survey{end: c.Spec.Duration, loads: map[string]*tally{}}
	if c.Events.Len() > 0 {
		s.end = c.Events.End() // the run may have been cut short
	}
	workers, providers := sums{}, sums{}
	for e := range c.Events.All() {
		switch e.Kind {
		case record.Request:
			s.request(&e)
		case record.Service:
			busy, queued := workers.set(&e)
			s.busy.add(busy)
			s.queued.add(queued)
		case record.Provider:
			inFlight, abandoned := providers.set(&e)
			s.inFlight.add(inFlight)
			s.abandoned = s.abandoned || abandoned > 0
		case record.Transition:
			s.transitions = append(s.transitions, e)
		}
	}
	return s
}

func (s *survey) request(e *record.Event) {
	latency := e.Latency()
	if len(s.loads) == 0 {
		s.least, s.most = latency, latency
	}
	s.least, s.most = min(s.least, latency), max(s.most, latency)
	t := s.loads[e.Name]
	if t == nil {
		t = new(tally)
		s.loads[e.Name] = t
	}
	t.requests++
	class := classOf(e.Outcome)
	s.seen[class] = true
	if class == answered {
		t.answers++
	}
}

// sums adds up a gauge over all parts of a kind.
type sums struct {
	last           map[string]counts
	inUse, waiting int
}

type counts struct{ inUse, waiting int }

func (s *sums) set(e *record.Event) (inUse, waiting int) {
	if s.last == nil {
		s.last = map[string]counts{}
	}
	before := s.last[e.Name]
	s.inUse += e.InUse - before.inUse
	s.waiting += e.Waiting - before.waiting
	s.last[e.Name] = counts{e.InUse, e.Waiting}
	return s.inUse, s.waiting
}

// loadNames are the loads of all columns, by route and name, as the table has
// them.
func loadNames(columns []Column, surveys []survey) []string {
	routes := map[string]string{}
	for i, c := range columns {
		for name, l := range c.Spec.Loads {
			routes[name] = l.Route
		}
		for name := range surveys[i].loads {
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

// What is drawn one by one. Of more there would be one blot, in a file of
// megabytes: then what falls on one place is put together.
const (
	maxDots  = 2000 // requests of a load in a column
	maxSteps = 5000 // of a gauge in a column
	maxSpans = 500  // states of a breaker in a column
)

// dense are the loads with more requests than are drawn one by one, in any of
// the columns: all columns show them alike.
func dense(surveys []survey) map[string]bool {
	loads := map[string]bool{}
	for _, s := range surveys {
		for name, t := range s.loads {
			if t.requests > maxDots {
				loads[name] = true
			}
		}
	}
	return loads
}
