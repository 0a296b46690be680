package report

import (
	"fmt"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/internal/unit"
)

// portion is what of a mode a measure is of: a phase, or all of it.
type portion struct {
	Figures
	transitions []Transition
}

func portionOf(m Mode, phase string) portion {
	if phase == "" {
		return portion{m.Figures, m.Transitions}
	}
	for _, p := range m.Phases {
		if p.Name != phase {
			continue
		}
		s := portion{Figures: p.Figures}
		for _, t := range m.Transitions {
			if t.At >= p.From && t.At < p.Until {
				s.transitions = append(s.transitions, t)
			}
		}
		return s
	}
	return portion{}
}

// measure looks the figure up.
func (s portion) measure(p gate.Part, m gate.Measure) exact {
	switch p.Kind {
	case gate.Load:
		return s.Loads[p.Name].measure(m)
	case gate.Provider:
		return s.Providers[p.Name].measure(m)
	case gate.Service:
		return s.Services[p.Name].measure(m)
	case gate.Bulkhead:
		return s.Bulkheads[p.Name].measure(m)
	case gate.Retry:
		return s.Retries[p.Name].measure(m)
	default:
		return s.breaker(p.Name, m)
	}
}

func number(n int) exact       { return exact{num: int64(n), den: 1} }
func length(ms Millis) exact   { return exact{num: int64(ms.Duration()), den: 1} }
func missing(why string) exact { return exact{missing: why} }

// unknown is for a measure that gate has and this table has not, which the tests
// rule out.
func unknown(m gate.Measure) exact { return missing("no figure for " + m.Name) }

func (l LoadFigures) measure(m gate.Measure) exact {
	n := l.Ended()
	switch m.Name {
	case "due":
		return number(l.Due)
	case "time_to_recover":
		return l.recovery()
	case "count", "share":
		switch {
		case n == 0:
			return missing("no request ended here")
		case m.Name == "count":
			return number(l.count(m.Outcome))
		default:
			return exact{num: int64(l.count(m.Outcome)) * int64(unit.Whole), den: int64(n)}
		}
	}
	of, name := l.Latency, m.Name
	if rest, ok := strings.CutPrefix(name, "ok_"); ok {
		of, name, n = l.OK, rest, l.succeeded()
	} else if rest, ok := strings.CutPrefix(name, "service_"); ok {
		of, name = l.Service, rest
	}
	figure, ok := of.named(name)
	switch {
	case !ok:
		return unknown(m)
	case n == 0:
		return missing("no request ended here")
	case figure == nil:
		return missing(fmt.Sprintf("%d requests say nothing about %s", n, name))
	default:
		return length(*figure)
	}
}

// named returns the figure that a measure's name stands for.
func (l Latency) named(name string) (*Millis, bool) {
	ms, ok := map[string]*Millis{
		"min": l.Min, "p50": l.P50, "p90": l.P90, "p95": l.P95, "p99": l.P99, "p99.9": l.P999, "max": l.Max, "mean": l.Mean,
	}[name]
	return ms, ok
}

// count is how many requests ended in one way, such as "503" or "503 breaker
// open".
func (l LoadFigures) count(outcome string) int {
	if n, ok := l.Outcomes[outcome]; ok {
		return n
	}
	code, reason, _ := strings.Cut(outcome, " ")
	return l.Reasons[code][reason]
}

// succeeded is how many requests ended with a 2xx.
func (l LoadFigures) succeeded() (n int) {
	for outcome, count := range l.Outcomes {
		if succeeded(outcome) {
			n += count
		}
	}
	return n
}

func (l LoadFigures) recovery() exact {
	switch {
	case l.Recovered == nil:
		return missing("no request was due after a fault")
	case !*l.Recovered || l.TimeToRecover == nil:
		return missing("requests failed until the end")
	default:
		return length(*l.TimeToRecover)
	}
}

func (p ProviderFigures) measure(m gate.Measure) exact {
	switch m.Name {
	case "calls":
		return number(p.Calls)
	case "in_flight_max":
		return number(p.InFlightMax)
	case "abandoned_max":
		return number(p.AbandonedMax)
	case "faulted":
		n := 0
		for faults, count := range p.Faulted { // a call may meet several: "hang+slow"
			if strings.Contains("+"+faults+"+", "+"+m.Outcome+"+") {
				n += count
			}
		}
		return number(n)
	}
	return unknown(m)
}

func (s ServiceFigures) measure(m gate.Measure) exact {
	switch m.Name {
	case "busy_max":
		return number(s.BusyMax)
	case "queue_max":
		return number(s.QueueMax)
	case "restarts":
		return number(s.Restarts)
	case "unready":
		return length(s.Unready)
	}
	return unknown(m)
}

func (b BulkheadFigures) measure(m gate.Measure) exact {
	switch m.Name {
	case "in_use_max":
		return number(b.InUseMax)
	case "queue_max":
		return number(b.QueueMax)
	case "rejected":
		return number(b.Rejected)
	}
	return unknown(m)
}

func (r RetryFigures) measure(m gate.Measure) exact {
	switch m.Name {
	case "retries":
		return number(r.Retries)
	case "over_budget":
		return number(r.OverBudget)
	}
	return unknown(m)
}

func (s portion) breaker(name string, m gate.Measure) exact {
	b := s.Breakers[name]
	changes := 0
	opened, closedAgain := missing("it never opened"), missing("it never closed again")
	for _, t := range s.transitions {
		if t.Breaker != name {
			continue
		}
		changes++
		if t.To == open && opened.missing != "" {
			opened = length(t.At)
		}
		if t.To == closed {
			closedAgain = length(t.At)
		}
	}
	switch m.Name {
	case "opens":
		return number(b.Opens)
	case "open_time":
		return length(b.Open)
	case "rejected":
		return number(b.Rejected)
	case "transitions":
		return number(changes)
	case "opened_at":
		return opened
	case "closed_at":
		return closedAgain
	}
	return unknown(m)
}
