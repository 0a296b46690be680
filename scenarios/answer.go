package scenarios

import (
	"errors"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/resilience"
)

// Answer is how a service answers a client: a status code and, unless every
// call succeeded, one of the reasons of package record.
type Answer struct {
	Status int
	Reason string
	// RetryAfter is after how long the client may come back. 0: nothing is said.
	RetryAfter time.Duration
}

// aMoment is what a client is told to wait for when nobody knows how long.
const aMoment = time.Second

// QueueFull is the answer when no more requests may wait for a worker.
var QueueFull = Answer{503, record.QueueFull, aMoment}

// MaxRetryAfter is the longest Retry-After that a service heeds. A longer one counts as
// this much.
const MaxRetryAfter = time.Hour

// WholeSeconds returns what a client is told of a RetryAfter: the header has whole
// seconds (RFC 9110, 10.2.3). They are rounded up, for a client that comes back
// early is refused again.
func WholeSeconds(after time.Duration) time.Duration {
	return (after + time.Second - 1).Truncate(time.Second)
}

// Heeded returns what a service makes of a RetryAfter that it is told.
func Heeded(after time.Duration) time.Duration { return min(WholeSeconds(after), MaxRetryAfter) }

// Complete is the answer when every call of a route has succeeded, or has a
// fallback in its place.
func Complete(spared bool) Answer {
	if spared {
		return Answer{Status: 200, Reason: record.Fallback}
	}
	return Answer{Status: 200}
}

// AnswerTo is how a service answers after a call to a dependency that ended with
// an error: its policies', or the dependency's own. A refusal comes first, for it may
// wrap the error of an attempt before it. open is how long a breaker will refuse every
// call.
func AnswerTo(err error, open time.Duration) Answer {
	switch {
	case err == nil:
		return Answer{Status: 200}
	case errors.Is(err, resilience.ErrOpen):
		return Answer{503, record.BreakerOpen, max(open, aMoment)}
	case errors.Is(err, resilience.ErrFull), errors.Is(err, resilience.ErrWaited):
		return Answer{503, record.BulkheadFull, aMoment}
	case errors.Is(err, resilience.ErrTimeout):
		return Answer{Status: 504, Reason: record.Timeout}
	default:
		return Answer{Status: 502, Reason: record.ProviderFailed}
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
