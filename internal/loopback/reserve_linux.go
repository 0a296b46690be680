package loopback

import (
	"fmt"
	"syscall"
)

// Reserve takes a free port of 127.0.0.1 for Listen, and keeps it from everybody
// else's connections and listeners while nothing listens there. A connection to it is
// then refused. release gives the port back.
//
// The port is bound to a socket that never listens. Of two sockets on one port that
// both allow its reuse, as Go's listeners do, one may listen (man 7 socket,
// SO_REUSEADDR), and the kernel hands such a port to nobody who asks for any.
func Reserve() (port int, release func(), err error) {
	fail := func(err error) (int, func(), error) {
		return 0, nil, fmt.Errorf("reserving a port: %w", err)
	}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return fail(err)
	}
	release = func() { _ = syscall.Close(fd) }
	if err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err == nil {
		err = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	}
	if err != nil {
		release()
		return fail(err)
	}
	addr, err := syscall.Getsockname(fd)
	if err != nil {
		release()
		return fail(err)
	}
	return addr.(*syscall.SockaddrInet4).Port, release, nil
}
