package loopback

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"testing"
)

// TestReserve: a reserved port can be listened on and given up again and again. While
// nobody listens there, a connection to it is refused and nobody else can have it.
func TestReserve(t *testing.T) {
	port, release, err := Reserve()
	if err != nil {
		t.Fatal(err)
	}
	addr := fmt.Sprintf("127.0.0.1:%d", port)
	other := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		return c.Control(func(fd uintptr) { // as a connection does that leaves from there
			_ = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 0)
		})
	}}
	for range 3 {
		if conn, err := net.Dial("tcp", addr); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("dialling while nobody listens: %v, %v", conn, err)
		}
		if ln, err := other.Listen(context.Background(), "tcp", addr); !errors.Is(err, syscall.EADDRINUSE) {
			t.Errorf("another program may have the port: %v, %v", ln, err)
		}
		ln, err := Listen(port)
		if err != nil {
			t.Fatal(err)
		}
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.Close()
		ln.Close()
	}
	release()
	ln, err := other.Listen(context.Background(), "tcp", addr)
	if err != nil {
		t.Fatalf("the port is not given back: %v", err)
	}
	ln.Close()
}
