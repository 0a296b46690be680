package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
)

// onTerminal makes a new terminal of 200 columns the standard error of a command
// and copies to w what is shown on it. Call release when the command has ended.
func onTerminal(ts *testscript.TestScript, cmd *exec.Cmd, w io.Writer) (release func()) {
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	ts.Check(err)
	var locked, number int32
	ioctl(ts, control, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	ioctl(ts, control, syscall.TIOCGPTN, unsafe.Pointer(&number))
	size := [4]uint16{50, 200} // rows, columns
	ioctl(ts, control, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	ts.Check(err)
	cmd.Stderr = tty
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		_, _ = io.Copy(w, control) // ends with EIO when nobody holds the terminal
	}()
	return func() {
		tty.Close()
		<-copied
		control.Close()
	}
}

func ioctl(ts *testscript.TestScript, f *os.File, request uintptr, arg unsafe.Pointer) {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(arg)); errno != 0 {
		ts.Fatalf("terminal: %v", errno)
	}
}

// freeze keeps the process from running for a while, as a machine does that is
// paused or has no time for it.
func freeze(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: freeze DURATION")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	p := background(ts).cmd.Process
	ts.Check(p.Signal(syscall.SIGSTOP))
	<-time.After(d)
	ts.Check(p.Signal(syscall.SIGCONT))
}
