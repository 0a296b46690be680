// Package fault decides what happens to one request to a provider at one
// instant: how long it takes, whether it is answered with an error, or not at
// all. It decides only; package provider acts the decisions out over HTTP and
// the simulator in virtual time.
//
// Instants count from the start of the run and chance is an argument, so that a
// decision can be repeated.
//
// To add a fault, write one file like slow.go, with what the fault does to a
// Decision and which fields of Window it takes, and add a row to kinds. A fault
// acts per request, ends by itself when its window ends, and names itself in
// Decision.Fault.
package fault
