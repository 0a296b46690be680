package resilience_test

import (
	"testing"
	"time"

	"checkoutlab/resilience"
)

// retrying is a retry without jitter in front of the policies.
func retrying(c resilience.RetryConfig, order ...string) resilience.Policies {
	p := policies(order...)
	p.Breaker.Window.Count = 10
	if c.Jitter == "" {
		c.Jitter = resilience.NoJitter
	}
	p.Retry = &c
	return p
}

const ms = time.Millisecond

func TestRetry(t *testing.T) {
	type config = resilience.RetryConfig
	opening := func(c config) resilience.Policies {
		p := retrying(c)
		p.Breaker.Window.Count = 1
		return p
	}
	holding := retrying(config{})
	holding.Bulkhead.HoldUntilDone = true
	budgeted := retrying(config{Budget: &resilience.BudgetConfig{Kind: "grpc", Tokens: 3}})
	for _, c := range []struct {
		name  string
		p     resilience.Policies
		steps []string
	}{
		{"three attempts by default, 100 ms and then 200 ms apart", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "10ms a failure -> wait/100ms", "110ms a waited -> attempt/500ms",
			"120ms a failure -> wait/200ms", "320ms a waited -> attempt/500ms", "330ms a failure -> finish"}},
		{"a success ends it", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "10ms a failure -> wait/100ms", "110ms a waited -> attempt/500ms",
			"120ms a success -> finish"}},
		{"what says nothing about the dependency is not retried", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "10ms a ignored -> finish", "20ms b began -> attempt/500ms", "30ms b neutral -> finish"}},
		{"the error is the last attempt's", retrying(config{Attempts: 2}), []string{
			"0s a began -> attempt/500ms", "0.5s a timed out -> wait/100ms", "0.6s a waited -> attempt/500ms",
			"0.7s a failure -> finish", "1s b began -> attempt/500ms", "1.1s b failure -> wait/100ms",
			"1.2s b waited -> attempt/500ms", "1.7s b timed out -> finish attempt timed out"}},
		{"a timeout is retried also where the breaker is blind to it", retrying(config{}, "timeout", "breaker", "bulkhead"), []string{
			"0s a began -> attempt/500ms", "0.5s a timed out -> wait/100ms"}},
		{"the backoff is capped, at ten times the first by default", retrying(config{Attempts: 4, Growth: 10, Backoff: 10 * ms}), []string{
			"0s a began -> attempt/500ms", "0s a failure -> wait/10ms", "0s a waited -> attempt/500ms",
			"0s a failure -> wait/100ms", "0s a waited -> attempt/500ms", "0s a failure -> wait/100ms"}},
		{"a growth of 1 is a constant backoff", retrying(config{Growth: 1, MaxBackoff: time.Second}), []string{
			"0s a began -> attempt/500ms", "0s a failure -> wait/100ms", "0s a waited -> attempt/500ms", "0s a failure -> wait/100ms"}},
		{"no retry begins at the end of the whole or later", retrying(config{Within: 150 * ms}), []string{
			"1s a began -> attempt/500ms", "1.049s a failure -> wait/100ms", "1.149s a waited -> attempt/500ms", "1.15s a failure -> finish",
			"2s b began -> attempt/500ms", "2.05s b failure -> finish"}},
		{"nor when its caller no longer waits", retrying(config{Within: time.Second}), []string{
			"1s a began/150ms -> attempt/500ms", "1.05s a failure -> finish", "2s b began -> attempt/500ms", "2.05s b failure -> wait/100ms"}},
		{"a reply's Retry-After makes the wait longer, never shorter", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "0s a failure+5s -> wait/5s", "5s a waited -> attempt/500ms", "5s a failure+10ms -> wait/200ms"}},
		{"a Retry-After beyond the whole ends the call", retrying(config{Within: time.Second}), []string{
			"0s a began -> attempt/500ms", "0s a failure+5s -> finish"}},
		{"a dependency may ask for no retry", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "0s a failure+-1ns -> finish"}},
		{"Retry-After can be left unheeded", retrying(config{IgnoreRetryAfter: true}), []string{
			"0s a began -> attempt/500ms", "0s a failure+5s -> wait/100ms"}},
		{"a breaker's refusal is final", opening(config{}), []string{
			"0s a began -> attempt/500ms", "0s a failure -> wait/100ms", "0.1s a waited -> finish circuit open"}},
		{"so is a bulkhead's", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0s c began -> finish bulkhead full",
			"0.3s b waited -> finish bulkhead wait exceeded"}},
		{"nothing is held while a call waits", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "0s b began -> queue/300ms", "0.1s a failure -> wait/100ms +b",
			"0.1s b permitted -> attempt/500ms", "0.2s a waited -> queue/300ms", "0.3s b success -> finish +a",
			"0.3s a permitted -> attempt/500ms"}},
		{"a caller that gives up while it waits is gone", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "0s a failure -> wait/100ms", "50ms a gave up -> finish",
			"0.1s a waited#2 -> nothing", "0.2s a began -> attempt/500ms"}},
		{"timers of an earlier attempt change nothing", retrying(config{}), []string{
			"0s b began -> attempt/500ms", "0s a began -> queue/300ms", "0.2s b success -> finish +a",
			"0.2s a permitted -> attempt/500ms", "0.25s a failure -> wait/100ms", "0.3s a waited#1 -> nothing",
			"0.35s a waited#2 -> attempt/500ms", "0.7s a timed out#1 -> nothing", "0.8s a success#1 -> nothing",
			"0.85s a timed out#2 -> wait/200ms"}},
		{"without holding until done a retry gets the slot of work that goes on", retrying(config{}), []string{
			"0s a began -> attempt/500ms", "0.5s a timed out -> wait/100ms", "0.6s a waited -> attempt/500ms",
			"0.65s a ended -> nothing", "0.7s a success -> finish"}},
		{"with it old work keeps its slot from its own retry", holding, []string{
			"0s a began -> attempt/500ms", "0.5s a timed out -> wait/100ms", "0.6s a waited -> queue/300ms",
			"0.7s a ended -> nothing +a", "0.7s a permitted -> attempt/500ms", "1.2s a timed out -> wait/200ms",
			"1.3s b began -> queue/300ms", "1.4s a waited -> finish bulkhead full", "1.5s a ended -> nothing +b"}},
		{"a budget that is spent ends the call", budgeted, []string{
			"0s a began -> attempt/500ms", "0s a failure -> wait/100ms", "0.1s a waited -> attempt/500ms", "0.1s a failure -> finish over budget",
			"1s b began -> attempt/500ms", "1s b failure -> finish over budget", "2s b began -> attempt/500ms", "2.5s b timed out -> finish over budget attempt timed out"}},
		{"it is not asked for a retry that would not be made", budgeted, []string{
			"0s a began -> attempt/500ms", "0s a failure -> wait/100ms", "0.1s a waited -> attempt/500ms", "0.1s a failure+-1ns -> finish"}},
	} {
		t.Run(c.name, func(t *testing.T) { drive(t, c.p, c.steps...) })
	}
}

func TestEveryAttemptCountsForTheBreaker(t *testing.T) {
	chain := drive(t, retrying(resilience.RetryConfig{}),
		"0s a began -> attempt/500ms", "0s a failure -> wait/100ms", "0.1s a waited -> attempt/500ms",
		"0.6s a timed out -> wait/200ms", "0.8s a waited -> attempt/500ms", "0.9s a success -> finish")
	if got, want := chain.Breaker.Counts(time.Second), (resilience.Counts{Calls: 3, Failures: 2}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
}

func TestMoreWorkCannotEndThanWasLeft(t *testing.T) {
	chain := drive(t, retrying(resilience.RetryConfig{}),
		"0s a began -> attempt/500ms", "0.5s a timed out -> wait/100ms", "0.6s a ended -> nothing")
	if got := panicOf(func() { chain.Ended(0) }); got != "resilience: more work ended than was left behind" {
		t.Errorf("panic %v", got)
	}
}
