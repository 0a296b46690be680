package overview

import (
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"checkoutlab/report/internal/series"
)

// TestGaugesEndWithTheirMode: a gauge is drawn from the start of the run until its
// mode has ended, however long other modes went on.
func TestGaugesEndWithTheirMode(t *testing.T) {
	cell := vg.Rectangle{Min: vg.Point{X: 100, Y: 10}, Max: vg.Point{X: 200, Y: 60}}
	var canvas recorder.Canvas
	p := panel{
		Canvas: draw.NewCanvas(&canvas, 300, 100), cell: cell,
		x: scale{Axis: series.Axis{Min: 0, Max: 10}}, y: scale{Axis: series.Axis{Min: 0, Max: 4}},
	}
	p.gauge(series.Gauge{List: []series.Step{{At: time.Second, Value: 3, Inner: 2}}, Marked: true}, 6*time.Second)
	drawn := 0
	for _, action := range canvas.Actions {
		var path vg.Path
		switch a := action.(type) {
		case *recorder.Fill:
			path = a.Path
		case *recorder.Stroke:
			path = a.Path
		default:
			continue
		}
		drawn++
		from, until := cell.Max.X, cell.Min.X
		for _, c := range path {
			if c.Type != vg.CloseComp {
				from, until = min(from, c.Pos.X), max(until, c.Pos.X)
			}
		}
		if from != 100 || until != 160 {
			t.Errorf("drawn from %g to %g, want 100 to 160", from, until)
		}
	}
	if drawn != 4 { // an area and its outline, and of the part in it
		t.Errorf("%d paths are drawn", drawn)
	}
}
