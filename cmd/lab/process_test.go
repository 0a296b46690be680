package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience bounds every wait of a script.
const patience = time.Minute

// inBackground is the key of the script's process.
type inBackground struct{}

// process is what a script has started in the background, one at a time.
type process struct {
	cmd            *exec.Cmd
	stdout, stderr *stream
	ended          chan struct{} // closed when err is set
	err            error
}

func background(ts *testscript.TestScript) *process {
	return ts.Value(inBackground{}).(*process)
}

func start(ts *testscript.TestScript, neg bool, args []string) {
	terminal := len(args) > 0 && args[0] == "-tty"
	if terminal {
		args = args[1:]
	}
	if neg || len(args) == 0 {
		ts.Fatalf("usage: start [-tty] COMMAND ARG...")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "TERM=xterm", noRaceSleep)
	p := background(ts)
	*p = process{cmd: cmd, stdout: newStream(), stderr: newStream(), ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p.stdout, p.stderr
	release := func() {}
	if terminal {
		release = onTerminal(ts, cmd, p.stderr)
	}
	ts.Check(cmd.Start())
	go func() {
		defer close(p.ended)
		p.err = cmd.Wait()
		release()
	}()
	ts.Defer(func() {
		_ = cmd.Process.Kill()
		<-p.ended
	})
}

func until(ts *testscript.TestScript, neg bool, args []string) {
	p := background(ts)
	if neg || len(args) < 2 || p.cmd == nil {
		ts.Fatalf("usage, after start: until stdout|stderr PATTERN [NAME...]")
	}
	from := map[string]*stream{"stdout": p.stdout, "stderr": p.stderr}[args[0]]
	if from == nil {
		ts.Fatalf("there is no stream %s", args[0])
	}
	groups := from.await(regexp.MustCompile("(?m)"+args[1]), p.ended)
	if groups == nil {
		ts.Fatalf("%q did not come on %s:\n%s\nstderr:\n%s", args[1], args[0], from, p.stderr)
	}
	for i, name := range args[2:] {
		ts.Setenv(name, groups[i+1])
	}
}

func interrupt(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(background(ts).cmd.Process.Signal(os.Interrupt))
}

// ends makes what the process has written available to stdout and stderr. Of
// several codes it must be one.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: ends CODE...")
	}
	p := background(ts)
	select {
	case <-p.ended:
	case <-time.After(patience):
		ts.Fatalf("it did not end; stderr:\n%s", p.stderr)
	}
	_, _ = io.WriteString(ts.Stdout(), p.stdout.String())
	_, _ = io.WriteString(ts.Stderr(), p.stderr.String())
	got := exitOf(ts, p.err)
	if !slices.ContainsFunc(args, func(want string) bool { return got == code(ts, want) }) {
		ts.Fatalf("exit code %d, want %s; stderr:\n%s", got, strings.Join(args, " or "), p.stderr)
	}
}

func request(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: request METHOD URL [BODY]")
	}
	req, err := http.NewRequest(args[0], args[1], strings.NewReader(strings.Join(args[2:], "")))
	ts.Check(err)
	if token := ts.Getenv("TOKEN"); token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	client := http.Client{Timeout: patience}
	defer client.CloseIdleConnections()
	res, err := client.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	ts.Check(res.Write(ts.Stdout()))
}

// stream keeps what a process writes and tells those who wait for it.
type stream struct {
	mu   sync.Mutex
	text bytes.Buffer
	grew chan struct{} // closed when more has come
}

func newStream() *stream { return &stream{grew: make(chan struct{})} }

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.grew)
	s.grew = make(chan struct{})
	return s.text.Write(p)
}

func (s *stream) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *stream) match(pattern *regexp.Regexp) (groups []string, grew <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return pattern.FindStringSubmatch(s.text.String()), s.grew
}

// await returns what a pattern and its groups matched; nil if the process ended
// or the patience did before anything matched.
func (s *stream) await(pattern *regexp.Regexp, ended <-chan struct{}) []string {
	enough := time.After(patience)
	for {
		groups, grew := s.match(pattern)
		if groups != nil {
			return groups
		}
		select {
		case <-grew:
		case <-ended:
			groups, _ := s.match(pattern)
			return groups
		case <-enough:
			return nil
		}
	}
}
