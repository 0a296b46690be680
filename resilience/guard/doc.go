// Package guard runs the policies of package resilience around real calls. It is the
// driver with the locks, timers and contexts; every decision is the policies' own.
//
// A [Guard] protects the calls to one dependency. [Guard.Do] runs the call in the
// caller's goroutine and relies on it to honour its context. [Guard.DoDetached] frees
// the caller at the time limit whatever the call does, and counts the work that is
// left behind. A [Pool] is a bulkhead alone, such as the workers of a service.
//
// A panic or runtime.Goexit gives back whatever the call held. A call whose caller
// cancels says nothing about the dependency.
package guard
