package report_test

import (
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/report/internal/incident"
	"checkoutlab/scenarios"
)

// TestPartsOfTheOverview: each service and each provider has a row with its own
// capacity, and none has a sum.
func TestPartsOfTheOverview(t *testing.T) {
	rec := &record.Recording{Modes: []record.Mode{{Name: "default", Events: record.NewLog(
		record.Event{Kind: record.Service, Name: "shop", InUse: 2},
		record.Event{Kind: record.Service, Name: "stock", InUse: 10, Waiting: 3},
		record.Event{Kind: record.Provider, Name: "tax", InUse: 7},
		record.Event{At: 2 * time.Second, Kind: record.Restart, Name: "stock", Started: true},
		record.Event{At: 10 * time.Second, Kind: record.End},
	)}}}
	runs := []scenarios.Run{{Mode: "default", Spec: scenarios.Spec{
		Providers: map[string]fault.Config{"tax": {}, "payment": {}},
		Services: map[string]scenarios.Service{
			"shop":  {Workers: 30, Dependencies: map[string]scenarios.Dependency{"stock": {Service: "stock"}}},
			"stock": {Workers: 10},
		},
	}}}
	picture := structure(t, draw(t, "parts", "svg", rec, runs))
	var rows []string
	for line := range strings.Lines(string(picture)) {
		line = strings.TrimSpace(line)
		for _, start := range []string{"busy", "queued", "at ", "max ", "restarted", "workers"} {
			if strings.HasPrefix(line, start) {
				rows = append(rows, line)
			}
		}
	}
	want := "max 2 of 30|busy: shop|max 0|queued: shop|restarted|max 10 of 10|busy: stock|max 3|queued: stock|max 0|at payment|max 7|at tax"
	if got := strings.Join(rows, "|"); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

func TestOverviewOfManyPartsIsBounded(t *testing.T) {
	rec, runs := incident.Wide(10)
	picture := string(structure(t, draw(t, "wide", "svg", rec, runs)))
	if !strings.Contains(picture, "not drawn, none of them fuller than these: services service-4, service-5, service-6 and 3 more; providers ") {
		t.Error("the picture does not say who is left out")
	}
	if n := strings.Count(picture, "max 3 of 4\n"); n != 4*len(rec.Modes) {
		t.Errorf("%d rows of workers", n)
	}
}
