package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
	"checkoutlab/resilience/guard"
	"checkoutlab/scenarios"
)

// dependency is one provider behind its policies.
type dependency struct {
	url    string
	client *http.Client
	guard  *guard.Guard
}

func newDependency(name, url string, cfg scenarios.Dependency, client *http.Client, opts Options) *dependency {
	return &dependency{
		url:    url,
		client: client,
		guard: guard.New(cfg.Policies, guard.Options{
			Clock:    opts.Clock,
			Classify: classify,
			Observer: observer(opts.Record, name),
		}),
	}
}

// call asks the provider once, as far as the policies let it.
func (d *dependency) call(ctx context.Context) reply {
	var faulted string
	err := d.guard.Do(ctx, func(ctx context.Context) (err error) {
		faulted, err = d.post(ctx)
		return err
	})
	res := d.outcome(ctx, err)
	res.fault = faulted
	return res
}

func (d *dependency) outcome(ctx context.Context, err error) reply {
	if ctx.Err() != nil {
		return gone
	}
	r := reply{Answer: scenarios.AnswerTo(err)}
	switch r.Reason {
	case record.Timeout:
		r.detail = "the provider did not answer in time"
	case record.BreakerOpen:
		r.detail = "the circuit breaker refused the call: the provider is failing or slow"
		r.retryAfter = max(d.guard.RetryAfter(), time.Second)
	case record.BulkheadFull:
		r.detail = "the bulkhead refused the call: too many calls to the provider are under way"
		r.retryAfter = time.Second
	case record.ProviderFailed:
		r.detail = err.Error()
	}
	return r
}

// post makes the call and reads the answer whole, so that the connection is
// used again. It returns the name of the fault, if the provider says that
// there was one.
func (d *dependency) post(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, http.NoBody)
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
		return faulted, statusError(res.StatusCode)
	}
	return faulted, nil
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
