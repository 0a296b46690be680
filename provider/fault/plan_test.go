package fault

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"checkoutlab/internal/unit"
)

const (
	ms = time.Millisecond
	s  = time.Second
)

// healthy is the latency of every plan in the tables.
var healthy = Always(200 * ms)

func of(kind Kind, from, until time.Duration) Window {
	return Window{Kind: kind, From: from, Until: until}
}

func (w Window) after(d time.Duration) Window   { w.Latency = Always(d); return w }
func (w Window) code(status int) Window         { w.Status = status; return w }
func (w Window) retry(d time.Duration) Window   { w.RetryAfter = d; return w }
func (w Window) shared(share unit.Share) Window { w.Share = &share; return w }

func (d Decision) String() string {
	text := fmt.Sprintf("%d after %v", d.Status, d.Latency)
	if d.Hang {
		text = fmt.Sprintf("cut at %v", d.Until)
	}
	if d.RetryAfter > 0 {
		text += fmt.Sprintf(", retry after %v", d.RetryAfter)
	}
	if d.Fault != "" {
		text += " (" + d.Fault + ")"
	}
	return text
}

func TestDecide(t *testing.T) {
	slow := of(Slow, 1*s, 3*s).after(10 * s)
	status := of(Status, 1*s, 3*s)
	hang := of(Hang, 1*s, 3*s)
	for _, c := range []struct {
		name    string
		windows []Window
		now     time.Duration
		want    string
	}{
		{"no windows", nil, 2 * s, "200 after 200ms"},
		{"before the window", []Window{slow}, 1*s - 1, "200 after 200ms"},
		{"the first instant", []Window{slow}, 1 * s, "200 after 10s (slow)"},
		{"the last instant", []Window{slow}, 3*s - 1, "200 after 10s (slow)"},
		{"the end is outside", []Window{slow}, 3 * s, "200 after 200ms"},
		{"from the start of the run", []Window{of(Slow, 0, 1).after(s)}, 0, "200 after 1s (slow)"},
		{"one window after another", []Window{slow, of(Status, 3*s, 4*s)}, 3 * s, "503 after 200ms (status)"},

		{"slow may be faster than healthy", []Window{of(Slow, 0, s).after(5 * ms)}, 0, "200 after 5ms (slow)"},
		{"slow may answer at once", []Window{of(Slow, 0, s).after(0)}, 0, "200 after 0s (slow)"},
		{"status after the healthy latency", []Window{status}, 2 * s, "503 after 200ms (status)"},
		{"status after its own latency", []Window{status.after(2 * s)}, 2 * s, "503 after 2s (status)"},
		{"status at once", []Window{status.after(0)}, 2 * s, "503 after 0s (status)"},
		{"status of the caller's choice", []Window{status.code(429).retry(5 * s)}, 2 * s, "429 after 200ms, retry after 5s (status)"},
		{"hang", []Window{hang}, 2 * s, "cut at 3s (hang)"},
		{"hang up to the last instant", []Window{hang}, 3*s - 1, "cut at 3s (hang)"},

		{"a share of nothing", []Window{slow.shared(0), status.shared(0), hang.shared(0)}, 2 * s, "200 after 200ms"},
		{"a share of everything", []Window{slow.shared(unit.Whole)}, 2 * s, "200 after 10s (slow)"},

		{"the longest of several slow", []Window{slow, of(Slow, 0, 9*s).after(4 * s)}, 2 * s, "200 after 10s (slow)"},
		{"the longest in the other order", []Window{of(Slow, 0, 9*s).after(4 * s), slow}, 2 * s, "200 after 10s (slow)"},
		{"the longest of two below healthy", []Window{of(Slow, 0, s).after(5 * ms), of(Slow, 0, s).after(7 * ms)}, 0, "200 after 7ms (slow)"},
		{"the first of several status", []Window{status.code(500).retry(s), status.code(429).after(0)}, 2 * s, "500 after 200ms, retry after 1s (status)"},
		{"slow, then status", []Window{slow, status}, 2 * s, "503 after 10s (slow+status)"},
		{"the order of the file does not matter", []Window{status, slow}, 2 * s, "503 after 10s (slow+status)"},
		{"slow outdoes the latency of status", []Window{slow, status.after(0)}, 2 * s, "503 after 10s (slow+status)"},
		{"and in the other order", []Window{status.after(30 * s), slow}, 2 * s, "503 after 10s (slow+status)"},
		{"hang outdoes all", []Window{slow, hang, status.retry(s)}, 2 * s, "cut at 3s (hang+slow+status)"},
		{"the latest end of several hangs", []Window{of(Hang, 0, 5*s), hang}, 2 * s, "cut at 5s (hang)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// Nothing here needs chance, so there is none.
			if got := NewPlan(healthy, c.windows).Decide(c.now, nil).String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestHolds(t *testing.T) {
	p := NewPlan(healthy, []Window{of(Hang, 1*s, 3*s), of(Hang, 1*s, 5*s).shared(0), of(Slow, 1*s, 7*s).after(s)})
	for _, c := range []struct {
		until, now time.Duration
		want       bool
	}{
		{3 * s, 2 * s, true},
		{3 * s, 1*s - 1, false}, // not open yet
		{3 * s, 3 * s, false},   // no longer open
		{4 * s, 2 * s, false},   // no window ends then
		{5 * s, 2 * s, false},   // the one that does hits nobody
		{7 * s, 2 * s, false},   // the one that does is no hang
	} {
		if got := p.Holds(c.until, c.now); got != c.want {
			t.Errorf("Holds(%v, %v) = %v", c.until, c.now, got)
		}
	}
}

// TestPlanKeepsNothing changes the list that a plan was made of.
func TestPlanKeepsNothing(t *testing.T) {
	windows := []Window{of(Slow, 0, s).after(10 * s)}
	p := NewPlan(healthy, windows)
	windows[0] = of(Hang, 0, s)
	if got := p.Decide(0, nil).String(); got != "200 after 10s (slow)" {
		t.Errorf("got %s", got)
	}
}

func TestNewPlanRefuses(t *testing.T) {
	defer func() {
		if r := recover(); r != "fault: faults.0: has no end; write until, for every fault ends by itself" {
			t.Errorf("panicked with %v", r)
		}
	}()
	NewPlan(healthy, []Window{of(Hang, 0, 0)})
}

func TestDecideDoesNotAllocate(t *testing.T) {
	p := everyFault()
	rng := rand.New(rand.NewPCG(1, 1))
	if n := testing.AllocsPerRun(1000, func() { p.Decide(s, rng) }); n != 0 {
		t.Errorf("%v allocations for a decision", n)
	}
}

func BenchmarkDecide(b *testing.B) {
	p := everyFault()
	rng := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		p.Decide(s, rng)
	}
}

func everyFault() *Plan {
	long := Latency{Distribution: Lognormal, P50: 80 * ms, P99: 900 * ms}
	slow := Window{Kind: Slow, Until: 2 * s, Latency: long}
	return NewPlan(long, []Window{
		slow.shared(unit.Percent(50)),
		of(Status, 0, 2*s).shared(unit.Percent(30)),
		of(Hang, 0, 2*s).shared(unit.Percent(10)),
	})
}
