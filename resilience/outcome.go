package resilience

import (
	"errors"
	"time"
)

// Outcome is what one call said about the dependency it went to.
type Outcome uint8

const (
	// Success is a reply that the dependency is well.
	Success Outcome = iota
	// Failure is an error, a timeout or a reply that the dependency is ill.
	Failure
	// Ignored is a reply that says nothing about the dependency, such as a 404. It
	// is not counted, unless the breaker's IgnoredSucceed says otherwise.
	Ignored
	// Neutral is a call that the dependency had no part in: the caller cancelled it,
	// or a limit of the caller's own refused it. It is never counted and gives its
	// permit back.
	Neutral
)

var outcomeNames = [...]string{"success", "failure", "ignored", "neutral"}

func (o Outcome) String() string { return nameOf(outcomeNames[:], int(o)) }

// Ignore marks err as one that says nothing about the dependency. Unwrap gives
// err back; Ignore(nil) is nil.
func Ignore(err error) error {
	if err == nil {
		return nil
	}
	return &ignored{err}
}

type ignored struct{ error }

func (e *ignored) Unwrap() error { return e.error }

// OutcomeOf is the usual reading of a call's error: nil is a Success, an error
// marked with Ignore anywhere in its chain is Ignored, and every other error is a
// Failure.
func OutcomeOf(err error) Outcome {
	if err == nil {
		return Success
	}
	if _, ok := errors.AsType[*ignored](err); ok {
		return Ignored
	}
	return Failure
}

// RetryAfter marks err with how long the dependency asks to be left alone, as the HTTP
// header of that name does. A negative time asks for no retry at all. Unwrap gives err
// back; RetryAfter(nil, d) is nil.
func RetryAfter(err error, d time.Duration) error {
	if err == nil {
		return nil
	}
	return &retryAfter{err, d}
}

type retryAfter struct {
	error
	after time.Duration
}

func (e *retryAfter) Unwrap() error { return e.error }

// RetryAfterOf is the time that err was marked with by RetryAfter anywhere in its chain,
// and otherwise 0.
func RetryAfterOf(err error) time.Duration {
	if e, ok := errors.AsType[*retryAfter](err); ok {
		return e.after
	}
	return 0
}

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}
