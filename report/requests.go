package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/scenarios"
)

// Requests writes the requests of one mode in the columns of vegeta's CSV, in
// the order in which they ended, so that vegeta report and vegeta plot read
// them.
//
// They tell what our own reports tell: a timestamp is the instant at which a
// request was due and not the one at which it was sent, and its latency counts
// from there. An outcome without a status code is code 0 with its name as the
// error; a failed answer has its reason there.
func Requests(w io.Writer, m record.Mode, spec scenarios.Spec, started time.Time) error {
	out := csv.NewWriter(w)
	for e := range m.Events.All() {
		if e.Kind != record.Request {
			continue
		}
		// A csv.Writer keeps its first error for the end.
		_ = out.Write(vegetaRow(e, spec.Loads[e.Name], started))
	}
	out.Flush()
	return out.Error()
}

// vegetaRow has: Unix time in nanoseconds, code, latency in nanoseconds, bytes
// out, bytes in, error, body, name of the attack, sequence number, method, URL,
// header. Bodies and headers are not recorded.
func vegetaRow(e record.Event, load scenarios.Load, started time.Time) []string {
	code, failure := e.Outcome, ""
	if _, err := strconv.ParseUint(e.Outcome, 10, 16); err != nil {
		code, failure = "0", e.Outcome
	} else if !succeeded(e.Outcome) {
		failure = e.Outcome
		if e.Reason != "" {
			failure += " " + e.Reason
		}
	}
	method, path, _ := strings.Cut(load.Route, " ")
	return []string{
		strconv.FormatInt(started.Add(e.Due).UnixNano(), 10), code,
		strconv.FormatInt(int64(e.Latency()), 10), "0", "0", failure, "", e.Name,
		strconv.FormatInt(e.Seq, 10), method, "http://" + load.Service + path, "",
	}
}
