package live

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"checkoutlab/api"
	"checkoutlab/internal/chance"
	"checkoutlab/internal/loopback"
	"checkoutlab/internal/record"
	"checkoutlab/provider"
	"checkoutlab/provider/fault"
	"checkoutlab/scenarios"
)

// stage is everything that a run's loads play against: its own providers and
// services, each on a port of its own.
type stage struct {
	services map[string]string // base URLs by name
	pods     map[string]*pod
	closers  []func() // in the order of opening
}

func newStage(r scenarios.Run, now func() time.Duration, rec record.Recorder) (*stage, error) {
	st := &stage{services: map[string]string{}, pods: map[string]*pod{}}
	providers := map[string]string{}
	for name, cfg := range r.Spec.Providers {
		url, err := st.provider(name, cfg, r.Seed, now, rec)
		if err != nil {
			st.close()
			return nil, err
		}
		providers[name] = url
	}
	for _, name := range r.Spec.CalledFirst() {
		p := &pod{name: name, now: now, rec: rec, build: func(rec record.Recorder) (*api.Service, error) {
			return api.New(name, r.Spec.Services[name], api.Options{
				Clock: now, Stream: func(name string) *rand.Rand { return chance.Stream(r.Seed, name) },
				Record: rec, Providers: providers, Services: st.services,
			})
		}}
		if err := p.open(); err != nil {
			st.close()
			return nil, fmt.Errorf("live: %w", err)
		}
		st.services[name], st.pods[name] = p.url(), p
		st.closers = append(st.closers, p.close)
	}
	return st, nil
}

func (st *stage) provider(name string, cfg fault.Config, seed uint64, now func() time.Duration, rec record.Recorder) (string, error) {
	p := provider.New(cfg, provider.Options{
		Clock:   now,
		Rand:    chance.Stream(seed, "provider/"+name),
		Observe: func(s provider.Sample) { recordSample(rec, name, s) },
	})
	return st.serve(p, p.Close)
}

func recordSample(rec record.Recorder, name string, s provider.Sample) {
	e := record.Event{At: s.At, Kind: record.Provider, Name: name,
		InUse: s.InFlight, Waiting: s.Abandoned, Started: s.Started, Fault: s.Fault}
	if s.Capped {
		e.Kind = record.Capped
	}
	rec.Record(e)
}

// serve listens on a free loopback port and answers with h until the stage
// closes. stop ends what h still works on.
func (st *stage) serve(h http.Handler, stop func()) (string, error) {
	ln, err := loopback.Listen(0)
	if err != nil {
		stop()
		return "", fmt.Errorf("live: %w", err)
	}
	srv := loopback.NewServer(h)
	done := make(chan struct{})
	go func() {
		defer close(done)
		mustServe(srv, ln)
	}()
	st.closers = append(st.closers, func() {
		stop()
		loopback.Stop(srv)
		<-done
	})
	return "http://" + ln.Addr().String(), nil
}

// flush returns when everything that has happened so far is recorded.
func (st *stage) flush() {
	for _, p := range st.pods {
		p.flush()
	}
}

// close ends the services before the providers that they call.
func (st *stage) close() {
	for i := len(st.closers) - 1; i >= 0; i-- {
		st.closers[i]()
	}
}
