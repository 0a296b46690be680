//go:build !linux

package loopback

// Reserve returns port 0, with which Listen takes any: elsewhere two sockets may not
// share a port, or both would be asked.
func Reserve() (port int, release func(), err error) { return 0, func() {}, nil }
