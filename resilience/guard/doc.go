// Package guard runs the policies of package resilience around real calls. It is the
// driver with the locks, timers and contexts; every decision is the policies' own.
//
// A [Guard] protects the calls to one dependency. [Guard.Do] runs the call in the
// caller's goroutine and relies on it to honour its context. [Guard.DoDetached] frees
// the caller at the time limit whatever the call does, and counts the work that is
// left behind. A [Pool] is a bulkhead alone, such as the workers of a service.
//
// A call that is made again is made by the same Do: fn is run once for each attempt, and
// with DoDetached perhaps while the work of an earlier attempt goes on, so it must be
// safe to run several times. The wait between ends with the caller's context, and no
// retry is made that could not begin before the context's deadline. The result is that
// of the last attempt.
//
// A panic or runtime.Goexit gives back whatever the call held. A call whose caller
// cancels says nothing about the dependency.
package guard
