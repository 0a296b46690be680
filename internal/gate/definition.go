package gate

import (
	"slices"

	"checkoutlab/internal/unit"
)

// Kind is what a subject is.
type Kind string

// The kinds of subjects.
const (
	Load     Kind = "load"
	Provider Kind = "provider"
	Service  Kind = "service"
	Bulkhead Kind = "bulkhead"
	Breaker  Kind = "breaker"
	Retry    Kind = "retry"
)

// Unit is what a figure is counted in.
type Unit string

// The units of figures and limits.
const (
	Millis  Unit = "ms"
	Percent Unit = "%"
	Count   Unit = "count"
)

// Parts is how many of the smallest parts of a unit, in which figures are
// compared, make one of it: nanoseconds, millionths of a whole, ones.
func (u Unit) Parts() int64 {
	switch u {
	case Millis:
		return 1_000_000
	case Percent:
		return int64(unit.Whole / 100)
	default:
		return 1
	}
}

// Direction says what a higher figure means.
type Direction int

// What a higher figure means.
const (
	Better  Direction = -1
	Neither Direction = 0
	Worse   Direction = 1
)

// Argument is what a measure takes in brackets.
type Argument string

// What measures take in brackets.
const (
	None    Argument = ""
	Outcome Argument = "OUTCOME"
	Fault   Argument = "FAULT"
)

// Definition is one measure that there is.
type Definition struct {
	Name  string
	Takes Argument
	Of    []Kind
	Unit  Unit
	// Higher says what a higher figure means. Of the shares and counts of
	// outcomes it depends on the outcome; see Measure.Higher.
	Higher Direction
	// Whole measures are of the whole run only, and take no phase.
	Whole bool
	About string
}

// quantiles of a load's latency. Others are not in a summary.
var quantiles = []string{"p50", "p90", "p95", "p99", "p99.9"}

// Definitions returns every measure, in the order in which people look for them.
func Definitions() []Definition { return slices.Clone(definitions) }

var definitions = slices.Concat(
	latencies("", "latency, counted from the instant at which a request was due"),
	latencies("ok_", "latency of those requests alone that ended with a 2xx"),
	latencies("service_", "latency, counted from the sending"),
	[]Definition{
		{Name: "share", Takes: Outcome, Of: []Kind{Load}, Unit: Percent, About: "share of the requests that ended in this way"},
		{Name: "count", Takes: Outcome, Of: []Kind{Load}, Unit: Count, About: "how many requests ended in this way"},
		{Name: "due", Of: []Kind{Load}, Unit: Count, About: "how many requests were to be sent"},
		{Name: "time_to_recover", Of: []Kind{Load}, Unit: Millis, Higher: Worse, Whole: true, About: "how long after the last fault every request ends with a 2xx again"},
		{Name: "calls", Of: []Kind{Provider}, Unit: Count, About: "how many requests reached the provider"},
		{Name: "faulted", Takes: Fault, Of: []Kind{Provider}, Unit: Count, About: "how many of them met this fault"},
		{Name: "in_flight_max", Of: []Kind{Provider}, Unit: Count, Higher: Worse, About: "the most requests at once, abandoned ones included"},
		{Name: "abandoned_max", Of: []Kind{Provider}, Unit: Count, Higher: Worse, About: "the most at once whose caller had gone"},
		{Name: "busy_max", Of: []Kind{Service}, Unit: Count, Higher: Worse, About: "the most workers busy at once"},
		{Name: "queue_max", Of: []Kind{Service, Bulkhead}, Unit: Count, Higher: Worse, About: "the most requests, or calls, waiting at once"},
		{Name: "restarts", Of: []Kind{Service}, Unit: Count, Higher: Worse, About: "how often the service was restarted"},
		{Name: "unready", Of: []Kind{Service}, Unit: Millis, Higher: Worse, About: "how long the service was not ready"},
		{Name: "in_use_max", Of: []Kind{Bulkhead}, Unit: Count, About: "the most slots taken at once"},
		{Name: "rejected", Of: []Kind{Bulkhead, Breaker}, Unit: Count, About: "how many calls were refused"},
		{Name: "retries", Of: []Kind{Retry}, Unit: Count, Higher: Worse, About: "how many calls were made once more"},
		{Name: "over_budget", Of: []Kind{Retry}, Unit: Count, About: "how many were not, because the budget was spent"},
		{Name: "opens", Of: []Kind{Breaker}, Unit: Count, About: "how often the breaker opened"},
		{Name: "open_time", Of: []Kind{Breaker}, Unit: Millis, About: "how long it was open"},
		{Name: "opened_at", Of: []Kind{Breaker}, Unit: Millis, About: "when it first opened, on the run's clock"},
		{Name: "closed_at", Of: []Kind{Breaker}, Unit: Millis, About: "when it last closed again, on the run's clock"},
		{Name: "transitions", Of: []Kind{Breaker}, Unit: Count, About: "how often its state changed"},
	},
)

func latencies(prefix, about string) []Definition {
	var all []Definition
	for _, name := range slices.Concat([]string{"min"}, quantiles, []string{"max", "mean"}) {
		all = append(all, Definition{Name: prefix + name, Of: []Kind{Load}, Unit: Millis, Higher: Worse, About: about})
	}
	return all
}

func definition(name string) (Definition, bool) {
	i := slices.IndexFunc(definitions, func(d Definition) bool { return d.Name == name })
	if i < 0 {
		return Definition{}, false
	}
	return definitions[i], true
}

// Higher says what a higher figure of the measure means: more successes are
// better, more of any other outcome is worse.
func (m Measure) Higher() Direction {
	d := m.Definition()
	switch {
	case d.Takes != Outcome:
		return d.Higher
	case len(m.Outcome) == 3 && m.Outcome[0] == '2':
		return Better
	default:
		return Worse
	}
}
