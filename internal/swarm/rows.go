package swarm

import (
	"fmt"
	"time"
)

const (
	ms     = time.Millisecond
	second = time.Second
)

var scenarioTable = table{"scenario", []row{
	{"name", always, func(d *draws) any { return fmt.Sprintf("swarm-%d", d.seed) }},
	{"question", always, oneOf("Do the books balance?")},
	{"duration", always, func(d *draws) any { return d.outline.duration.String() }},
	{"drain", 20, length(0, 60*second)},
	{"providers", always, func(d *draws) any {
		return d.each(d.outline.providers, func(d *draws, _ string) any { return d.mapping(providerTable) })
	}},
	{"services", always, drawServices},
	{"loads", always, func(d *draws) any {
		return d.each(d.outline.loads, func(d *draws, _ string) any { return d.mapping(loadTable) })
	}},
	{"phases", 30, drawPhases},
}}

var providerTable = table{"provider", []row{
	{"latency", 90, latency(600 * ms)},
	{"on_cancel", 70, oneOf("continue", "stop")},
	{"max_in_flight", 15, number(1, 60)},
	{"faults", 90, func(d *draws) any {
		return d.list(0, 4, func(d *draws) any { return d.mapping(pick(d, faultTables...)) })
	}},
}}

// faultTables are the kinds of fault; their windows may overlap in any way.
var faultTables = []table{
	{"slow", []row{
		{"kind", always, oneOf("slow")},
		{"+window", always, drawWindow},
		{"share", 60, share},
		{"latency", always, latency(20 * second)},
	}},
	{"status", []row{
		{"kind", always, oneOf("status")},
		{"+window", always, drawWindow},
		{"share", 60, share},
		{"latency", 50, latency(second)},
		{"status", 70, oneOf(400, 404, 409, 429, 500, 502, 503, 504, 599)},
		{"retry_after", 30, length(0, 5*second)},
	}},
	{"hang", []row{
		{"kind", always, oneOf("hang")},
		{"+window", always, drawWindow},
		{"share", 60, share},
	}},
}

var serviceTable = table{"service", []row{
	{"workers", 95, number(1, 30)},
	{"queue", 90, oneOf(0, 0, 1, 2, 5, 20, 50)},
	{"abandoned", 80, oneOf("finish", "drop")},
	{"routes", always, drawRoutes},
	{"dependencies", always, drawDependencies},
}}

var routeTable = table{"route", []row{
	{"work", 60, latency(50 * ms)},
	{"calls", 95, drawCalls},
}}

var dependencyTable = table{"dependency", []row{
	{"+callee", always, drawCallee},
	{"order", 60, drawOrder},
	{"+retry and breaker", always, drawRetryAndBreaker},
	{"timeout", 70, length(1*ms, 2*second)},
	{"bulkhead", 70, of(bulkheadTable)},
}}

var guardTable = table{"guard", []row{
	{"retry", 40, of(retryTable)},
	{"breaker", 80, of(breakerTable)},
}}

var bulkheadTable = table{"bulkhead", []row{
	{"max_concurrent", 95, number(1, 20)},
	{"+queue", 70, of(table{"queue", []row{
		{"queue", always, number(1, 20)},
		{"max_wait", 70, length(1*ms, second)},
	}})},
	{"hold_until_done", 40, yes},
}}

var retryTable = table{"retry", []row{
	{"attempts", 70, number(2, 6)},
	{"+backoff", always, drawBackoff},
	{"within", 40, length(1*ms, 5*second)},
	{"ignore_retry_after", 30, yes},
	{"budget", 50, func(d *draws) any { return d.mapping(pick(d, budgetTables...)) }},
}}

var budgetTables = []table{
	{"envoy", []row{
		{"kind", always, oneOf("envoy")},
		{"ratio", 60, share},
		{"min_retries", 60, number(1, 10)},
	}},
	{"finagle", []row{
		{"kind", always, oneOf("finagle")},
		{"ratio", 60, share},
		{"+reserve", 60, drawReserve},
		{"ttl", 50, length(second, 60*second)},
	}},
	{"grpc", []row{
		{"kind", always, oneOf("grpc")},
		{"ratio", 60, share},
		{"tokens", 60, number(1, 100)},
	}},
}

var breakerTable = table{"breaker", []row{
	{"+rules", always, drawRules},
	{"failure_rate", 50, share},
	{"+slow calls", 60, of(slowCallTable)},
	{"consecutive_failures", 15, number(1, 6)},
	{"opens_above", 20, yes},
	{"judge_on_failure", 20, yes},
	{"ignored_succeed", 20, yes},
	{"full_fails", 20, yes},
	{"open_for", 90, length(1*ms, 5*second)},
	{"open_growth", 30, oneOf(1.0, 1.5, 2.0, 10.0)},
	{"open_max", 15, length(5*second, 60*second)},
	{"admit_at_deadline", 20, yes},
	{"automatic_half_open", 30, yes},
	{"+trials", 80, drawTrials},
	{"+lease", 40, drawLease},
	{"keep_window", 20, yes},
}}

var slowCallTable = table{"slow calls", []row{
	{"slow_call", always, length(1*ms, second)},
	{"slow_rate", 60, share},
	{"slow_fails", 30, yes},
	{"count_in_flight", 40, yes},
}}

var callTable = table{"call", []row{
	{"+called", always, drawCalled},
	{"fallback", 50, yes},
}}

// A load has a rate, or clients who wait for their answers.
var (
	openTable = table{"open load", []row{
		{"rate", always, oneOf(rates...)},
		{"stages", 40, drawStages},
		{"+spacing", 60, drawSpacing},
		{"probe", 40, drawProbe},
	}}
	closedTable = table{"closed load", []row{
		{"clients", always, number(1, 20)},
		{"think", always, thinking},
	}}
)

// rates are at most 150/s, so that a scenario stays small.
var rates = []string{"1/s", "7/s", "20/s", "33.3/s", "60/s", "150/s", "100/min", "13/310ms", "3/7s", "0.7/s", "1/999ms", "997/10s"}

var loadTable = table{"load", []row{
	{"+target", always, drawTarget},
	{"+shape", always, drawShape},
	{"start", 40, func(d *draws) any { return d.span(0, d.outline.duration/4).String() }},
	{"give_up", always, length(1*ms, 10*second)},
}}
