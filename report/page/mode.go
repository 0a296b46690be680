package page

import (
	"fmt"

	"checkoutlab/internal/record"
	"checkoutlab/report/internal/series"
	"checkoutlab/scenarios"
)

// Mode is one mode of the run.
type Mode struct {
	Name   string
	About  string // what the mode is, in a few words
	Spec   scenarios.Spec
	Events record.Log // ordered by At
	// Log tells in lines what the breakers did, and what the probes led to.
	Log     []string
	LeftOut int // lines that stand in transitions.log only
}

// outline is what the page says of a mode beside its charts: how the requests of
// each load ended.
type outline struct {
	Name, About string
	Loads       []share
}

// share is how many of a load's requests ended well, and a bar of 100 units in
// which each class of outcome has its part.
type share struct {
	Load              string
	Answers, Requests int
	Parts             []part
}

type part struct {
	Class   int
	Name    string
	Count   int
	X, Wide string
}

func (s share) Percent() string {
	if s.Requests == 0 {
		return "–"
	}
	percent := 100 * float64(s.Answers) / float64(s.Requests)
	if percent > 99.5 && s.Answers < s.Requests { // not all
		return fmt.Sprintf("%.2f%%", min(percent, 99.99))
	}
	return fmt.Sprintf("%.0f%%", percent)
}

func (c charts) outlines(modes []Mode) []outline {
	var all []outline
	for i, m := range modes {
		o := outline{Name: m.Name, About: m.About}
		for _, load := range c.loads {
			o.Loads = append(o.Loads, c.shareOf(load, c.surveys[i].Loads[load]))
		}
		all = append(all, o)
	}
	return all
}

func (c charts) shareOf(load string, t *series.Tally) share {
	s := share{Load: load}
	if t == nil {
		return s
	}
	s.Answers, s.Requests = t.Answers(), t.Requests
	x := 0.0
	for class, n := range t.Classes {
		if n == 0 {
			continue
		}
		wide := 100 * float64(n) / float64(t.Requests)
		s.Parts = append(s.Parts, part{
			Class: class, Name: c.classes[class], Count: n,
			X: fmt.Sprintf("%.2f", x), Wide: fmt.Sprintf("%.2f", wide),
		})
		x += wide
	}
	return s
}
