// Package bench measures what the policies cost, beside two libraries that do the
// same work on the same machine in the same run, and how fast the simulator is:
//
//	cd bench && go test -run '^$' -bench . -benchmem
//
// What is given for a cpu-s, a second of a processor, holds on a busy machine too.
// It is a module of its own so that the lab does not depend on the libraries.
package bench
