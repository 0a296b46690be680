package live

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"checkoutlab/api"
	"checkoutlab/internal/loopback"
	"checkoutlab/internal/record"
	"checkoutlab/resilience"
)

// pod is a service on a port of its own, which a probe may have stopped and started
// cold.
type pod struct {
	name  string
	now   func() time.Duration
	rec   record.Recorder
	build func(record.Recorder) (*api.Service, error)

	port    int    // 0 until it has one
	release func() // of the port

	mu   sync.Mutex
	life *life // nil while it is down
}

// life is a service between a start and a stop.
type life struct {
	service *api.Service
	server  *http.Server
	book    *book
	served  chan struct{} // closed when the server no longer accepts

	mu       sync.Mutex
	over     bool
	handlers sync.WaitGroup
}

// open starts the service for the first time. Its port is its own until close, also
// while it is down: a client must not reach a stranger there.
func (p *pod) open() (err error) {
	if p.port, p.release, err = loopback.Reserve(); err != nil {
		return err
	}
	if err = p.start(); err != nil {
		p.release()
	}
	return err
}

// start lets the service listen.
func (p *pod) start() error {
	ln, err := listenAgain(p.port)
	if err != nil {
		return err
	}
	p.port = ln.Addr().(*net.TCPAddr).Port
	l := &life{book: &book{rec: p.rec}, served: make(chan struct{})}
	if l.service, err = p.build(l.book); err != nil {
		_ = ln.Close()
		return err
	}
	l.server = loopback.NewServer(l)
	go func() {
		defer close(l.served)
		mustServe(l.server, ln)
	}()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.life = l
	return nil
}

func (p *pod) url() string { return fmt.Sprintf("http://127.0.0.1:%d", p.port) }

// take returns the life of a service that is up, and nil if it is down: what is done
// to it then is the caller's.
func (p *pod) take() *life {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.life
	p.life = nil
	return l
}

// restart stops the service as a kill does, and starts it again when it is to be
// up. A service that is down already is left alone.
func (p *pod) restart(ctx context.Context, why string, up time.Duration) error {
	l := p.take()
	if l == nil {
		return nil
	}
	p.rec.Record(record.Event{At: p.now(), Kind: record.Restart, Name: p.name, Reason: why, Started: true})
	l.kill()
	for _, name := range l.service.Bulkheads() { // held for work that is gone now
		p.rec.Record(record.Event{At: p.now(), Kind: record.Bulkhead, Name: name})
	}
	for name, state := range l.service.Breakers() {
		if state != resilience.Closed {
			p.rec.Record(record.Event{At: p.now(), Kind: record.Transition, Name: name,
				From: state.String(), To: resilience.Closed.String(), Reason: record.Restarted})
		}
	}
	t := time.NewTimer(up - p.now())
	defer t.Stop()
	select {
	case <-ctx.Done():
		return nil // the run is over
	case <-t.C:
	}
	if err := p.start(); err != nil {
		return fmt.Errorf("live: starting service %s again: %w", p.name, err)
	}
	p.rec.Record(record.Event{At: p.now(), Kind: record.Ready, Name: p.name})
	return nil
}

// tell records a restart that a probe would have made, unless the service is down
// already.
func (p *pod) tell(at time.Duration, why string) {
	p.mu.Lock()
	up := p.life != nil
	p.mu.Unlock()
	if up {
		p.rec.Record(record.Event{At: at, Kind: record.Restart, Name: p.name, Reason: why})
	}
}

// flush returns when everything that has happened so far is recorded.
func (p *pod) flush() {
	p.mu.Lock()
	l := p.life
	p.mu.Unlock()
	if l != nil {
		l.service.Flush()
	}
}

// close ends the service as it ends with the run.
func (p *pod) close() {
	if l := p.take(); l != nil {
		l.service.Close()
		loopback.Stop(l.server)
		<-l.served
	}
	p.release()
}

// ServeHTTP hands a request to the service, unless that has been killed.
func (l *life) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	if l.over {
		l.mu.Unlock()
		panic(http.ErrAbortHandler) // the connection is cut, or about to be
	}
	l.handlers.Add(1)
	l.mu.Unlock()
	defer l.handlers.Done()
	l.service.ServeHTTP(w, r)
}

// kill cuts every connection before the service can answer, and returns when
// nothing of it is left.
func (l *life) kill() {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	_ = l.server.Close()
	l.service.Close()
	l.handlers.Wait()
	l.service.Flush()
	l.book.shut()
	<-l.served
}

// mustServe serves until the server is closed.
func mustServe(srv *http.Server, ln net.Listener) {
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		panic(fmt.Sprintf("live: serving %s: %v", ln.Addr(), err))
	}
}

// listenAgain opens a port, and for up to a second one that another connection of
// this machine happens to use just now, where a port cannot be reserved.
func listenAgain(port int) (net.Listener, error) {
	for tries := 0; ; tries++ {
		ln, err := loopback.Listen(port)
		if err == nil || tries == 100 || !errors.Is(err, syscall.EADDRINUSE) {
			return ln, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
