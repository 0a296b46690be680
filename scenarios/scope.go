package scenarios

import (
	"errors"
	"fmt"

	"checkoutlab/internal/gate"
	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
)

// scope is what there is for gates to speak of in one mode.
func (s Spec) scope(mode string) gate.Scope {
	c := gate.Scope{
		Mode: mode, Outcomes: OutcomeNames(), Faults: FaultNames(),
		Parts: map[gate.Kind][]string{gate.Load: keys(s.Loads), gate.Provider: keys(s.Providers), gate.Service: keys(s.Services)},
	}
	for _, p := range s.PhaseList() {
		c.Phases = append(c.Phases, p.Name)
	}
	for _, service := range keys(s.Services) {
		for _, name := range keys(s.Services[service].Dependencies) {
			d, full := s.Services[service].Dependencies[name], service+"/"+name
			if d.Bulkhead != nil {
				c.Parts[gate.Bulkhead] = append(c.Parts[gate.Bulkhead], full)
			}
			if d.Retry != nil {
				c.Parts[gate.Retry] = append(c.Parts[gate.Retry], full)
			}
			if d.Breaker != nil {
				c.Parts[gate.Breaker] = append(c.Parts[gate.Breaker], full)
			}
		}
	}
	return c
}

// OutcomeNames are the ways in which a request can end that are not a bare
// status code: without one, or a code with the reason for it.
func OutcomeNames() []string {
	names := []string{record.ClientTimeout, record.Refusal, record.Reset, record.Cut, record.Failed}
	for _, a := range []Answer{
		Complete(true), QueueFull, AnswerTo(resilience.ErrOpen, 0), AnswerTo(resilience.ErrFull, 0), AnswerTo(resilience.ErrTimeout, 0),
		AnswerTo(errors.New("failed"), 0),
	} {
		names = append(names, fmt.Sprintf("%d %s", a.Status, a.Reason))
	}
	return names
}

// FaultNames are the kinds of fault that a request can meet.
func FaultNames() (names []string) {
	for _, k := range fault.Kinds() {
		names = append(names, string(k))
	}
	return names
}
