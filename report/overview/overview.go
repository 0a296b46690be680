// Package overview draws a run in all its modes on one clock: a column for each
// mode, and below each other the latency of every request, the workers and the
// queue of each service, each provider and the breakers. All columns share their axes, so that
// modes compare at a glance.
package overview

import (
	"fmt"
	"io"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"checkoutlab/internal/record"
	"checkoutlab/report/internal/drawing"
	"checkoutlab/report/internal/series"
	"checkoutlab/scenarios"
)

// Figure is what is drawn.
type Figure struct {
	Title    string // what the run is about
	Subtitle string // which run it is
	Columns  []Column
}

// Column is one mode.
type Column struct {
	Title  string // the name of the mode
	About  string // what the mode is, in a few words
	Spec   scenarios.Spec
	Events record.Log // ordered by At
}

// Formats that Write knows.
const (
	SVG = drawing.SVG
	PNG = drawing.PNG
)

// Picture is a figure, laid out.
type Picture struct{ *page }

// New lays out a figure, which can then be drawn in several formats.
func New(f Figure) Picture { return Picture{newPage(f)} }

// Write draws the picture, 1600 pixels wide. The same figure always gives the
// same bytes.
func (p Picture) Write(w io.Writer, format string) error {
	width, height := p.size()
	if err := drawing.Page(w, width, height, format, p.draw); err != nil {
		return fmt.Errorf("overview: %w", err)
	}
	return nil
}

// page is the figure with everything that its columns share.
type page struct {
	Figure
	series  []series.Series
	classes [series.Classes]string
	panels  []series.Panel
	omitted string          // services and providers without panels
	loads   []string        // in the order of their glyphs
	dense   map[string]bool // loads with too many requests for dots
	most    int             // answers in a cell
	time    scale
	latency scale
	rows    []row
	legend  [][]entry
	bands   [][]int // the columns of each band, by index
}

// Lengths of the page, in points.
const (
	pageWidth  vg.Length = 1200
	leftEdge   vg.Length = 82 // labels of the vertical axes
	rightEdge  vg.Length = 18
	topEdge    vg.Length = 64 // titles, above the legend
	bottomEdge vg.Length = 14
	columnGap  vg.Length = 14
	headHeight vg.Length = 80 // titles of a mode
	footHeight vg.Length = 40 // labels of the time axis
	rowGap     vg.Length = 17

	maxColumns = 5 // side by side; more stand in a further band
)

func newPage(f Figure) *page {
	p := &page{Figure: f}
	sources := make([]series.Source, len(f.Columns))
	for i, c := range f.Columns {
		sources[i] = series.Source{Spec: c.Spec, Events: c.Events}
	}
	surveys := make([]series.Survey, len(f.Columns))
	p.eachColumn(func(i int) { surveys[i] = series.NewSurvey(sources[i]) })
	p.classes = series.ClassNames(surveys)
	p.panels, p.omitted = series.Panels(sources, surveys)
	p.loads, p.dense = series.LoadNames(sources, surveys), series.Dense(surveys)
	p.time, p.latency = timeScale(len(surveys), series.End(surveys)), latencyScale(surveys)
	p.bands = bandsOf(len(f.Columns))
	p.series = make([]series.Series, len(f.Columns))
	p.eachColumn(func(i int) { p.series[i] = series.New(sources[i], surveys[i], p.frame()) })
	p.most = series.MostAnswers(p.series)
	p.rows = p.rowsOf()
	p.legend = p.legendOf()
	return p
}

// frame puts together what falls on one cell, or on one point, of a column.
func (p *page) frame() series.Frame {
	width := p.columnWidth()
	return series.Frame{
		Time: p.time.Axis, Latency: p.latency.Axis, Dense: p.dense,
		Across: int(width / cellWidth), Up: int(latencyHeight / cellHeight), Points: int(width),
		Panels: p.panels,
	}
}

// eachColumn calls f for all columns at once.
func (p *page) eachColumn(f func(i int)) {
	var all sync.WaitGroup
	for i := range p.Columns {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// bandsOf shares out n columns.
func bandsOf(n int) (all [][]int) {
	bands := max(1, (n+maxColumns-1)/maxColumns)
	perBand := (n + bands - 1) / bands
	for i := range n {
		if i%perBand == 0 {
			all = append(all, nil)
		}
		last := len(all) - 1
		all[last] = append(all[last], i)
	}
	return all
}

// columnWidth is the same in all bands, also in a last one that is not full.
func (p *page) columnWidth() vg.Length {
	n := vg.Length(len(p.bands[0]))
	return (pageWidth - leftEdge - rightEdge - (n-1)*columnGap) / n
}

func (p *page) size() (width, height vg.Length) {
	return pageWidth, p.top() + vg.Length(len(p.bands))*p.bandHeight() + bottomEdge
}

// top is the height of the titles and the legend.
func (p *page) top() vg.Length { return topEdge + vg.Length(len(p.legend))*legendLine }

func (p *page) bandHeight() vg.Length {
	height := headHeight + footHeight
	for _, r := range p.rows {
		height += r.height + rowGap
	}
	return height - rowGap
}

func (p *page) draw(c draw.Canvas) {
	p.titles(c)
	top := c.Max.Y - p.top()
	for _, band := range p.bands {
		p.band(c, band, top)
		top -= p.bandHeight()
	}
}

// band draws columns side by side, from the top down.
func (p *page) band(c draw.Canvas, columns []int, top vg.Length) {
	width := p.columnWidth()
	for k, i := range columns {
		x := leftEdge + vg.Length(k)*(width+columnGap)
		p.columnHead(c, i, x, top, width)
		y := top - headHeight
		for r, row := range p.rows {
			cell := vg.Rectangle{Min: vg.Point{X: x, Y: y - row.height}, Max: vg.Point{X: x + width, Y: y}}
			pane := panel{Canvas: c, cell: cell, x: p.time, y: row.scale}
			p.cell(pane, row, p.series[i])
			if k == 0 {
				pane.leftLabels(row)
			}
			if r == len(p.rows)-1 {
				pane.timeLabels()
			}
			y -= row.height + rowGap
		}
	}
}

// cell draws one row of one mode.
func (p *page) cell(pane panel, r row, s series.Series) {
	for _, f := range s.Faults {
		if r.panel == nil || r.panel.Shades(f) {
			pane.background(f)
		}
	}
	if !r.strips {
		pane.grid()
	}
	switch {
	case r.latency:
		pane.faultNames(s.Faults)
		pane.cells(s.Cells, p.most)
		pane.dots(s.Dots, p.loads)
		if len(s.Loads) == 0 {
			pane.empty("no requests")
		}
	case r.strips:
		pane.strips(s.Breakers)
	default:
		pane.row(r, s)
	}
	pane.frame()
}

// row draws a gauge, and what a probe did to the service.
func (p panel) row(r row, s series.Series) {
	var restarts []series.Restart
	if r.panel.Quantity == series.Busy {
		restarts = s.RestartsOf(r.panel.Part)
	}
	p.down(restarts)
	g := s.Gauges[r.gauge]
	if g.Band != nil {
		p.band(g.Band, g.Marked)
	} else {
		p.gauge(g, s.End)
	}
	if g.Capacity > 0 {
		p.limit(float64(g.Capacity))
	}
	p.restarts(restarts)
	p.note(note(g))
}
