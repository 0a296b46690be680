package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
)

// onTerminal makes a new terminal of 200 columns the standard error of a command
// and copies to w what is shown on it. Call release when the command has ended.
func onTerminal(ts *testscript.TestScript, cmd *exec.Cmd, w io.Writer) (release func()) {
	control, tty, err := openTerminal(200)
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

// openTerminal makes a terminal of so many columns: what is written to tty is read
// from control.
func openTerminal(columns uint16) (control, tty *os.File, err error) {
	if control, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	var locked, number int32
	size := [4]uint16{50, columns}
	err = errors.Join(
		ioctl(control, syscall.TIOCSPTLCK, unsafe.Pointer(&locked)),
		ioctl(control, syscall.TIOCGPTN, unsafe.Pointer(&number)),
		ioctl(control, syscall.TIOCSWINSZ, unsafe.Pointer(&size)),
	)
	if err != nil {
		return nil, nil, err
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	return control, tty, err
}

func ioctl(f *os.File, request uintptr, arg unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(arg)); errno != 0 {
		return fmt.Errorf("terminal: %w", errno)
	}
	return nil
}

func TestTerminal(t *testing.T) {
	control, tty, err := openTerminal(100)
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	defer tty.Close()
	for _, row := range []struct {
		name          string
		w             io.Writer
		term, noColor string
		width         int
		color         bool
	}{
		{"a terminal", tty, "xterm", "", 100, true},
		{"one without colours", tty, "xterm", "1", 100, false},
		{"one without control codes", tty, "dumb", "", 0, false},
		{"a pipe", io.Discard, "xterm", "", 0, false},
	} {
		t.Setenv("TERM", row.term)
		t.Setenv("NO_COLOR", row.noColor)
		if width, color := terminal(row.w); width != row.width || color != row.color {
			t.Errorf("%s: %d columns, colour %v; want %d, %v", row.name, width, color, row.width, row.color)
		}
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
