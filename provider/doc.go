// Package provider is a service that answers late, wrongly or not at all, as its
// fault windows say. Package fault decides what happens to each request; this
// package acts the decisions out over HTTP and counts what is in flight.
//
// The work on a request is apart from the handler that waits for it. With
// fault.Continue it goes on after the caller has gone: the handler and its
// connection are freed at once, while the work stays in flight, abandoned, until
// its latency has passed. That is how the load on a slow provider grows although
// its callers have timeouts.
//
// Faults act for each request, never for a connection: on the next request of an
// old keep-alive connection too. [Control] changes them while the provider runs.
package provider
