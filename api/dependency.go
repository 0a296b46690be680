package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
	"checkoutlab/scenarios"
)

// target is whom a call asks.
type target struct{ method, url string }

func targetOf(cfg scenarios.Dependency, opts Options) (target, error) {
	if cfg.Service == "" {
		return providerAt(cfg.Provider, opts)
	}
	url, ok := opts.Services[cfg.Service]
	if !ok {
		return target{}, fmt.Errorf("no URL for service %q", cfg.Service)
	}
	method, path, _ := strings.Cut(cfg.Route, " ")
	return target{method, url + path}, nil
}

func providerAt(name string, opts Options) (target, error) {
	url, ok := opts.Providers[name]
	if !ok {
		return target{}, fmt.Errorf("no URL for provider %q", name)
	}
	return target{http.MethodPost, url}, nil
}

// dependency is a provider, or another service, behind its policies.
type dependency struct {
	at       target // unless a call says otherwise
	client   *http.Client
	guard    *guard.Guard
	bulkhead bool            // whether there is one
	outlive  context.Context // of the work whose slot is held until it is done; else nil
}

func newDependency(name string, at target, cfg scenarios.Dependency, client *http.Client, opts Options, closing context.Context) *dependency {
	d := &dependency{
		at:       at,
		client:   client,
		bulkhead: cfg.Bulkhead != nil,
		guard: guard.New(cfg.Policies, guard.Options{
			Clock:    opts.Clock,
			Classify: classify,
			Observer: observer(opts.Record, name),
			Rand:     opts.stream("retry/" + name),
		}),
	}
	if cfg.HoldsUntilDone() {
		d.outlive = closing
	}
	return d
}

// call asks as far as the policies let it.
func (d *dependency) call(ctx context.Context, at target) reply {
	var met lastFault
	ask := func(ctx context.Context) error {
		tell := met.attempt()
		faulted, err := d.send(ctx, at)
		tell(faulted)
		return err
	}
	var err error
	if d.outlive == nil {
		err = d.guard.Do(ctx, ask)
	} else {
		// The call is not taken back when its caller leaves: only so is it known
		// when the work is done.
		err = d.guard.DoDetached(ctx, func(context.Context) error { return ask(d.outlive) })
	}
	res := d.outcome(ctx, err)
	res.fault = met.name()
	return res
}

// lastFault is what the last attempt of a call was told. An attempt that was left
// behind may hear of its fault at any time.
type lastFault struct {
	of atomic.Pointer[atomic.Pointer[string]]
}

func (l *lastFault) attempt() (tell func(string)) {
	own := new(atomic.Pointer[string])
	l.of.Store(own)
	return func(faulted string) { own.Store(&faulted) }
}

func (l *lastFault) name() string {
	if own := l.of.Load(); own != nil {
		if name := own.Load(); name != nil {
			return *name
		}
	}
	return ""
}

func (d *dependency) outcome(ctx context.Context, err error) reply {
	if ctx.Err() != nil {
		return gone
	}
	r := reply{Answer: scenarios.AnswerTo(err, d.guard.RetryAfter())}
	switch r.Reason {
	case record.Timeout:
		r.detail = "the provider did not answer in time"
	case record.BreakerOpen:
		r.detail = "the circuit breaker refused the call: the provider is failing or slow"
	case record.BulkheadFull:
		r.detail = "the bulkhead refused the call: too many calls to the provider are under way"
	case record.ProviderFailed:
		r.detail = err.Error()
	}
	return r
}

// send makes the call and reads the answer whole, so that the connection is used
// again. It returns the name of the fault, if the one who was asked says that
// there was one.
func (d *dependency) send(ctx context.Context, at target) (string, error) {
	req, err := http.NewRequestWithContext(ctx, at.method, at.url, http.NoBody)
	if err != nil {
		return "", err
	}
	res, err := d.client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(res.Body, maxBody)); err != nil {
		return "", fmt.Errorf("answer cut short: %w", err)
	}
	faulted := res.Header.Get(fault.Header)
	if res.StatusCode >= http.StatusBadRequest {
		return faulted, resilience.RetryAfter(statusError(res.StatusCode), retryAfter(res.Header, time.Now()))
	}
	return faulted, nil
}

// retryAfter is what the header of that name asks for (RFC 9110, 10.2.3): a number of
// seconds, or a date. It is cut at scenarios.MaxRetryAfter; 0 is nothing, a date that has
// passed, or a value of neither form.
func retryAfter(h http.Header, now time.Time) time.Duration {
	value := h.Get("Retry-After")
	if date, err := http.ParseTime(value); err == nil {
		return min(max(date.Sub(now), 0), scenarios.MaxRetryAfter)
	}
	seconds, err := strconv.ParseUint(value, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	most := uint64(scenarios.MaxRetryAfter / time.Second)
	return time.Duration(min(seconds, most)) * time.Second
}

// statusError is an answer of the provider that is an error.
type statusError int

func (e statusError) Error() string {
	return fmt.Sprintf("the provider answered %d", int(e))
}

// classify tells the breaker what an error says about the provider.
func classify(err error) resilience.Outcome {
	var status statusError
	switch {
	case errors.As(err, &status):
		return scenarios.OutcomeOf(int(status))
	case errors.Is(err, context.Canceled):
		return resilience.Neutral
	default:
		return resilience.OutcomeOf(err)
	}
}
