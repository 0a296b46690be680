// Package bench measures what the policies cost, beside two libraries that do the
// same work on the same machine in the same run:
//
//	cd bench && go test -run '^$' -bench . -benchmem
//
// It is a module of its own so that the lab does not depend on the libraries.
package bench
