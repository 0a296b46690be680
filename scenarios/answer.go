package scenarios

import (
	"errors"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
)

// Answer is how a service answers a client: a status code and, unless every
// call succeeded, one of the reasons of package record.
type Answer struct {
	Status int
	Reason string
}

// QueueFull is the answer when no more requests may wait for a worker.
var QueueFull = Answer{503, record.QueueFull}

// Complete is the answer when every call of a route has succeeded, or has a
// fallback in its place.
func Complete(spared bool) Answer {
	if spared {
		return Answer{200, record.Fallback}
	}
	return Answer{Status: 200}
}

// AnswerTo is how a service answers after a call to a dependency that ended with
// an error: its policies', or the dependency's own.
func AnswerTo(err error) Answer {
	switch {
	case err == nil:
		return Answer{Status: 200}
	case errors.Is(err, resilience.ErrTimeout):
		return Answer{504, record.Timeout}
	case errors.Is(err, resilience.ErrOpen):
		return Answer{503, record.BreakerOpen}
	case errors.Is(err, resilience.ErrFull), errors.Is(err, resilience.ErrWaited):
		return Answer{503, record.BulkheadFull}
	default:
		return Answer{502, record.ProviderFailed}
	}
}

// OutcomeOf is what a status code says about the dependency that answered with
// it: a 4xx is the caller's own mistake, but 429 means that it has too much to
// do.
func OutcomeOf(status int) resilience.Outcome {
	switch {
	case status < 400:
		return resilience.Success
	case status < 500 && status != 429:
		return resilience.Ignored
	default:
		return resilience.Failure
	}
}
