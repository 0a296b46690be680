package swarm

import (
	"slices"
	"strconv"
	"time"

	"github.com/goccy/go-yaml"
)

// fields is a mapping of names and values in turns.
func fields(namesAndValues ...any) yaml.MapSlice {
	m := yaml.MapSlice{}
	for i := 0; i < len(namesAndValues); i += 2 {
		m = append(m, yaml.MapItem{Key: namesAndValues[i], Value: namesAndValues[i+1]})
	}
	return m
}

// latency draws a latency of any form, of at most about most.
func latency(most time.Duration) func(*draws) any {
	return func(d *draws) any {
		switch d.IntN(10) {
		case 0:
			return "0s"
		case 5:
			return fields("distribution", "exponential", "mean", d.span(1*ms, max(2*ms, most/3)).String())
		case 6:
			return fields("distribution", "bimodal", "fast", d.span(0, most/4).String(), "slow", d.span(most/4+ms, most).String(), "slow_share", strconv.Itoa(d.between(1, 99))+"%")
		case 1, 2:
			low := d.span(0, most/2)
			return fields("distribution", "uniform", "min", low.String(), "max", (low + d.span(1*ms, most/2)).String())
		case 3, 4:
			p50 := d.span(1*ms, max(2*ms, most/4))
			return fields("distribution", "lognormal", "p50", p50.String(), "p99", (p50 * time.Duration(d.between(1, 12))).String())
		default:
			return d.span(1*ms, most).String()
		}
	}
}

// drawWindow places a fault inside the run.
func drawWindow(d *draws) any {
	from := time.Duration(d.between(0, int(d.outline.duration/ms)-1)) * ms
	until := from + time.Duration(d.between(1, int((d.outline.duration-from)/ms)))*ms
	return fields("from", from.String(), "until", until.String())
}

// drawPhases cuts the run into stretches that may leave some of it out.
func drawPhases(d *draws) any {
	var all []any
	step := d.outline.duration / time.Duration(d.between(1, 4))
	for at := time.Duration(0); at+step <= d.outline.duration; at += step {
		from := at + time.Duration(d.IntN(2))*step/3
		all = append(all, fields("name", "part-"+strconv.Itoa(len(all)+1), "from", from.String(), "until", (at+step).String()))
	}
	return all
}

func drawServices(d *draws) any {
	m := yaml.MapSlice{}
	for _, s := range d.outline.services {
		m = append(m, yaml.MapItem{Key: s.name, Value: d.at(s.name).in(s).mapping(serviceTable)})
	}
	return m
}

func drawRoutes(d *draws) any {
	return d.each(d.service.routes, func(d *draws, _ string) any { return d.mapping(routeTable) })
}

func drawDependencies(d *draws) any {
	return d.each(d.service.deps, func(d *draws, name string) any {
		d.dep = name
		return d.mapping(dependencyTable)
	})
}

// drawCalls calls some of the service's dependencies, one perhaps more than once.
func drawCalls(d *draws) any {
	return d.list(1, 3, func(d *draws) any { return d.mapping(callTable) })
}

func drawOrder(d *draws) any {
	order := []string{"breaker", "bulkhead", "timeout"}
	d.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// drawRules is what a breaker judges by. Beside a preset nothing is drawn here that
// could contradict it.
func drawRules(d *draws) any {
	switch d.IntN(3) {
	case 0:
		n := d.between(1, 20)
		m := fields("window", fields("count", n), "minimum_calls", d.between(1, n))
		if d.odds(20) {
			m = append(m, fields("failure_count", d.between(1, n))...)
		}
		return m
	case 1:
		buckets := d.between(1, 10)
		span := time.Duration(buckets*d.between(1, 1000)) * ms
		return fields("window", fields("time", span.String(), "buckets", buckets),
			"minimum_calls", d.between(1, 10), "count_started", d.odds(33))
	default:
		return fields("preset", pick(d, "resilience4j", "polly", "opossum", "gobreaker", "hystrix"), "minimum_calls", d.between(1, 20))
	}
}

func drawTrials(d *draws) any {
	n := d.between(1, 5)
	if d.odds(50) {
		return fields("trials", n)
	}
	return fields("trials", n, "trial_successes", d.between(1, n))
}

func drawLease(d *draws) any {
	if d.odds(50) {
		return fields("no_trial_lease", true)
	}
	return fields("trial_lease", d.span(1*ms, 5*second).String())
}

// drawTarget is whom a load asks.
func drawTarget(d *draws) any {
	s := pick(d, d.outline.services...)
	return fields("service", s.name, "route", pick(d, s.routes...))
}

// drawShape is how many requests a load sends, and when.
func drawShape(d *draws) any {
	if d.odds(25) {
		return d.mapping(closedTable)
	}
	return d.mapping(openTable)
}

// thinking keeps a few clients from asking without an end in one instant.
func thinking(d *draws) any {
	least := d.span(5*ms, 50*ms)
	return fields("distribution", "uniform", "min", least.String(), "max", (least + d.span(1*ms, second)).String())
}

// drawStages changes the rate, at once or in a straight line, in the second half of
// the run, for a load may start in the first.
func drawStages(d *draws) any {
	at := d.outline.duration / 2
	return d.list(1, 3, func(d *draws) any {
		st := fields("at", at.String(), "rate", pick(d, rates...))
		at += d.outline.duration / 20
		if d.odds(50) {
			st = append(st, yaml.MapItem{Key: "over", Value: (d.outline.duration / 20).String()})
			at += d.outline.duration / 20
		}
		return st
	})
}

// drawSpacing is how requests follow each other. Jitter may not be longer than the
// gap between two at the highest of rates.
func drawSpacing(d *draws) any {
	if d.odds(50) {
		return fields("arrivals", "poisson")
	}
	return fields("jitter", d.span(1*ms, 6*ms).String())
}

// drawCallee is whom a dependency stands for: a route of a service, or another
// provider than its name says.
func drawCallee(d *draws) any {
	switch s := d.service.calls[d.dep]; {
	case s != nil:
		return fields("service", s.name, "route", pick(d, s.routes...))
	case d.odds(20):
		return fields("provider", pick(d, d.outline.providers...))
	}
	return fields()
}

// drawCalled is whom a route calls: a dependency, and perhaps another provider behind
// its policies than its own.
func drawCalled(d *draws) any {
	dep := pick(d, d.service.deps...)
	if d.service.calls[dep] == nil && d.odds(15) {
		return fields("dependency", dep, "provider", pick(d, d.outline.providers...))
	}
	return fields("dependency", dep)
}

// drawProbe may restart the service, again and again.
func drawProbe(d *draws) any {
	m := fields("failures", d.between(1, 5))
	if d.odds(60) {
		m = append(m, fields("restart", true, "startup", d.span(1*ms, 2*second).String())...)
	}
	return m
}

// drawRetryAndBreaker draws both, for a retry may say what to do about the breaker
// only where there is one, and may wait for it only with jitter.
func drawRetryAndBreaker(d *draws) any {
	m := d.mapping(guardTable)
	if len(m) == 2 && d.odds(50) {
		retry := m[0].Value.(yaml.MapSlice)
		onOpen := pick(d, "stop", "wait")
		if slices.Contains(retry, yaml.MapItem{Key: "jitter", Value: "none"}) {
			onOpen = "stop"
		}
		m[0].Value = append(retry, yaml.MapItem{Key: "on_open", Value: onOpen})
	}
	return m
}

// drawBackoff is how long a retry waits. Decorrelated jitter has a growth of its own.
func drawBackoff(d *draws) any {
	backoff := d.span(1*ms, second)
	m := fields("backoff", backoff.String(), "jitter", pick(d, "none", "full", "equal", "decorrelated"))
	if m[1].Value != "decorrelated" && d.odds(50) {
		m = append(m, yaml.MapItem{Key: "growth", Value: pick(d, 1.0, 1.5, 2.0, 10.0)})
	}
	if d.odds(50) {
		m = append(m, yaml.MapItem{Key: "max_backoff", Value: (backoff * time.Duration(d.between(1, 10))).String()})
	}
	return m
}

func drawReserve(d *draws) any {
	if d.odds(30) {
		return fields("no_reserve", true)
	}
	return fields("reserve", pick(d, "1/s", "10/s", "1/3s"))
}
