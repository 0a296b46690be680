package series

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"checkoutlab/internal/record"
)

// TestBandAgainstRecount looks at a gauge in every thousandth of a point.
func TestBandAgainstRecount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const width, fine = 10, 1000
		b := newBand(width, Axis{Max: 10}) // a second a point
		var values [width * fine]int
		at := 0
		for _, wait := range rapid.SliceOf(rapid.IntRange(0, 2000)).Draw(t, "gaps in ms") {
			at = min(at+wait, len(values))
			v := rapid.IntRange(0, 9).Draw(t, "value")
			b.add(Step{At: time.Duration(at) * time.Millisecond, Value: v})
			for i := at; i < len(values); i++ {
				values[i] = v
			}
		}
		b.close(10 * time.Second)
		for i, p := range b.Points {
			sum, most := 0, 0
			for _, v := range values[i*fine : (i+1)*fine] {
				sum, most = sum+v, max(most, v)
			}
			if math.Abs(p.Mean-float64(sum)/fine) > 1e-6 || p.Most < most {
				t.Fatalf("point %d: mean %v, most %d; want %v and %d", i, p.Mean, p.Most, float64(sum)/fine, most)
			}
		}
	})
}

// TestManyStatesKeepTheWorst: of a breaker that never rests, no opening is lost
// to the width of a picture.
func TestManyStatesKeepTheWorst(t *testing.T) {
	var all []Span
	for i := range 10_000 {
		s := Span{From: time.Duration(i) * time.Second, Until: time.Duration(i+1) * time.Second, State: "CLOSED"}
		if i%100 == 50 {
			s.State = "OPEN"
		}
		all = append(all, s)
	}
	kept := Worst(all, 50*time.Second)
	if len(kept) > 201 || kept[0].From != 0 || kept[len(kept)-1].Until != 10_000*time.Second {
		t.Errorf("%d spans, from %s to %s", len(kept), kept[0].From, kept[len(kept)-1].Until)
	}
	open := 0
	for i, s := range kept {
		if i > 0 && s.From != kept[i-1].Until {
			t.Errorf("a gap before %s", s.From)
		}
		if s.State == "OPEN" {
			open++
		}
	}
	if open != 100 {
		t.Errorf("%d open spans are left of 100", open)
	}
}

// TestRestarts: a service is down from its restart until it is ready, or until the
// end; one that would only have been restarted is not.
func TestRestarts(t *testing.T) {
	at := func(s int, kind record.Kind, name string, acted bool) record.Event {
		return record.Event{At: time.Duration(s) * time.Second, Kind: kind, Name: name, Started: acted}
	}
	src := Source{Events: record.NewLog(
		at(1, record.Restart, "api", true), at(2, record.Restart, "told", false), at(3, record.Ready, "api", false),
		at(5, record.Restart, "api", true), at(9, record.End, "", false))}
	got := New(src, NewSurvey(src), Frame{Time: Axis{Max: 9}, Latency: Axis{Min: 1, Max: 10, Log: true}, Across: 1, Up: 1, Points: 1}).Restarts
	want := []Restart{
		{"api", time.Second, 3 * time.Second, true},
		{"told", 2 * time.Second, 2 * time.Second, false},
		{"api", 5 * time.Second, 9 * time.Second, true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestClassNames: other codes are called by their names as long as they are few.
func TestClassNames(t *testing.T) {
	for _, row := range []struct {
		outcomes []string
		want     string
	}{
		{nil, "other status"},
		{[]string{"200", "503", record.Cut}, "other status"}, // none of it
		{[]string{"502"}, "502"},
		{[]string{"502", "200", "404", "502", "500"}, "404 or 500 or 502"},
		{[]string{"502", "404", "500", "301"}, "other status"},
	} {
		var surveys []Survey // a mode for each
		for _, outcome := range row.outcomes {
			surveys = append(surveys, NewSurvey(Source{Events: record.NewLog(record.Event{Kind: record.Request, Outcome: outcome})}))
		}
		if got := ClassNames(surveys)[OtherStatus]; got != row.want {
			t.Errorf("%q: %q, want %q", row.outcomes, got, row.want)
		}
	}
}

func TestClassOf(t *testing.T) {
	for outcome, want := range map[string]Class{
		"200": Answered, "204": Answered, "301": OtherStatus, "502": OtherStatus, "503": Unavailable, "504": GatewayTimeout,
		record.ClientTimeout: GaveUp, record.Refusal: Transport, record.Cut: Transport,
	} {
		if got := ClassOf(outcome); got != want {
			t.Errorf("%s is %s, want %s", outcome, got, want)
		}
	}
}
