package report

import (
	"fmt"
	"time"

	"checkoutlab/internal/record"
)

// SchemaVersion is the version of summary.json. Fields may be added to a
// version, never removed or given another meaning.
const SchemaVersion = 1

// Summary is everything that was measured in a run, as summary.json has it.
type Summary struct {
	SchemaVersion int    `json:"schema_version"`
	Scenario      string `json:"scenario"`
	// Question is what the scenario asks, in its own words.
	Question string    `json:"question,omitempty"`
	Executor string    `json:"executor"` // "live" or "sim"
	Seed     uint64    `json:"seed"`
	Version  string    `json:"version"`
	Started  time.Time `json:"started"`
	// Changes are what was set on top of the scenario, as "--set PATH=VALUE".
	Changes []string `json:"changes,omitempty"`
	// Partial is set when the run was cut short: the figures are of what
	// happened until then.
	Partial  bool     `json:"partial"`
	Validity Validity `json:"validity"`
	Modes    []Mode   `json:"modes"`
	Gates    []Gate   `json:"gates"`
	// Digest identifies what happened in a simulated run.
	Digest string `json:"digest,omitempty"`
}

// Mode is what was measured in one mode: over the whole run, draining included,
// and in each phase.
type Mode struct {
	Mode string `json:"mode"`
	// About says in words what the mode is, such as "timeout 500ms".
	About  string  `json:"about,omitempty"`
	Phases []Phase `json:"phases"`
	Figures
	Transitions []Transition `json:"transitions"`
	Restarts    []Restart    `json:"restarts,omitempty"`
}

// Phase is what was measured in a stretch of the run. A request counts in the
// phase in which it was due, however late it ended.
type Phase struct {
	Name  string `json:"name"`
	From  Millis `json:"from_ms"`
	Until Millis `json:"until_ms"`
	Figures
}

// Figures are the measures of one stretch, by the names of the scenario.
type Figures struct {
	Loads     map[string]LoadFigures     `json:"loads"`
	Providers map[string]ProviderFigures `json:"providers"`
	Services  map[string]ServiceFigures  `json:"services"`
	Bulkheads map[string]BulkheadFigures `json:"bulkheads"` // by "service/dependency"
	Breakers  map[string]BreakerFigures  `json:"breakers"`  // by "service/dependency"
	Retries   map[string]RetryFigures    `json:"retries"`   // by "service/dependency"
}

// LoadFigures is what the clients of one load saw.
type LoadFigures struct {
	Route string `json:"route,omitempty"` // such as "GET /health"
	// Due is how many requests the load was to send. Those that it missed are
	// only counted over the whole run.
	Due int `json:"due"`
	// Outcomes counts how the requests ended: by the status code as text, or
	// "client timeout", "refused", "reset", "cut", "failed".
	Outcomes map[string]int `json:"outcomes"`
	// Reasons counts, for an outcome, the reasons that were given for it.
	Reasons map[string]map[string]int `json:"reasons,omitempty"`

	// Latency counts from the instant at which a request was due, whatever its
	// outcome. A client timeout counts with the age at which the client gave up.
	Latency
	OK      Latency `json:"ok"`      // of those alone that ended with a 2xx
	Service Latency `json:"service"` // counted from the sending

	// TimeToRecover is how long after the end of the last fault the first request
	// was due from which on all ended with a 2xx; 0 when none due since then
	// failed. Nil, as in every phase, when Recovered is not true.
	TimeToRecover *Millis `json:"time_to_recover_ms"`
	// Recovered is false when requests failed until the end; nil when none was due
	// after a fault.
	Recovered *bool `json:"recovered"`

	// The two of Service that are most looked up.
	ServiceP50 *Millis `json:"service_p50_ms"`
	ServiceP95 *Millis `json:"service_p95_ms"`
}

// ProviderFigures is how much a provider had to do.
type ProviderFigures struct {
	Calls        int            `json:"calls"`         // requests that began
	InFlightMax  int            `json:"in_flight_max"` // abandoned ones included
	AbandonedMax int            `json:"abandoned_max"` // whose caller had gone
	Faulted      map[string]int `json:"faulted"`       // calls by the fault that they met
	Capped       int            `json:"capped"`        // refused at the provider's own limit
}

// ServiceFigures is how a service's pool of workers was used.
type ServiceFigures struct {
	Workers  int `json:"workers"`
	BusyMax  int `json:"busy_max"`
	QueueMax int `json:"queue_max"`
	// Restarts are those that a probe called for, acted out or not.
	Restarts int `json:"restarts"`
	// Unready is the time from the stopping of the service until it had started
	// again.
	Unready Millis `json:"unready_ms"`
}

// BulkheadFigures is how a bulkhead was used.
type BulkheadFigures struct {
	MaxConcurrent int `json:"max_concurrent"`
	InUseMax      int `json:"in_use_max"`
	QueueMax      int `json:"queue_max"`
	Rejected      int `json:"rejected"`
}

// BreakerFigures is what a circuit breaker did.
type BreakerFigures struct {
	Opens    int    `json:"opens"`
	Rejected int    `json:"rejected"`
	Open     Millis `json:"open_ms"` // time spent OPEN
	// States are those it was in, in order; the first is the one it began with.
	States []string `json:"states"`
}

// RetryFigures is how often calls were made again.
type RetryFigures struct {
	Retries    int `json:"retries"`
	OverBudget int `json:"over_budget"` // that a spent budget kept from being made
}

// Restart is a service that its probe had restarted, or would have.
type Restart struct {
	At      Millis `json:"at_ms"`
	Service string `json:"service"`
	Reason  string `json:"reason"`
	// Acted is whether the service was really stopped and started.
	Acted bool `json:"acted"`
}

func (r Restart) String() string {
	happened := "would have been restarted"
	if r.Acted {
		happened = "restarted"
	}
	return fmt.Sprintf("t=%.2fs %s %s (%s)", r.At.Duration().Seconds(), r.Service, happened, r.Reason)
}

// Transition is one change of a breaker's state.
type Transition struct {
	At      Millis `json:"at_ms"`
	Breaker string `json:"breaker"`
	From    string `json:"from"`
	To      string `json:"to"`
	Reason  string `json:"reason"`
}

// String is the line of transitions.log, as record.Event has it.
func (t Transition) String() string {
	return record.Event{At: t.At.Duration(), Name: t.Breaker, From: t.From, To: t.To, Reason: t.Reason}.TransitionLine()
}

// Gate is one condition on the figures of one mode and what became of it. Actual,
// limit and margin are in Unit: "ms", "%" or "count".
type Gate struct {
	Text     string   `json:"text"`    // as it was written
	Measure  string   `json:"measure"` // what was judged, with the mode
	Mode     string   `json:"mode"`
	Passed   bool     `json:"passed"`
	Actual   *float64 `json:"actual"` // null: not evaluated
	Operator string   `json:"operator"`
	Limit    float64  `json:"limit"`
	// Margin is how far the actual figure lies on the right side of the limit;
	// below zero it lies on the wrong one.
	Margin   *float64 `json:"margin"`
	Unit     string   `json:"unit"`
	Advisory bool     `json:"advisory"` // a run does not fail by it
	Note     string   `json:"note"`
}

// Millis is a length of time in milliseconds, to the nanosecond.
type Millis float64

func millis(d time.Duration) Millis { return Millis(float64(d) / float64(time.Millisecond)) }

// Duration returns the length as a time.Duration.
func (m Millis) Duration() time.Duration {
	if m < 0 {
		return -(-m).Duration()
	}
	return time.Duration(float64(m)*float64(time.Millisecond) + 0.5)
}
