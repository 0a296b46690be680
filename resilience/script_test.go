package resilience_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"checkoutlab/resilience"
)

// A script drives a breaker and says what must hold, one word a step:
//
//	@5.001s    the instant is now this
//	S F I N Z  a call starts and ends now: success, failure, ignored, neutral, slow
//	F:5s       the same with the duration that is reported
//	P          asks for a permit, gets it and keeps it
//	P!         asks for a permit and is refused
//	0=S        the permit kept first reports; 1=S the second, and so on
//	rate=60%   is the failure rate; rate=- says that there is none
//	slow=60%   is the slow-call rate
//	calls=3    is the number of calls in the counts
//	retry=1ms  is RetryAfter
//	force=OPEN forces a state
//	CLOSED     is the state, and so on for the others
type script struct {
	t    *testing.T
	b    *resilience.Breaker
	slow time.Duration // duration of Z
	now  time.Duration
	kept []resilience.Permit
}

func play(t *testing.T, c resilience.BreakerConfig, steps string) *resilience.Breaker {
	t.Helper()
	s := &script{t: t, b: resilience.NewBreaker(c), slow: c.SlowCall + 1}
	for i, word := range strings.Fields(steps) {
		if err := s.step(word); err != nil {
			t.Fatalf("step %d, %s at %v: %v", i+1, word, s.now, err)
		}
	}
	return s.b
}

func (s *script) step(word string) error {
	if at, ok := strings.CutPrefix(word, "@"); ok {
		s.now = duration(at)
		return nil
	}
	if name, want, ok := strings.Cut(word, "="); ok {
		return s.assign(name, want)
	}
	switch {
	case word == "P" || word == "P!":
		return s.ask(word == "P")
	case strings.Contains("SFINZ", word[:1]) && (len(word) == 1 || word[1] == ':'):
		return s.call(word)
	}
	return equal(s.b.State(s.now).String(), word)
}

func (s *script) assign(name, value string) error {
	failure, slow, ok := s.b.Rates(s.now)
	switch name {
	case "rate":
		return equal(rateOrDash(failure.String(), ok), value)
	case "slow":
		return equal(rateOrDash(slow.String(), ok), value)
	case "calls":
		return equal(strconv.FormatInt(s.b.Counts(s.now).Calls, 10), value)
	case "retry":
		return equal(s.b.RetryAfter(s.now), duration(value))
	case "force":
		s.b.Force(s.now, stateNamed(value))
		return nil
	}
	i, err := strconv.Atoi(name)
	if err != nil {
		return err
	}
	s.report(s.kept[i], value)
	return nil
}

func (s *script) ask(want bool) error {
	p, err := s.b.Acquire(s.now)
	if err == nil {
		s.kept = append(s.kept, p)
	}
	return equal(err == nil, want)
}

func (s *script) call(word string) error {
	p, err := s.b.Acquire(s.now)
	if err == nil {
		s.report(p, word)
	}
	return err
}

func (s *script) report(p resilience.Permit, word string) {
	took := s.now - p.Start()
	letter, text, ok := strings.Cut(word, ":")
	if ok {
		took = duration(text)
	}
	if letter == "Z" {
		took = s.slow
	}
	s.b.Release(s.now, p, outcomes[letter], took)
}

var outcomes = map[string]resilience.Outcome{
	"S": resilience.Success, "F": resilience.Failure, "Z": resilience.Success,
	"I": resilience.Ignored, "N": resilience.Neutral,
}

func stateNamed(name string) resilience.State {
	for s := resilience.Closed; s <= resilience.MetricsOnly; s++ {
		if s.String() == name {
			return s
		}
	}
	panic("no state " + name)
}

func rateOrDash(rate string, ok bool) string {
	if !ok {
		return "-"
	}
	return rate
}

func duration(s string) time.Duration {
	d, err := time.ParseDuration(s)
	if err != nil {
		panic(err)
	}
	return d
}

func equal[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("got %v, want %v", got, want)
	}
	return nil
}

// told are transitions as text: "1.52s CLOSED>OPEN failure rate 50% over 10 calls".
func told(ts []resilience.Transition) []string {
	var lines []string
	for _, t := range ts {
		lines = append(lines, fmt.Sprintf("%v %v>%v %s", t.At, t.From, t.To, t.Reason))
	}
	return lines
}
