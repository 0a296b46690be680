package live

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync"
	"syscall"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"checkoutlab/api"
	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
)

// maxBody is how much of an answer is kept, in bytes; the rest is read and let go.
const maxBody = 4 << 10

// seqHeader is the header in which vegeta numbers its requests.
const seqHeader = "X-Vegeta-Seq"

// observer stands in vegeta's transport and keeps the error of each failed
// request as a value. vegeta passes errors on as text only, with ports in it,
// and reports a body that was cut as code 0 or not at all.
type observer struct {
	mu       sync.Mutex
	failures map[uint64]error
}

func newObserver() *observer { return &observer{failures: map[uint64]error{}} }

func (o *observer) note(req *http.Request, err error) {
	seq, _ := strconv.ParseUint(req.Header.Get(seqHeader), 10, 64)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failures[seq] = err
}

func (o *observer) take(seq uint64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.failures[seq]
	delete(o.failures, seq)
	return err
}

type roundTripper func(*http.Request) (*http.Response, error)

func (rt roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return rt(req) }

// around gives each request the client's patience, counted from its sending, and
// watches what next returns and what comes out of the bodies. http.Client's own
// Timeout would do the first, but shows here as one of several errors.
func (o *observer) around(next http.RoundTripper, giveUp time.Duration) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		ctx, cancel := context.WithTimeout(req.Context(), giveUp)
		var connected bool
		trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected = true }}
		res, err := next.RoundTrip(req.WithContext(httptrace.WithClientTrace(ctx, trace)))
		if err != nil {
			cancel()
			if connected {
				err = &broken{err}
			}
			o.note(req, err)
			return nil, err
		}
		res.Body = &watchedBody{res.Body, cancel, func(err error) { o.note(req, err) }}
		return res, nil
	})
}

type watchedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
	failed func(error)
}

func (b *watchedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		b.failed(err)
	}
	return n, err
}

// broken is the error of a request that had a connection. The transport has errors
// of its own for some of them, which cannot be told by their values.
type broken struct{ error }

func (b *broken) Unwrap() error { return b.error }

// outcome names how a request ended, with the reason that the service gave and
// the fault that the provider owned up to.
func (o *observer) outcome(res *vegeta.Result) (outcome, reason, faulted string) {
	if err := o.take(res.Seq); err != nil {
		return failure(err), "", ""
	}
	if res.Code == 0 {
		return record.Failed, res.Error, ""
	}
	return strconv.Itoa(int(res.Code)), res.Headers.Get(api.ReasonHeader), res.Headers.Get(fault.Header)
}

// failure names an error of the transport. The client's own patience comes
// first: it also shows as a cut connection.
func failure(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return record.ClientTimeout
	case errors.Is(err, syscall.ECONNREFUSED):
		return record.Refusal
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return record.Reset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return record.Cut
	}
	if _, ok := errors.AsType[*broken](err); ok {
		return record.Cut
	}
	return record.Failed
}
