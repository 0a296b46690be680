package page

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"checkoutlab/report/internal/series"
)

// charts is what happened over time, in all modes.
type charts struct {
	page    Page
	loads   []string
	frame   series.Frame
	surveys []series.Survey
	series  []series.Series
	classes [series.Classes]string
	omitted string // services and providers without panels
}

// How finely that is shown of which there is too much to be shown one by one. The
// charts can be zoomed, but a cell is then no more than a wide cell.
const (
	across = 600 // cells over the whole time
	up     = 48  // cells over all latencies
	points = 800 // of a gauge
)

func newCharts(p Page) charts {
	c := charts{page: p, surveys: make([]series.Survey, len(p.Modes)), series: make([]series.Series, len(p.Modes))}
	sources := make([]series.Source, len(p.Modes))
	for i, m := range p.Modes {
		sources[i] = series.Source{Spec: m.Spec, Events: m.Events}
	}
	c.each(func(i int) { c.surveys[i] = series.NewSurvey(sources[i]) })
	c.loads, c.classes = series.LoadNames(sources, c.surveys), series.ClassNames(c.surveys)
	latency, _ := series.Latencies(c.surveys)
	c.frame = series.Frame{
		Time: series.Axis{Max: series.End(c.surveys).Seconds()}, Latency: latency,
		Across: across, Up: up, Points: points, Dense: series.Dense(c.surveys),
	}
	c.frame.Panels, c.omitted = series.Panels(sources, c.surveys)
	c.each(func(i int) { c.series[i] = series.New(sources[i], c.surveys[i], c.frame) })
	return c
}

// each calls f for all modes at once.
func (c charts) each(f func(i int)) {
	var all sync.WaitGroup
	for i := range c.series {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// chartData is what the scripts of the page read. Instants are in seconds, but
// in long lists whole microseconds, each as its distance from the one before.
type chartData struct {
	End     float64     `json:"end"`
	Latency [2]float64  `json:"latency"` // the axis, in milliseconds
	Across  int         `json:"across"`
	Up      int         `json:"up"`
	Most    int         `json:"most"` // answers in a cell
	Loads   []string    `json:"loads"`
	Dense   []string    `json:"dense"`
	Classes []string    `json:"classes"`
	Panels  []panelData `json:"panels"`
	Omitted string      `json:"omitted,omitempty"`
	// Outcomes are told apart by their reasons, too; requests name them by index.
	Outcomes []outcome  `json:"outcomes"`
	Phases   []phase    `json:"phases"`
	Modes    []modeData `json:"modes"`
}

type outcome struct {
	Name   string `json:"name"`
	Reason string `json:"reason,omitempty"`
	Class  int    `json:"class"`
}

type phase struct {
	Name  string  `json:"name"`
	From  float64 `json:"from"`
	Until float64 `json:"until"`
}

type modeData struct {
	Name     string        `json:"name"`
	End      float64       `json:"end"`
	Requests requestData   `json:"requests"`
	Cells    [][]int       `json:"cells"`  // by class: index and count of each, see cellsOf
	Gauges   []gaugeData   `json:"gauges"` // one for each panel
	Breakers []breakerData `json:"breakers"`
	Faults   []faultData   `json:"faults"`
	Restarts []restartData `json:"restarts"`
}

// requestData has the requests in the order in which they were due.
type requestData struct {
	Due     []int64 `json:"due"`
	Latency []int64 `json:"latency"` // whole microseconds each
	Load    []int   `json:"load"`
	Seq     []int64 `json:"seq"`
	Outcome []int   `json:"outcome"`
}

type faultData struct {
	Provider string `json:"provider"`
	phase
}

type restartData struct {
	Service string  `json:"service"`
	From    float64 `json:"from"`
	Until   float64 `json:"until"`
	Acted   bool    `json:"acted"`
}

// json has no character that could end the element it stands in: the encoder
// writes <, > and & as escapes.
func (c charts) json() ([]byte, error) {
	d := chartData{
		End: c.frame.Time.Max, Latency: [2]float64{c.frame.Latency.Min, c.frame.Latency.Max},
		Across: across, Up: up, Most: series.MostAnswers(c.series), Loads: c.loads,
		Classes: c.classes[:], Panels: panelsOf(c.frame.Panels), Omitted: c.omitted,
	}
	for _, load := range c.loads {
		if c.frame.Dense[load] {
			d.Dense = append(d.Dense, load)
		}
	}
	for _, p := range c.page.Phases {
		d.Phases = append(d.Phases, phase(p))
	}
	outcomes := map[outcome]int{}
	for i, s := range c.series {
		m := c.modeOf(s)
		m.Name = c.page.Modes[i].Name
		m.Requests = c.requestsOf(s, func(o outcome) int {
			k, known := outcomes[o]
			if !known {
				k = len(d.Outcomes)
				outcomes[o] = k
				d.Outcomes = append(d.Outcomes, o)
			}
			return k
		})
		d.Modes = append(d.Modes, m)
	}
	return json.Marshal(d)
}

func (c charts) modeOf(s series.Series) modeData {
	m := modeData{End: s.End.Seconds(), Cells: cellsOf(s.Cells)}
	for _, g := range s.Gauges {
		m.Gauges = append(m.Gauges, gaugeOf(g, s.End))
	}
	// Half a pixel of a wide screen.
	width := time.Duration(c.frame.Time.Max / 4000 * float64(time.Second))
	for _, b := range s.Breakers {
		m.Breakers = append(m.Breakers, breakerOf(b.Name, series.Worst(b.Spans, width)))
	}
	for _, f := range s.Faults {
		m.Faults = append(m.Faults, faultData{f.Provider, phase{f.Name, f.From.Seconds(), f.Until.Seconds()}})
	}
	for _, r := range s.Restarts {
		m.Restarts = append(m.Restarts, restartData{r.Service, r.From.Seconds(), r.Until.Seconds(), r.Acted})
	}
	return m
}

func (c charts) requestsOf(s series.Series, number func(outcome) int) requestData {
	slices.SortStableFunc(s.Dots, func(a, b series.Dot) int { return int(min(1, max(-1, a.Due-b.Due))) })
	var d requestData
	var due steps
	for _, dot := range s.Dots {
		d.Due = append(d.Due, due.to(dot.Due))
		d.Latency = append(d.Latency, dot.Latency.Microseconds())
		d.Load = append(d.Load, slices.Index(c.loads, dot.Load))
		d.Seq = append(d.Seq, dot.Seq)
		d.Outcome = append(d.Outcome, number(outcome{dot.Outcome, dot.Reason, int(dot.Class)}))
	}
	return d
}

// steps turns instants into whole microseconds since the one before, without
// adding up what is rounded.
type steps int64

func (s *steps) to(t time.Duration) int64 {
	now := t.Microseconds()
	d := now - int64(*s)
	*s = steps(now)
	return d
}
