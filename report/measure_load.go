package report

import (
	"strings"
	"time"

	"checkoutlab/internal/record"
)

// maxReasons bounds the reasons that are told apart for one outcome; errors of
// the transport can be all different.
const maxReasons = 16

// otherReasons counts the reasons past maxReasons.
const otherReasons = "other"

type loadFold struct {
	route    string
	missed   int
	outcomes map[string]int
	reasons  map[string]map[string]int

	latency, ok, service []time.Duration
}

func (f *loadFold) add(e record.Event) {
	if f.outcomes == nil {
		f.outcomes = map[string]int{}
	}
	f.outcomes[e.Outcome]++
	if e.Reason != "" {
		f.reason(e.Outcome, e.Reason)
	}
	f.latency = append(f.latency, e.Latency())
	f.service = append(f.service, e.Service())
	if succeeded(e.Outcome) {
		f.ok = append(f.ok, e.Latency())
	}
}

func (f *loadFold) reason(outcome, reason string) {
	if f.reasons == nil {
		f.reasons = map[string]map[string]int{}
	}
	counts := f.reasons[outcome]
	if counts == nil {
		counts = map[string]int{}
		f.reasons[outcome] = counts
	}
	if _, known := counts[reason]; !known && len(counts) >= maxReasons {
		reason = otherReasons
	}
	counts[reason]++
}

// succeeded reports whether an outcome is a 2xx. A redirect that nobody
// follows has not been answered.
func succeeded(outcome string) bool {
	return len(outcome) == statusDigits && strings.HasPrefix(outcome, "2")
}

func (f *loadFold) figures() LoadFigures {
	l := LoadFigures{
		Route: f.route, Due: len(f.latency) + f.missed, Outcomes: f.outcomes, Reasons: f.reasons,
		Latency: newLatency(f.latency), OK: newLatency(f.ok), Service: newLatency(f.service),
	}
	if l.Outcomes == nil {
		l.Outcomes = map[string]int{}
	}
	l.ServiceP50, l.ServiceP95 = l.Service.P50, l.Service.P95
	return l
}
