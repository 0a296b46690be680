package live

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"checkoutlab/internal/unit"
	"checkoutlab/scenarios"
)

// pace runs a pacer to its end in virtual time and returns the instants at which
// it let a request go. before is called ahead of each.
func pace(p *pacer, before func(hit int)) (instants []time.Duration) {
	for hit := 0; ; hit++ {
		before(hit)
		if _, stop := p.Pace(0, uint64(hit)); stop {
			return instants
		}
		instants = append(instants, p.now())
	}
}

// newVirtual returns a pacer that does all its waiting in the bubble's time.
func newVirtual(load scenarios.Load, duration time.Duration) *pacer {
	p := newPacer(load, duration, nil, newClock().now)
	p.pause = time.Sleep
	return p
}

func twentyASecond() *pacer {
	return newVirtual(scenarios.Load{Rate: unit.PerSecond(20), Start: 20 * time.Millisecond}, 500*time.Millisecond)
}

func TestPacerLetsEachRequestGoWhenItIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := twentyASecond()
		got := pace(p, func(int) {})
		if len(got) != 10 {
			t.Fatalf("%d requests in 500 ms at 20/s from 20 ms on, want 10", len(got))
		}
		for i, at := range got {
			if due := time.Duration(20+50*i) * time.Millisecond; at != due || p.due(i) != due {
				t.Errorf("request %d went at %s, booked as due at %s, want %s", i, at, p.due(i), due)
			}
		}
	})
}

func TestPacerCatchesUpAfterAShortLag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := twentyASecond()
		got := pace(p, func(hit int) {
			if hit == 3 {
				time.Sleep(200 * time.Millisecond)
			}
		})
		if sent, missed := p.totals(); sent != 10 || missed != 0 {
			t.Errorf("sent %d, missed %d, want 10 and 0", sent, missed)
		}
		if lag := got[3] - p.due(3); lag != 150*time.Millisecond {
			t.Errorf("the lag shows as %s, want 150ms", lag)
		}
	})
}

func TestPacerDoesNotBurstAfterAStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newVirtual(scenarios.Load{Rate: unit.PerSecond(100)}, 10*time.Second)
		got := pace(p, func(hit int) {
			if hit == 100 {
				time.Sleep(3 * time.Second)
			}
		})
		sent, missed := p.totals()
		if sent+missed != 1000 || missed < 270 {
			t.Errorf("sent %d, missed %d of 1000: what was due in 3 s less %s is missed", sent, missed, tooLate)
		}
		burst := 0
		for _, at := range got {
			if at == got[100] {
				burst++
			}
		}
		if most := int(tooLate/(10*time.Millisecond)) + 2; burst > most {
			t.Errorf("%d requests in one burst after the stall, at most %d", burst, most)
		}
	})
}

func TestPacerStopsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newVirtual(scenarios.Load{Rate: unit.Rate{Events: 1, Per: time.Hour}}, 24*time.Hour)
		ctx, cancel := context.WithCancel(t.Context())
		p.until(ctx)
		time.AfterFunc(time.Minute, cancel)
		if got := pace(p, func(int) {}); len(got) != 1 {
			t.Errorf("sent %d, want the one that was due before", len(got))
		}
		if now := p.now(); now > 2*time.Minute {
			t.Errorf("stopped only at %s", now)
		}
	})
}
