package series

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"checkoutlab/internal/record"
	"checkoutlab/provider/fault"
	"checkoutlab/scenarios"
)

// sourceOf is a mode of services with so many workers, each of which calls those
// after the colon of its name, as in "shop:stock,mail".
func sourceOf(services map[string]int, providers []string, events ...record.Event) Source {
	s := scenarios.Spec{Services: map[string]scenarios.Service{}, Providers: map[string]fault.Config{}}
	for described, workers := range services {
		name, called, _ := strings.Cut(described, ":")
		svc := scenarios.Service{Workers: workers, Dependencies: map[string]scenarios.Dependency{}}
		for _, other := range strings.FieldsFunc(called, func(r rune) bool { return r == ',' }) {
			svc.Dependencies[other] = scenarios.Dependency{Service: other}
		}
		s.Services[name] = svc
	}
	for _, name := range providers {
		s.Providers[name] = fault.Config{}
	}
	return Source{Spec: s, Events: record.NewLog(events...)}
}

func panelsOf(sources ...Source) (titles []string, omitted string) {
	var surveys []Survey
	for _, src := range sources {
		surveys = append(surveys, NewSurvey(src))
	}
	panels, omitted := Panels(sources, surveys)
	for _, p := range panels {
		titles = append(titles, p.Title())
	}
	return titles, omitted
}

func TestPanels(t *testing.T) {
	used := func(kind record.Kind, name string, inUse, waiting int) record.Event {
		return record.Event{Kind: kind, Name: name, InUse: inUse, Waiting: waiting}
	}
	five := map[string]int{"a": 10, "b": 10, "c": 10, "d": 10, "e": 10}
	for _, row := range []struct {
		name    string
		source  Source
		want    string
		omitted string
	}{
		{"one of each needs no name", sourceOf(map[string]int{"shop": 4}, []string{"pay"}),
			"workers busy|queued|at provider", ""},
		{"nothing known", sourceOf(nil, nil),
			"workers busy|queued|at provider", ""},
		{"who calls comes first, whatever its name", sourceOf(map[string]int{"zoo:mid,end": 1, "end": 1, "mid:end": 1, "api": 1}, nil),
			"busy: api|queued: api|busy: zoo|queued: zoo|busy: mid|queued: mid|busy: end|queued: end|at provider", ""},
		{"providers by name", sourceOf(map[string]int{"shop": 1}, []string{"tax", "pay"}),
			"workers busy|queued|at pay|at tax", ""},
		{"what only the events know comes last", sourceOf(map[string]int{"shop": 1}, []string{"tax"}, used(record.Service, "a", 1, 0), used(record.Provider, "zip", 1, 0)),
			"busy: shop|queued: shop|busy: a|queued: a|at tax|at zip", ""},
		{"the least full of five is left out", sourceOf(five, []string{"p", "q", "r", "s", "t"},
			used(record.Service, "a", 9, 0), used(record.Service, "b", 9, 3), used(record.Service, "c", 9, 2), used(record.Service, "d", 10, 0), used(record.Service, "e", 9, 1),
			used(record.Provider, "t", 1, 0), used(record.Provider, "q", 2, 0), used(record.Provider, "s", 3, 0), used(record.Provider, "r", 4, 0)),
			"busy: b|queued: b|busy: c|queued: c|busy: d|queued: d|busy: e|queued: e|at q|at r|at s|at t",
			"not drawn, none of them fuller than these: service a; provider p"},
		{"not one that was restarted", sourceOf(five, nil, record.Event{Kind: record.Restart, Name: "e"}),
			"busy: a|queued: a|busy: b|queued: b|busy: c|queued: c|busy: e|queued: e|at provider",
			"not drawn, none of them fuller than these: service d"},
	} {
		titles, omitted := panelsOf(row.source)
		if got := strings.Join(titles, "|"); got != row.want || omitted != row.omitted {
			t.Errorf("%s:\n%s (%q), want\n%s (%q)", row.name, got, omitted, row.want, row.omitted)
		}
	}
}

// TestFullestInAnyMode: a service that fills up in one mode only is drawn in all,
// and of many that are left out some are named.
func TestFullestInAnyMode(t *testing.T) {
	many := map[string]int{}
	for i := range 9 {
		many[fmt.Sprint("s", i)] = 10
	}
	calm, full := sourceOf(many, nil), sourceOf(many, nil, record.Event{Kind: record.Service, Name: "s8", InUse: 10})
	titles, omitted := panelsOf(calm, full)
	if !slices.Contains(titles, "busy: s8") {
		t.Errorf("s8 is full, and there are %q", titles)
	}
	if want := "not drawn, none of them fuller than these: services s3, s4, s5 and 2 more"; omitted != want {
		t.Errorf("%q, want %q", omitted, want)
	}
}

// TestPartsAreNotAddedUp: all workers of one service are busy, and none of the
// other's.
func TestPartsAreNotAddedUp(t *testing.T) {
	at := func(s int, kind record.Kind, name string, inUse, waiting int) record.Event {
		return record.Event{At: time.Duration(s) * time.Second, Kind: kind, Name: name, InUse: inUse, Waiting: waiting}
	}
	src := sourceOf(map[string]int{"shop:stock": 30, "stock": 10}, []string{"pay", "tax"},
		at(1, record.Service, "stock", 10, 2), at(2, record.Service, "shop", 1, 0), at(3, record.Provider, "tax", 5, 4), at(4, record.End, "", 0, 0))
	survey := NewSurvey(src)
	panels, _ := Panels([]Source{src}, []Survey{survey})
	got := New(src, survey, Frame{Time: Axis{Max: 4}, Latency: Axis{Min: 1, Max: 10, Log: true}, Across: 1, Up: 1, Points: 1, Panels: panels}).Gauges
	step := func(s, value, inner int) []Step { return []Step{{time.Duration(s) * time.Second, value, inner}} }
	want := []Gauge{
		{List: step(2, 1, 0), Extent: Extent{1, 1}, Capacity: 30}, // busy: shop
		{List: step(2, 0, 0), Extent: Extent{1, 0}},
		{List: step(1, 10, 0), Extent: Extent{1, 10}, Capacity: 10}, // busy: stock
		{List: step(1, 2, 0), Extent: Extent{1, 2}},
		{Marked: true}, // at pay
		{List: step(3, 5, 4), Extent: Extent{1, 5}, Marked: true},
	}
	if !slices.EqualFunc(got, want, func(a, b Gauge) bool {
		return a.Extent == b.Extent && a.Capacity == b.Capacity && a.Marked == b.Marked && slices.Equal(a.List, b.List)
	}) {
		t.Errorf("%+v, want\n%+v", got, want)
	}
}
