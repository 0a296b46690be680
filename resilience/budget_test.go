package resilience_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"checkoutlab/internal/unit"
	"checkoutlab/resilience"
)

// spend plays words to a budget: begin, resume, cancel, end (of a first attempt) and
// end+ (of a retry), ok and fail for what an attempt ended with, retry and again for a
// retry after the first attempt or another retry, with a ! if it must be refused, and
// @TIME. A word*N is N of them.
func spend(c resilience.BudgetConfig, script string) error {
	b, now := resilience.NewBudget(c), duration("0s")
	for _, word := range strings.Fields(script) {
		word, times, _ := strings.Cut(word, "*")
		if times == "" {
			times = "1"
		}
		n, err := strconv.Atoi(times)
		for i := 0; i < n && err == nil; i++ {
			switch name, refused := strings.CutSuffix(word, "!"); name {
			case "begin":
				b.Begin(now)
			case "resume":
				b.Resume()
			case "cancel":
				b.Cancel()
			case "end", "end+":
				b.End(name == "end+")
			case "ok":
				b.Count(resilience.Success)
			case "fail":
				b.Count(resilience.Failure)
			case "nothing":
				b.Count(resilience.Ignored)
				b.Count(resilience.Neutral)
			case "retry", "again":
				if b.Retry(now, name == "again") == refused {
					err = fmt.Errorf("%s number %d: refused is %t, with %d active and %d retries", word, i+1, !refused, b.Active(), b.Retries())
				}
			default:
				now = duration(strings.TrimPrefix(word, "@"))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestBudgets(t *testing.T) {
	type config = resilience.BudgetConfig
	envoy, grpc := config{Kind: "envoy"}, config{Kind: "grpc"}
	bare := config{Kind: "finagle", NoReserve: true}
	for _, c := range []struct {
		name   string
		config config
		script string
	}{
		{"envoy allows three however little is active", envoy, "begin*4 retry*3 retry!"},
		{"envoy allows a fifth of what is active, and a waiting retry is not", envoy, "begin*100 retry*16 retry!"},
		{"envoy rounds down", config{Kind: "envoy", MinRetries: 1}, "begin*9 retry retry!"},
		{"envoy counts the attempt that has just failed as active", config{Kind: "envoy", MinRetries: 1}, "begin*11 retry retry retry!"},
		{"envoy: a retry that fails makes room for the next", envoy, "begin*4 retry*3 resume again retry!"},
		{"envoy: one that is refused again is still under way", envoy, "begin*90 retry*15 end*75 resume again! retry! end+ resume again!"},
		{"envoy: a retry that ends or is cancelled makes room", envoy, "begin*5 retry*3 retry! cancel retry retry! resume end+ retry"},

		{"finagle allows 100 when fresh", config{}, "begin retry*100 retry!"},
		{"finagle adds a fifth of the calls", config{}, "begin*100 retry*120 retry!"},
		{"finagle: a retry is no call", config{}, "begin*5 retry*101 resume*10 again!"},
		{"finagle forgets withdrawals after its TTL", config{}, "begin retry*100 @9.999s retry! @10s retry*100 retry!"},
		{"finagle forgets deposits after its TTL", bare, "begin*5 @9.999s retry retry! begin*5 @19.999s retry!"},
		{"finagle remembers in ten steps", bare, "@0.999s begin*5 @1s begin*5 @10s retry retry!"},
		{"finagle without reserve has deposits only", bare, "begin*4 retry! begin retry retry!"},
		{"finagle counts exactly", config{NoReserve: true, Ratio: 333_333}, "begin*3 retry! begin retry"},
		{"finagle's reserve is a rate", config{Reserve: unit.Rate{Events: 30, Per: duration("60s")}}, "begin retry*5 retry!"},
		{"finagle: an instant before the last one is that one", bare, "@20s begin*5 @1s retry retry!"},

		{"grpc allows retries above half of its tokens", grpc, "begin fail*4 retry fail resume again!"},
		{"grpc: a success gives a tenth back", grpc, "begin*9 fail*5 retry! ok retry fail*1 retry! ok*9 retry! ok retry"},
		{"grpc never has more than it began with", grpc, "begin*9 ok*100 fail*4 retry fail retry!"},
		{"grpc never has less than none", grpc, "begin*9 fail*20 ok*50 retry! ok retry"},
		{"grpc compares with half exactly", config{Kind: "grpc", Tokens: 3}, "begin*9 fail retry fail retry!"},
		{"grpc does not count what says nothing about the dependency", grpc, "begin*9 fail*4 nothing retry"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := spend(c.config, c.script); err != nil {
				t.Error(err)
			}
		})
	}
}
