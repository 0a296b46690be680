package provider

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/provider/fault"
)

// panel is a provider's control endpoint at 1m30s.
func panel(t *testing.T, faults ...fault.Window) (*Provider, http.Handler) {
	p := New(fault.Config{Faults: faults}, Options{Clock: func() time.Duration { return 90 * s }})
	t.Cleanup(p.Close)
	return p, Control(p, "secret")
}

// ask sends a request that may pass, but for what change does to it.
func ask(h http.Handler, method, path, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:7012"
	r.Header.Set("Authorization", "Bearer secret")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestControlLetsInWhoKnowsTheToken(t *testing.T) {
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	token := func(value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Authorization", value) }
	}
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		want   int
	}{
		{"as it should be", nil, 200},
		{"localhost", host("localhost:7012"), 200},
		{"LocalHost", host("LocalHost"), 200},
		{"IPv6", host("[::1]:7012"), 200},
		{"IPv6 without a port", host("[::1]"), 200},
		{"without a port", host("127.0.0.1"), 200},
		{"a name that was pointed at this machine", host("evil.example:7012"), 403},
		{"a longer name", host("127.0.0.1.evil.example"), 403},
		{"no host", host(""), 403},
		{"another machine", host("10.0.0.1"), 403},
		{"no token", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"another token", token("Bearer secre"), 401},
		{"an empty token", token("Bearer "), 401},
		{"another scheme", token("Basic secret"), 401},
	} {
		_, h := panel(t)
		if w := ask(h, "GET", "/counts", "", c.change); w.Code != c.want {
			t.Errorf("%s: answered %d, want %d", c.name, w.Code, c.want)
		}
	}
}

func TestControlRoutes(t *testing.T) {
	for _, c := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/counts", 200}, {"POST", "/counts", 405},
		{"GET", "/faults", 200}, {"PUT", "/faults", 400}, {"DELETE", "/faults", 204}, {"POST", "/faults", 405},
		{"GET", "/", 404},
	} {
		_, h := panel(t)
		if w := ask(h, c.method, c.path, "", nil); w.Code != c.want {
			t.Errorf("%s %s: answered %d, want %d", c.method, c.path, w.Code, c.want)
		}
	}
}

func TestControlCounts(t *testing.T) {
	_, h := panel(t)
	got := strings.TrimSpace(ask(h, "GET", "/counts", "", nil).Body.String())
	want := `{"calls":0,"in_flight":0,"in_flight_max":0,"abandoned":0,"abandoned_max":0,"capped":0,"faulted":{}}`
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestPutFaults(t *testing.T) {
	quarter := unit.Percent(25)
	for _, c := range []struct {
		name, body string
		want       []fault.Window
	}{
		{"from now on", `{"kind": "slow", "latency": "10s", "for": "30s"}`,
			[]fault.Window{{Kind: fault.Slow, From: 90 * s, Until: 120 * s, Latency: fault.Always(10 * s)}}},
		{"a list, with every field", ` [{"kind":"status","name":"busy","from":"0s","until":"2m","share":"25%","status":429,"retry_after":"1s","latency":"0s"}]`,
			[]fault.Window{{Kind: fault.Status, Name: "busy", Until: 120 * s, Share: &quarter, Status: 429, RetryAfter: s, Latency: fault.Always(0)}}},
		{"a distribution", `[{"kind":"slow","until":"2m","latency":{"distribution":"lognormal","p50":"1s","p99":"3s"}}]`,
			[]fault.Window{{Kind: fault.Slow, Until: 120 * s, Latency: fault.Latency{Distribution: fault.Lognormal, P50: s, P99: 3 * s}}}},
		{"several", `[{"kind":"hang","for":"1s"},{"kind":"status","for":"1s"}]`,
			[]fault.Window{{Kind: fault.Hang, From: 90 * s, Until: 91 * s}, {Kind: fault.Status, From: 90 * s, Until: 91 * s, Status: 503}}},
		{"none", `[]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, h := panel(t, window(fault.Hang, 0, time.Hour))
			put := ask(h, "PUT", "/faults", c.body, nil)
			if put.Code != http.StatusOK {
				t.Fatalf("answered %d: %s", put.Code, put.Body)
			}
			if got := p.Faults(); !reflect.DeepEqual(got, c.want) && len(got)+len(c.want) > 0 {
				t.Errorf("in force:\n%+v\nwant\n%+v", got, c.want)
			}
			// What is read can be put back.
			var read struct{ Faults json.RawMessage }
			if err := json.Unmarshal(ask(h, "GET", "/faults", "", nil).Body.Bytes(), &read); err != nil {
				t.Fatal(err)
			}
			before := p.Faults()
			if again := ask(h, "PUT", "/faults", string(read.Faults), nil); again.Code != http.StatusOK || !reflect.DeepEqual(p.Faults(), before) {
				t.Errorf("put back: %d %s", again.Code, again.Body)
			}
		})
	}
}

func TestPutFaultsRefuses(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"nothing", ``, "faults.0: is empty; write a list of faults in JSON"},
		{"not JSON", `kind: slow`, "faults.0: invalid character 'k' looking for beginning of value"},
		{"two values", `{"kind":"hang","for":"1s"} {}`, "faults.0: something follows the JSON value"},
		{"a list and more", `[] 1`, "faults: something follows the JSON value"},
		{"null", `null`, `faults.0: has no end; write until, for every fault ends by itself` + "\n" + `faults.0.kind: "" is not a fault; write one of hang, slow, status`},
		{"no end", `{"kind":"hang"}`, "faults.0: has no end; write until, for every fault ends by itself"},
		{"an end that has passed", `{"kind":"hang","until":"90s"}`, "faults.0.until: 1m30s has passed: it is 1m30s now"},
		{"for and until", `{"kind":"hang","until":"2m","for":"1s"}`, "faults.0.for: counts from now; write it without from and until"},
		{"for too long", `{"kind":"hang","for":"25h"}`, "faults.0: lasts 25h0m0s, at most 24h0m0s"},
		{"for ever", `{"kind":"hang","for":"2562047h"}`, "faults.0: lasts 2562047h0m0s, at most 24h0m0s"},
		{"an unknown field", `{"kind":"hang","for":"1s","toxicity":1}`, `faults.0: unknown field "toxicity"`},
		{"an unknown kind", `{"kind":"timeout","for":"1s"}`, `faults.0.kind: "timeout" is not a fault; write one of hang, slow, status`},
		{"no unit", `{"kind":"slow","for":"1s","latency":"500"}`, `faults.0: latency: duration "500": write a number with one of the units ns, us, ms, s, m, h, such as 500ms`},
		{"a number", `{"kind":"slow","for":30,"latency":"1s"}`, `faults.0.for: a number does not fit here; durations and shares are texts such as "500ms" and "50%"`},
		{"a negative duration", `{"kind":"hang","for":"-1s"}`, `faults.0: duration "-1s": must not be negative`},
		{"a share of seven", `{"kind":"hang","for":"1s","share":"700%"}`, `faults.0: share "700%": must lie between 0% and 100%`},
		{"an unknown field of a latency", `{"kind":"slow","for":"1s","latency":{"p90":"1s"}}`, `faults.0: latency: unknown field "p90"`},
		{"several problems", `[{"kind":"slow","for":"1s"},{"kind":"status","for":"1s","status":200}]`,
			"faults.0: slow has no latency; write how long an answer takes, such as latency: 10s\nfaults.1.status: 200 is not an error; write a code of 400 to 599"},
		{"too many", "[" + strings.Repeat(`{},`, fault.MaxWindows) + "{}]", "faults: 1001 are too many; at most 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, h := panel(t, window(fault.Hang, 0, time.Hour))
			w := ask(h, "PUT", "/faults", c.body, nil)
			var got struct{ Detail string }
			_ = json.Unmarshal(w.Body.Bytes(), &got)
			if w.Code != http.StatusBadRequest || got.Detail != c.want {
				t.Errorf("answered %d\ngot  %s\nwant %s", w.Code, got.Detail, c.want)
			}
			if len(p.Faults()) != 1 {
				t.Error("the faults in force have changed")
			}
		})
	}
}

func TestPutFaultsIsBounded(t *testing.T) {
	_, h := panel(t)
	if w := ask(h, "PUT", "/faults", strings.Repeat(" ", maxControlBody+1), nil); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("answered %d", w.Code)
	}
}

func TestDeleteFaults(t *testing.T) {
	p, h := panel(t, window(fault.Hang, 0, time.Hour))
	if ask(h, "DELETE", "/faults", "", nil); len(p.Faults()) != 0 {
		t.Errorf("left: %+v", p.Faults())
	}
	if got := strings.TrimSpace(ask(h, "GET", "/faults", "", nil).Body.String()); got != `{"now":"1m30s","faults":[]}` {
		t.Errorf("got %s", got)
	}
}

// TestEndedFaultsAreNotShown: they could not be put back.
func TestEndedFaultsAreNotShown(t *testing.T) {
	_, h := panel(t, window(fault.Hang, 0, 90*s), window(fault.Hang, 0, 91*s))
	want := `{"now":"1m30s","faults":[{"kind":"hang","from":"0s","until":"1m31s"}]}`
	if got := strings.TrimSpace(ask(h, "GET", "/faults", "", nil).Body.String()); got != want {
		t.Errorf("got %s", got)
	}
}

func TestControlWithoutToken(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("did not panic")
		}
	}()
	Control(New(fault.Config{}, Options{Clock: clock()}), "")
}
