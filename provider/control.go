package provider

import (
	"crypto/subtle"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
)

// maxControlBody bounds a list of faults, in bytes.
const maxControlBody = 1 << 20

// Control returns the control endpoint of a provider, to be served on a listener
// of its own:
//
//	GET    /counts  what was counted, as Counts
//	GET    /faults  the fault windows that have not ended, and the provider's clock
//	PUT    /faults  replaces them; answered like GET
//	DELETE /faults  takes all of them away
//
// The body of PUT is a list of windows, or a single one, in JSON, with the fields
// of fault.Window as a scenario file names them; durations and shares are texts
// such as "500ms" and "50%". Instants count from the start of the run. In place of
// from and until, "for" is a duration from now:
//
//	[{"kind": "slow", "latency": "10s", "for": "30s"}]
//
// A window without an end is refused: every fault ends by itself, also when its
// controller is gone. Everything wrong with a list is answered at once, with 400.
//
// A request must carry the token as "Authorization: Bearer TOKEN", and its Host
// must be a loopback name, so that no web page can have a browser send it. Control
// panics on an empty token.
func Control(p *Provider, token string) http.Handler {
	if token == "" {
		panic("provider: control without a token")
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /counts", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, p.Counts()) })
	mux.HandleFunc("GET /faults", func(w http.ResponseWriter, _ *http.Request) { p.replyFaults(w) })
	mux.HandleFunc("PUT /faults", p.putFaults)
	mux.HandleFunc("DELETE /faults", func(w http.ResponseWriter, _ *http.Request) {
		p.SetFaults(nil)
		w.WriteHeader(http.StatusNoContent)
	})
	return guarded(mux, "Bearer "+token)
}

// guarded lets requests through that come from this machine and know the token.
func guarded(next http.Handler, authorization string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := r.Header.Get("Authorization")
		switch {
		case !loopback(r.Host):
			problem(w, http.StatusForbidden, "the Host must be 127.0.0.1, localhost or [::1]")
		case subtle.ConstantTimeCompare([]byte(given), []byte(authorization)) != 1:
			w.Header().Set("WWW-Authenticate", "Bearer")
			problem(w, http.StatusUnauthorized, "the token is missing or wrong; send Authorization: Bearer TOKEN")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// loopback reports whether a Host header, with or without a port, names this
// machine.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	switch strings.ToLower(strings.Trim(host, "[]")) {
	case "127.0.0.1", "localhost", "::1":
		return true
	}
	return false
}

func (p *Provider) putFaults(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxControlBody))
	if err != nil {
		refuseBody(w, err)
		return
	}
	windows, ps := readWindows(body, p.clock())
	if len(ps) > 0 {
		refuseFaults(w, ps)
		return
	}
	p.SetFaults(windows)
	p.replyFaults(w)
}

// replyFaults leaves out windows that have ended, so that what was read can be
// changed and put back.
func (p *Provider) replyFaults(w http.ResponseWriter) {
	now := p.clock()
	left := slices.DeleteFunc(p.Faults(), func(f fault.Window) bool { return f.Until <= now })
	reply(w, http.StatusOK, struct {
		Now    span         `json:"now"`
		Faults []jsonWindow `json:"faults"`
	}{span(now), writeWindows(left)})
}

// refuseFaults answers with all problems of a list, one a line.
func refuseFaults(w http.ResponseWriter, ps unit.Problems) {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	problem(w, http.StatusBadRequest, strings.Join(lines, "\n"))
}
