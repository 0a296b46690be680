package page

import (
	"math"
	"time"

	"checkoutlab/report/internal/series"
)

// panelData is a gauge that all modes have, by the service or provider that it is
// of.
type panelData struct {
	Key      series.Quantity `json:"key"`
	Title    string          `json:"title"`
	Service  string          `json:"service,omitempty"`
	Provider string          `json:"provider,omitempty"`
}

func panelsOf(panels []series.Panel) (all []panelData) {
	for _, p := range panels {
		d := panelData{Key: p.Quantity, Title: p.Title()}
		if p.Quantity == series.InFlight {
			d.Provider = p.Part
		} else {
			d.Service = p.Part
		}
		all = append(all, d)
	}
	return all
}

// gaugeData is a gauge: its steps, or what is left of too many of them.
type gaugeData struct {
	Max      int     `json:"max"`
	Capacity int     `json:"capacity,omitempty"` // 0: none
	At       []int64 `json:"at,omitempty"`
	Value    []int   `json:"value,omitempty"`
	Inner    []int   `json:"inner,omitempty"` // a part of the value

	Most      []int     `json:"most,omitempty"`
	Mean      []float64 `json:"mean,omitempty"`
	InnerMost []int     `json:"innerMost,omitempty"`
}

func gaugeOf(g series.Gauge, end time.Duration) gaugeData {
	d := gaugeData{Max: g.Max, Capacity: g.Capacity}
	if g.Band != nil {
		for _, p := range g.Band.Points {
			d.Most = append(d.Most, p.Most)
			d.Mean = append(d.Mean, math.Round(p.Mean*100)/100)
			if g.Marked {
				d.InnerMost = append(d.InnerMost, p.MostInner)
			}
		}
		return d
	}
	if len(g.List) == 0 {
		return d
	}
	list := g.List
	if list[0].At > 0 {
		list = append([]series.Step{{}}, list...)
	}
	last := list[len(list)-1]
	last.At = end
	var at steps
	for _, s := range append(list[:len(list):len(list)], last) {
		d.At = append(d.At, at.to(s.At))
		d.Value = append(d.Value, s.Value)
		if g.Marked {
			d.Inner = append(d.Inner, s.Inner)
		}
	}
	return d
}

// breakerData is the states of a breaker, each from an instant on.
type breakerData struct {
	Name  string    `json:"name"`
	At    []float64 `json:"at"`
	State []string  `json:"state"`
	End   float64   `json:"end"`
}

func breakerOf(name string, spans []series.Span) breakerData {
	d := breakerData{Name: name}
	for _, s := range spans {
		d.At = append(d.At, s.From.Seconds())
		d.State = append(d.State, s.State)
		d.End = s.Until.Seconds()
	}
	return d
}

// cellsOf lists, for each class, the cells with requests in them: how far a cell
// lies behind the one before, and how many. Most cells have none.
func cellsOf(c series.Cells) [][]int {
	all := make([][]int, series.Classes)
	before := [series.Classes]int{}
	for i, counts := range c.Counts {
		for class, n := range counts {
			if n > 0 {
				all[class] = append(all[class], i-before[class], n)
				before[class] = i
			}
		}
	}
	return all
}
