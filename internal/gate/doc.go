// Package gate reads the conditions that a run must meet, such as
//
//	health{mode:protected,phase:slow}: p95 < 50ms
//	checkout{mode:none}: share(client timeout) >= 60%
//	payment.breaker: opens >= 1
//
// A gate is a measure, an operator and a limit. A measure names a subject (a
// load, a provider, a service, a breaker or a bulkhead), and a figure of it;
// Definitions has all figures. The labels are optional: without a mode it is
// meant of every mode in which the subject has the figure, without a phase of the
// whole run.
//
// The package knows the words and not the run: what is there to speak of is
// handed to it as Scopes, and Check tells what does not exist. Limits are exact:
// whole nanoseconds, millionths of a share, and counts.
package gate
