package scenarios

import (
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
	"checkoutlab/resilience"
)

// Spec is one experiment: providers that can fail, services that call them
// through policies, loads that ask the services, and modes, which are the
// variations to be compared. All instants count from the start of the run.
//
// Names (of the scenario and of its providers, services, dependencies, loads,
// phases and modes) are 1 to 40 of the letters a-z, digits and hyphens.
type Spec struct {
	Name        string `yaml:"name"`
	Question    string `yaml:"question,omitempty"`
	Explanation string `yaml:"explanation,omitempty"`

	// Duration is how long the loads send: above zero, at most MaxDuration, and
	// at most MaxLiveDuration over real sockets.
	Duration time.Duration `yaml:"duration"`
	// Drain is how long the run may go on after Duration, for the answers that
	// are still awaited and for faults. Default, and never less: the longest
	// give_up of the loads, since nobody who waits is left out.
	Drain time.Duration `yaml:"drain,omitempty"`

	Providers map[string]fault.Config `yaml:"providers"`
	Services  map[string]Service      `yaml:"services"`
	Loads     map[string]Load         `yaml:"loads"`
	// Phases names the stretches that are reported apart. Default: the
	// stretches between the starts and ends of the providers' faults.
	Phases []Phase `yaml:"phases,omitempty"`
	// Expect has the gates that the run is held to. They speak of all modes, and
	// are checked and kept by File.
	Expect []Gate `yaml:"expect,omitempty"`
	// Modes in the order of the file. Without any there is one, "default".
	Modes []Mode `yaml:"modes,omitempty"`
}

// Service is one API: a pool of workers in front of every route, and its
// dependencies behind policies.
type Service struct {
	// Workers is how many requests are worked on at once, 1 to MaxWorkers.
	// Default in a file: DefaultWorkers.
	Workers int `yaml:"workers"`
	// Queue is how many more may wait for a worker, first come first served;
	// one more is answered 503. 0 is nobody, at most MaxQueue. Default in a
	// file: DefaultQueue.
	Queue int `yaml:"queue"`
	// Abandoned says what becomes of a request whose client has gone.
	// Default: finish.
	Abandoned Abandoned `yaml:"abandoned"`
	// Routes by method and path, such as "POST /checkout".
	Routes map[string]Route `yaml:"routes"`
	// Dependencies by name; a name is also the provider's unless said otherwise.
	Dependencies map[string]Dependency `yaml:"dependencies,omitempty"`
}

// Abandoned is what a service does with a request whose client has gone.
type Abandoned string

const (
	// Finish works on: a queued request keeps its place and takes a worker.
	Finish Abandoned = "finish"
	// Drop leaves the queue at once and cancels calls under way.
	Drop Abandoned = "drop"
)

// Route is what a service does to answer one kind of request.
type Route struct {
	// Work is how long the service itself holds the worker, before it calls.
	Work fault.Latency `yaml:"work,omitempty"`
	// Calls are made one after the other; the first that fails without a fallback
	// decides the answer.
	Calls []Call `yaml:"calls,omitempty"`
}

// Call is one call of a route. A file has it as the name of a dependency, or as a
// mapping:
//
//	calls: [tax, {dependency: payment, fallback: true}]
type Call struct {
	// Dependency whose policies it goes through.
	Dependency string `yaml:"dependency"`
	// Provider that is asked in place of the dependency's own, so that calls to
	// several share one bulkhead and one breaker.
	Provider string `yaml:"provider,omitempty"`
	// Fallback: the route makes do without this call. Whatever keeps it from
	// succeeding, the route goes on, and its 200 has the reason "fallback".
	Fallback bool `yaml:"fallback,omitempty"`
}

// Dependency is a provider, or another service, as one service sees it.
type Dependency struct {
	// Provider is the name of the provider. Default: the dependency's own.
	Provider string `yaml:"provider,omitempty"`
	// Service is the name of a service that is called in place of a provider,
	// and Route the one of its routes. Services may not call each other in a
	// circle.
	Service string `yaml:"service,omitempty"`
	Route   string `yaml:"route,omitempty"`

	resilience.Policies `yaml:",inline"`
}

// Load is a stream of requests. With a rate it does not wait for answers (an open
// model), whatever becomes of them; with clients each of them does (a closed
// model), as a crowd of fixed size.
type Load struct {
	// Service is the name of the service asked. Default: the only one.
	Service string `yaml:"service,omitempty"`
	// Route is one of that service's routes, such as "POST /checkout".
	Route string `yaml:"route"`
	// Rate is how many requests are due.
	Rate unit.Rate `yaml:"rate,omitempty"`
	// Stages are later rates, in order. Requests are spaced anew from each of
	// their instants on.
	Stages []Stage `yaml:"stages,omitempty"`
	// Arrivals is how the requests follow each other. Default: even.
	Arrivals Arrivals `yaml:"arrivals,omitempty"`
	// Jitter delays each request by up to this much, drawn uniformly; at most the
	// gap between two requests, so that they keep their order.
	Jitter time.Duration `yaml:"jitter,omitempty"`
	// Clients is how many clients send one request after the other, in place of
	// a rate. Only in virtual time.
	Clients int `yaml:"clients,omitempty"`
	// Think is how long each of the clients pauses before it sends.
	Think fault.Latency `yaml:"think,omitempty"`
	// Start is when the first request is due, or when the clients come. Default 0.
	Start time.Duration `yaml:"start,omitempty"`
	// GiveUp is how long a client waits for its answer.
	GiveUp time.Duration `yaml:"give_up"`
	// Probe makes the load, which has a rate, the liveness probe of its service.
	Probe *Probe `yaml:"probe,omitempty"`
}

// Phase is a named stretch of a run, From inclusive, Until exclusive.
type Phase struct {
	Name  string        `yaml:"name"`
	From  time.Duration `yaml:"from"`
	Until time.Duration `yaml:"until"`
}

// Mode is one variation of the scenario: the fields that it sets, by path, as
// --set does. It starts from the mode named in From, or from the file itself.
type Mode struct {
	Name  string
	About string
	From  string
	// Set has the values as YAML in one line; File.In applies them in order.
	Set []Setting
}

// Setting is one field set by its path, such as
// "services.checkout.dependencies.payment.timeout" or
// "providers.payment.faults.0.latency", to a YAML value.
type Setting struct {
	Path  string
	Value string
	flag  string // the argument it came from, when that was not --set
}

// Run is what an executor is given: the scenario in one mode, every default
// filled in, and the seed that all chance comes from.
type Run struct {
	Spec Spec
	Mode string
	Seed uint64
}
