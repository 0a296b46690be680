package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/report/internal/incident"
	"checkoutlab/scenarios"
)

// twoServices is a shop that calls a stock service, all ten workers of which are
// busy until its probe has it restarted at 4 s, and two providers, one at fault.
func twoServices() (*record.Recording, []scenarios.Run) {
	s := func(n int) time.Duration { return time.Duration(n) * time.Second }
	request := func(n int, outcome string) record.Event {
		return record.Event{At: s(n) + time.Second/10, Kind: record.Request, Name: "orders", Seq: int64(n), Due: s(n), Sent: s(n), Outcome: outcome}
	}
	events := record.NewLog(
		record.Event{Kind: record.Service, Name: "shop", InUse: 2},
		request(0, "200"),
		record.Event{At: s(1), Kind: record.Service, Name: "stock", InUse: 10, Waiting: 3},
		record.Event{At: s(1), Kind: record.Provider, Name: "tax", InUse: 7},
		request(1, "502"), request(2, record.Cut), request(3, "418"),
		record.Event{At: s(4), Kind: record.Restart, Name: "stock", Started: true},
		record.Event{At: s(4), Kind: record.Service, Name: "stock"},
		record.Event{At: s(6), Kind: record.Ready, Name: "stock"},
		record.Event{At: s(10), Kind: record.End})
	spec := scenarios.Spec{
		Duration: s(10),
		Providers: map[string]fault.Config{
			"payment": {}, "tax": {Faults: []fault.Window{{Kind: "slow", From: s(1), Until: s(8)}}},
		},
		Services: map[string]scenarios.Service{
			"shop":  {Workers: 30, Dependencies: map[string]scenarios.Dependency{"stock": {Service: "stock"}}},
			"stock": {Workers: 10},
		},
		Loads: map[string]scenarios.Load{"orders": {Service: "shop", Route: "POST /order", GiveUp: s(3)}},
	}
	return &record.Recording{Modes: []record.Mode{{Name: "one", Events: events}}}, []scenarios.Run{{Mode: "one", Spec: spec}}
}

// rows are the titles of a card's charts, and what stands at their right.
func (p *tab) rows() []string {
	p.Helper()
	return get[[]string](p, `[...document.querySelectorAll(".card[data-mode='0'] .plot .head")].map((h) => [...h.children].map((c) => c.textContent).join(" | "))`)
}

// TestPartsHaveRowsOfTheirOwn: nothing is added up over services or providers.
func TestPartsHaveRowsOfTheirOwn(t *testing.T) {
	rec, runs := twoServices()
	p := browse(t, render(t, rec, runs))
	p.until(`document.querySelector(".plot[data-part='stock'] .value").textContent`)
	p.drawn()
	want := []string{
		"latency from due | ", "busy: shop | max 2 of 30", "queued: shop | max 0", "busy: stock | max 10 of 10", "queued: stock | max 3", "at tax | max 7",
	}
	if got := p.rows(); !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
	f := p.plot(0, "busy")
	p.mouse(input.DispatchMouseEventTypeMouseMoved, point{f.x(2), f.Top + 10})
	p.until(`document.querySelector(".plot[data-part='stock'][data-row='busy'] .value").textContent === "10 of 10"`)

	for _, row := range []struct {
		row, part    string
		down, shaded bool
	}{
		{"latency", "", true, true}, {"busy", "shop", false, true}, {"queued", "shop", false, true},
		{"busy", "stock", true, true}, {"queued", "stock", true, true}, {"inFlight", "tax", false, true},
	} {
		down, shaded := p.paintedOf(row.row, row.part, "--down"), p.paintedOf(row.row, row.part, "--shadow")
		if down > 0 != row.down || shaded > 0 != row.shaded {
			t.Errorf("%s %s: %d pixels of a service that is down, %d of a fault", row.row, row.part, down, shaded)
		}
	}
}

func (p *tab) paintedOf(row, part, color string) int {
	p.Helper()
	return p.painted(0, row+fmt.Sprintf("'][data-part='%s", part), color)
}

// TestFaultsOfAnotherProvider are not those of this one.
func TestFaultsOfAnotherProvider(t *testing.T) {
	rec, runs := twoServices()
	log := rec.Modes[0].Events
	log.Append(&record.Event{At: 10 * time.Second, Kind: record.Provider, Name: "payment", InUse: 1})
	rec.Modes[0].Events = log
	p := browse(t, render(t, rec, runs))
	p.until(`document.querySelector(".plot[data-part='payment'] .value").textContent`)
	p.drawn()
	if n := p.paintedOf("inFlight", "payment", "--shadow"); n != 0 {
		t.Errorf("%d pixels at payment are of the fault of tax", n)
	}
}

// TestLegendNamesCodes: 502 and 418 have one colour and are called by their names;
// a connection that was cut has that of those that failed.
func TestLegendNamesCodes(t *testing.T) {
	rec, runs := twoServices()
	p := browse(t, render(t, rec, runs))
	got := get[[]string](p, `[...document.querySelectorAll("#legend button")].map((b) => b.textContent)`)
	if want := []string{"orders", "2xx", "418 or 502", "connection failed"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	p.drawn()
	if p.painted(0, "latency", "--c4") == 0 {
		t.Error("the connection that was cut is not to be seen")
	}
	if got, want := get[string](p, `document.querySelector(".shares svg").ariaLabel`), "1 × 2xx, 2 × 418 or 502, 1 × connection failed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	class := get[string](p, `[...document.querySelectorAll("table .mark")].find((m) => m.textContent.includes("× cut")).className`)
	if !strings.Contains(class, "c4") {
		t.Errorf("in the table, cut has the class %q", class)
	}
}

// TestManyPartsAreBounded: ten services and ten providers do not fill the page with
// charts, and the legend tells who is left out.
func TestManyPartsAreBounded(t *testing.T) {
	rec, runs := incident.Wide(10)
	p := browse(t, render(t, rec, runs))
	if n := get[int](p, `document.querySelectorAll(".card[data-mode='0'] .plot").length`); n != 1+2*4 {
		t.Errorf("%d charts in a mode", n) // nothing is ever at a provider
	}
	contains(t, get[string](p, `document.getElementById("legend").textContent`), "not drawn, none of them fuller than these: services service-4")
}
