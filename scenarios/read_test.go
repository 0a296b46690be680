package scenarios

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// bad has every file of testdata/bad with what reading it must say, one problem
// a line, without the path in front.
var bad = map[string][]string{
	"anchor":            {`11:16: services.shop.dependencies.payment: an anchor (&) cannot be used here: write the value itself`},
	"bad-name":          {`1:7: name: "Bad_Name" is not a name; write 1 to 40 of the letters a-z, digits and hyphens between them, such as bad-name`},
	"bad-route":         {`9:7: services.shop.routes./pay: "/pay" is not a route; write a method and a path of letters, digits, / _ -, such as "POST /checkout"`, `13:19: loads.buyers.route: service shop has no route "POST /pay"; the routes here are /pay`},
	"bare-rate":         {`13:36: loads.buyers.rate: rate "10": no unit of time; write it as 20/s, 240/min or 4/250ms`},
	"bare-share":        {`5:68: providers.payment.faults.0.share: share "0.5": write a percentage such as 50%`},
	"control-character": {`1:7: a control character ('\x01') stands here: remove it`},
	"duplicate-key":     {`14:1: duration: stands here twice, first in line 2: remove one`},
	"empty":             {`1:1: duration: must be above zero; write a duration such as 6s`, `1:1: loads: there is none; write at least one load with a route and a rate`, `1:1: name: is missing; write a name of the letters a-z, digits and hyphens`, `1:1: services: there is none; write at least one service with a route`},
	"late-start":        {`13:62: loads.buyers.start: 6s is not before the end of the run (6s); no request would be due`},
	"long-duration":     {`2:11: duration: 25h is longer than 24h; write a shorter one`},
	"mode-absent-part":  {`17:7: services.shop.dependencies.payment.breaker.open_for: there is no services.shop.dependencies.payment.breaker to change; set services.shop.dependencies.payment.breaker itself to a mapping (in mode busy)`},
	"mode-cycle":        {`15:13: modes.a.from: goes in a circle: a from b from c from a; let one of them start from the scenario itself`},
	"mode-from-unknown": {`16:16: modes.busy.from: there is no mode clam; did you mean calm?`},
	"modes-list":        {`14:1: modes: is a list; write the modes by name`},
	"negative-duration": {`2:11: duration: duration "-6s": must not be negative`},
	"negative-rate":     {`13:36: loads.buyers.rate: rate "-10/s": must be above zero; write it as 20/s, 240/min or 4/250ms`},
	"not-utf-8":         {`1:7: not a text in UTF-8`},
	"no-duration":       {`1:1: duration: must be above zero; write a duration such as 6s`},
	"no-give-up":        {`13:51: loads.buyers.give_up: must be above zero; write a duration such as 6s`},
	"no-unit":           {`5:14: providers.payment.latency: duration "200": no unit; write it as 500ms, 3s or 2m`},
	"not-a-mapping":     {`1:1: is a single value; write a mapping that starts with name, question and duration`},
	"not-yaml":          {`1:7: not YAML: sequence end token ']' not found`},
	"share-over-whole":  {`5:68: providers.payment.faults.0.share: share "700%": must lie between 0% and 100%`},
	"tag":               {`11:16: services.shop.dependencies.payment: a tag (!) cannot be used here: write the value itself`},
	"too-many-requests": {`13:36: loads.buyers.rate: more than 10000000 requests in 6s; lower the rate or shorten duration`},
	"two-documents":     {`15:5: a second document: write one scenario a file`},
	"undeclared-call":   {`7:27: services.shop.routes.POST /pay.calls.0: there is no dependency payment of this service; write dependencies: {payment: {}} for the provider without policies`},
	"unknown-call":      {`9:27: services.shop.routes.POST /pay.calls.0: there is no dependency payments of this service; did you mean payment?`},
	"unknown-field":     {`5:5: providers.payment.latncy: unknown field; did you mean latency?`},
	"unknown-provider":  {`11:27: services.shop.dependencies.payment.provider: there is no provider paymint; did you mean payment?`},
	"unknown-route":     {`13:19: loads.buyers.route: service shop has no route "POST /pax"; did you mean POST /pay?`},
	"unknown-service":   {`13:21: loads.buyers.service: there is no service shopp; did you mean shop?`},
	"window-after-run":  {`5:33: providers.payment.faults.0.from: window outside the run: it starts at 8s, the run ends at 7s (duration and drain); move it or lengthen duration`},
	"window-past-run":   {`5:44: providers.payment.faults.0.until: window outside the run: it ends at 1h, the run at 7s (duration and drain); shorten it or lengthen duration`},
	"wrong-unit":        {`2:11: duration: duration "6 seconds": not a number with one of the units ns, us, ms, s, m, h; write it as 500ms, 3s or 2m`},
	"zero-rate":         {`13:36: loads.buyers.rate: rate "0/s": must be above zero; write it as 20/s, 240/min or 4/250ms`},
	"zero-for-default": {
		`3:8: drain: zero stands for the default here, which is 1s; leave it out or write another value`,
		`12:35: services.shop.dependencies.payment.breaker.trials: zero stands for the default here, which is 10; leave it out or write another value`,
	},
	"bad-dependency-name": {
		`12:7: services.shop.dependencies.Big.Name: "Big.Name" is not a name; write 1 to 40 of the letters a-z, digits and hyphens between them, such as big-name`,
	},
	"fault-forms": {
		`5:20: providers.payment.max_in_flight: zero stands for the default here, which is 20000; leave it out or write another value`,
		`7:48: providers.payment.faults.0.latency.p50: duration "5": no unit; write it as 500ms, 3s or 2m`,
		`7:51: providers.payment.faults.0.latency.p90: unknown field; did you mean p50?`,
		`8:29: providers.payment.faults.1.until: duration "2 s": not a number with one of the units ns, us, ms, s, m, h; write it as 500ms, 3s or 2m`,
		`12:26: services.shop.routes.POST /pay.calls: is a single value (payment); write a list, such as [a, b]`,
		`14:45: services.shop.dependencies.payment.bulkhead.hold_until_done: "on" is neither true nor false`,
		`16:30: loads.buyers.rate: is a list; write a single value`,
	},
	"load-forms": {
		`8:30: loads.both.rate: is named beside clients, who send when they have their answer; write one of the two`,
		`8:56: loads.both.jitter: is named beside clients, who send when they have their answer; write one of the two`,
		`9:45: loads.shaky.jitter: 101ms is longer than the gap between two requests (100ms at 10/s)`,
		`10:48: loads.random.arrivals: "poison" is neither even nor poisson`,
		`10:63: loads.random.think: belongs to a load with clients; leave it out`,
		`11:64: loads.twice.jitter: has no sense with poisson arrivals, which are uneven already; leave it out`,
		`12:34: loads.crowd.clients: 100001 is outside 1 to 100000`,
		`12:42: loads.crowd.think.max: must be above min (0s)`,
		`13:67: loads.probe.probe.failures: 1001 is outside 1 to 1000`,
		`13:82: loads.probe.probe.startup: has no effect without restart: true`,
		`19:14: loads.staged.stages.1.at: 6s is before the end of what precedes it (8s); write stages in order`,
		`20:9: loads.staged.stages.2.rate: is missing; write it as 20/s, 240/min or 4/250ms`,
		`20:14: loads.staged.stages.2.at: stage outside the run: its rate is reached at 11s, duration is 10s`,
		`22:62: loads.late.stages.0.at: stage outside the run: it begins at 10s, duration is 10s`,
		`23:61: loads.far.stages.0.at: stage outside the run, which is no longer than 24h`,
		`24:62: loads.probes.probe: belongs to a load with a rate, which is how often it probes; write one in place of clients`,
	},
	"circle": {
		`8:29: services.front.routes.GET /.calls.1: names a provider, but the dependency back is a service`,
		`8:64: services.front.routes.GET /.calls.2: there is no provider taxi; did you mean tax?`,
		`8:100: services.front.routes.GET /.calls.3.dependncy: unknown field; did you mean dependency?`,
		`10:23: services.front.dependencies.back.service: closes a circle: back calls front in the end; break it`,
		`10:36: services.front.dependencies.back.route: service back has no route "GET /x"; did you mean GET /?`,
		`11:20: services.front.dependencies.tax.route: belongs to a dependency that is a service; leave it out, or write service`,
		`16:24: services.back.dependencies.front.service: is named beside a provider; write one of the two`,
	},
	"expect": {
		`14:5: expect.0: there is no load buyer; did you mean buyers?`,
		`15:28: expect.1: there is no phase slwo; did you mean slow? (in mode calm)`,
		`16:18: expect.2: there is no mode clam; did you mean calm?`,
		`17:27: expect.3: no request ends with "600"; an outcome is a status code of 200 to 599, or one of: ` + strings.Join(OutcomeNames(), ", "),
		`18:13: expect.4: buyers is a load, and in_flight_max a measure of a provider: payment`,
		`19:33: expect.5: opens is a measure of a breaker, and there is none here (in mode calm)`,
	},
	"expect-forms": {
		`10:19: expect.0: "50" has no unit; write it as 50ms, 3s or 2m`,
		`11:24: expect.1: p100 is the maximum; write max`,
		`12:27: expect.2: share "99.95": write a percentage such as 50%`,
		`13:15: expect.2.advisory: "maybe" is neither true nor false`,
		`14:18: expect.3: "=" is not an operator; write ==`,
		`15:13: expect.4: this is "p"; write ": " and a measure behind buyers`,
		`16:5: expect.5: is not a gate; write one line, such as health{phase:slow}: p95 < 50ms`,
		`17:5: expect.6: write one gate an item, with advisory: true below it if it must not fail the run`,
		`19:5: expect.7: write one gate an item, with advisory: true below it if it must not fail the run`,
		`20:5: expect.8: is not a gate; write one line, such as health{phase:slow}: p95 < 50ms`,
		`21:5: expect.9: is not a gate; write one line, such as health{phase:slow}: p95 < 50ms`,
	},
	"expect-mapping": {
		`9:1: expect: is a mapping; write a list of gates, such as - health: p95 < 50ms`,
		`11:13: expect: expect cannot be set; change it in the file (in mode a)`,
	},
	"long-drain": {`3:8: drain: 25h is outside 0s to 24h`},
	"mode-fields": {
		`15:10: modes.busy.abuot: unknown field; did you mean about?`,
		`15:38: modes.busy.set: is a single value; write PATH: VALUE lines`,
		`16:3: modes.Very Busy: "Very Busy" is not a name; write 1 to 40 of the letters a-z, digits and hyphens between them, such as very-busy`,
		`17:3: modes.1: is a list; write a mapping with the fields about, from, set`,
	},
	"two-services": {
		`7:11: services.other.routes: there is none; write at least one, such as "POST /checkout"`,
		`14:35: loads.buyers.route: service other has no route "POST /pay"; there are no routes here`,
		`15:3: loads.robots.service: is missing; write one of other, shop`,
	},
	"mode-set": {
		`17:7: loads.buyer.rate: there is no buyer in loads; did you mean buyers? (in mode busy)`,
		`18:7: loads.buyers.rat: unknown field loads.buyers.rat; did you mean rate? (in mode busy)`,
		`19:26: loads.buyers.rate: rate "fast": no unit of time; write it as 20/s, 240/min or 4/250ms (in mode busy)`,
		`20:7: name: name cannot be set; change it in the file (in mode busy)`,
		`21:7: providers.payment.faults.0.share: providers.payment.faults has 0 items, counted from 0; there is no 0 (in mode busy)`,
	},
	"phases": {
		`14:49: phases.1.name: a is the name of an earlier phase too; give each its own`,
		`14:58: phases.1.from: overlaps the phase a, which ends at 3s; write phases in order, one after the other`,
		`14:101: phases.2.until: phase outside the run: it ends at 7s, duration is 6s; a request belongs to the phase in which it was due`,
		`14:133: phases.3.until: must be later than from (5s)`,
	},
	"service-bounds": {
		`8:14: services.shop.workers: 0 is outside 1 to 10000`,
		`9:12: services.shop.queue: -1 is outside 0 (nobody waits) to 1000000`,
		`10:16: services.shop.abandoned: unknown choice "dropp"; write finish or drop`,
	},
	"many": {
		`1:7: name: "Bad Name" is not a name; write 1 to 40 of the letters a-z, digits and hyphens between them, such as bad-name`,
		`3:1: duraton: unknown field; did you mean duration?`,
		`4:8: drain: duration "5": no unit; write it as 500ms, 3s or 2m`,
		`7:14: providers.payment.latency: duration "200": no unit; write it as 500ms, 3s or 2m`,
		`12:16: providers.payment.faults.0.share: share "700%": must lie between 0% and 100%`,
		`14:50: providers.payment.faults.1.share: share "0.5": write a percentage such as 50%`,
		`17:14: services.checkout.workers: "many" is not a whole number`,
		`18:12: services.checkout.queue: -1 is outside 0 (nobody waits) to 1000000`,
		`21:17: services.checkout.routes.POST /checkout.calls.0: there is no dependency paymet of this service; did you mean payment?`,
		`22:7: services.checkout.routes.GET  health: "GET  health" is not a route; write a method and a path of letters, digits, / _ -, such as "POST /checkout"`,
		`25:9: services.checkout.dependencies.payment.timout: unknown field; did you mean timeout?`,
		`26:5: services.checkout.workers: stands here twice, first in line 17: remove one`,
		`28:3: loads.checkout.give_up: must be above zero; write a duration such as 6s`,
		`29:12: loads.checkout.route: service checkout has no route "POST /chekout"; did you mean POST /checkout?`,
		`30:11: loads.checkout.rate: rate "-4/s": must be above zero; write it as 20/s, 240/min or 4/250ms`,
		`32:3: loads.x.route: is missing; write one of GET  health, POST /checkout`,
		`33:11: loads.x.rate: rate "0/s": must be above zero; write it as 20/s, 240/min or 4/250ms`,
		`36:13: modes.a.from: goes in a circle: a from b from a; let one of them start from the scenario itself`,
		`38:13: modes.c.from: there is no mode d; the modes here are a, b, c`,
		`38:22: loads.y.rate: there is no y in loads; the names here are checkout, x (in mode c)`,
		`38:62: loads.checkout.rate: rate "4": no unit of time; write it as 20/s, 240/min or 4/250ms (in mode c)`,
	},
}

func TestBadFiles(t *testing.T) {
	for _, path := range fixtures(t, "bad") {
		name := strings.TrimSuffix(filepath.Base(path), ".yaml")
		t.Run(name, func(t *testing.T) {
			want, ok := bad[name]
			if !ok {
				t.Fatal("not in the table")
			}
			_, err := ReadFile(path)
			var problems *ProblemsError
			if !errors.As(err, &problems) {
				t.Fatalf("err = %v, want a *ProblemsError", err)
			}
			got := strings.Split(strings.ReplaceAll(err.Error(), path+":", ""), "\n")
			if !slices.Equal(got, want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if len(problems.Problems) != len(want) {
				t.Errorf("%d problems, want %d", len(problems.Problems), len(want))
			}
		})
	}
	if got := len(fixtures(t, "bad")); got != len(bad) {
		t.Errorf("%d files, %d rows", got, len(bad))
	}
}

func TestUnreadableFile(t *testing.T) {
	if _, err := ReadFile("testdata/none.yaml"); err == nil || !strings.Contains(err.Error(), "testdata/none.yaml") {
		t.Errorf("err = %v, want one that names the file", err)
	}
	large := []byte("name: " + strings.Repeat("x", 1<<20))
	wantError(t, readError("large.yaml", large), "large.yaml:1:1: larger than 1024 KiB: a scenario is a short text")
}

// TestDeepFiles are inputs that would exhaust a recursive reader's stack.
func TestDeepFiles(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", 1<<19),
		strings.Repeat("{a: ", 1<<17),
		strings.Repeat("- ", 1<<18),
		strings.Repeat("? ", 1<<18),
		strings.Repeat("&a ", 1<<18),
	} {
		if err := readError("deep.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), "deep.yaml:1:") {
			t.Errorf("%.8s…: err = %.200v", text, err)
		}
	}
}

func fixtures(t *testing.T, kind string) []string {
	t.Helper()
	return glob(t, "testdata/"+kind+"/*.yaml")
}

func glob(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return paths
}

func readError(name string, text []byte) error {
	_, err := Read(name, text)
	return err
}

// wantError compares a whole error; "" means none.
func wantError(t *testing.T, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("err = %q\nwant  %q", got, want)
	}
}
