package report

import (
	"strings"

	"checkoutlab/internal/record"
)

// maxReasons bounds the reasons that are told apart for one outcome; errors of
// the transport can be all different.
const maxReasons = 16

// otherReasons counts the reasons past maxReasons.
const otherReasons = "other"

// loadFold keeps the waits of requests that succeeded apart from those of all
// others, so that each is sorted only once.
type loadFold struct {
	missed     int
	tallies    []tally
	ok, others Samples
	// service is nil as long as every request was sent when it was due, as it is
	// in virtual time: then it is the same as the latency.
	service *Samples

	recovery *recovery // of the whole run only
}

// tally counts the requests that ended in one way. There are few ways, so that
// looking through them takes less time than a map.
type tally struct {
	outcome, reason string
	count           int
}

func (f *loadFold) add(e *record.Event) {
	f.count(e.Outcome, e.Reason)
	if e.Sent != e.Due && f.service == nil {
		f.service = joined(&f.ok, &f.others)
	}
	if f.service != nil {
		f.service.Add(e.Service())
	}
	if succeeded(e.Outcome) {
		f.ok.Add(e.Latency())
	} else {
		f.others.Add(e.Latency())
	}
	f.recovery.add(e)
}

func (f *loadFold) count(outcome, reason string) {
	reasons := 0
	for i := range f.tallies {
		t := &f.tallies[i]
		if t.outcome != outcome {
			continue
		}
		if t.reason == reason {
			t.count++
			return
		}
		if t.reason != "" && t.reason != otherReasons {
			reasons++
		}
	}
	if reasons >= maxReasons && reason != "" && reason != otherReasons {
		f.count(outcome, otherReasons)
		return
	}
	f.tallies = append(f.tallies, tally{outcome, reason, 1})
}

// succeeded reports whether an outcome is a 2xx. A redirect that nobody
// follows has not been answered.
func succeeded(outcome string) bool {
	return record.IsStatus(outcome) && strings.HasPrefix(outcome, "2")
}

func (f *loadFold) figures(route string) LoadFigures {
	latency := joined(&f.ok, &f.others)
	service := f.service
	if service == nil {
		service = latency
	}
	l := LoadFigures{
		Route: route, Due: latency.Len() + f.missed, Outcomes: map[string]int{},
		Latency: newLatency(latency), OK: newLatency(&f.ok), Service: newLatency(service),
	}
	for _, t := range f.tallies {
		l.Outcomes[t.outcome] += t.count
		if t.reason == "" {
			continue
		}
		if l.Reasons == nil {
			l.Reasons = map[string]map[string]int{}
		}
		if l.Reasons[t.outcome] == nil {
			l.Reasons[t.outcome] = map[string]int{}
		}
		l.Reasons[t.outcome][t.reason] = t.count
	}
	l.TimeToRecover, l.Recovered = f.recovery.figures()
	l.ServiceP50, l.ServiceP95 = l.Service.P50, l.Service.P95
	return l
}
