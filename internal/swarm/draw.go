package swarm

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"checkoutlab/internal/chance"
)

// table is what one kind of mapping in a scenario file is drawn from.
type table struct {
	name string
	rows []row
}

// row is a field of the scenario file and what it is drawn from.
type row struct {
	// name of the field. With a + in front it names several that only make sense
	// together: the row then draws a mapping, whose fields stand in its place.
	name string
	// often is in how many of a hundred scenarios the field occurs at all.
	often int
	draw  func(d *draws) any
}

const always = 100

// draws is the luck of one place in a scenario. Each place has a stream of its own,
// so that a new row leaves the luck of the others alone.
type draws struct {
	*rand.Rand
	seed    uint64
	path    string
	outline *outline
	service *servicePlan // in whose part of the file the place is, if in any
	dep     string       // and in that of which of its dependencies
}

func (d *draws) at(name string) *draws {
	inside := *d
	inside.path += "/" + name
	inside.Rand = chance.Stream(d.seed, inside.path)
	return &inside
}

// in is d inside a service.
func (d *draws) in(s *servicePlan) *draws {
	inside := *d
	inside.service = s
	return &inside
}

// mapping draws the fields of a table.
func (d *draws) mapping(t table) yaml.MapSlice {
	m := yaml.MapSlice{}
	for _, r := range t.rows {
		if !d.has(t, r) {
			continue
		}
		v := r.draw(d.at(r.name))
		if strings.HasPrefix(r.name, "+") {
			m = append(m, v.(yaml.MapSlice)...)
			continue
		}
		m = append(m, yaml.MapItem{Key: r.name, Value: v})
	}
	return m
}

// has decides whether a field occurs here: the scenario must have the feature, and
// of the places where it may occur it takes three in four.
func (d *draws) has(t table, r row) bool {
	if r.often == always {
		return true
	}
	feature := chance.Stream(d.seed, "feature/"+t.name+"/"+r.name)
	return feature.IntN(100) < r.often && d.at(r.name+"?").IntN(4) > 0
}

// each draws a mapping from names.
func (d *draws) each(names []string, draw func(d *draws, name string) any) yaml.MapSlice {
	m := yaml.MapSlice{}
	for _, name := range names {
		m = append(m, yaml.MapItem{Key: name, Value: draw(d.at(name), name)})
	}
	return m
}

// list draws a list of a length from least to most.
func (d *draws) list(least, most int, draw func(d *draws) any) []any {
	all := []any{}
	for i := range d.between(least, most) {
		all = append(all, draw(d.at(strconv.Itoa(i))))
	}
	return all
}

func (d *draws) between(least, most int) int { return least + d.IntN(most-least+1) }

// odds is true in so many of a hundred.
func (d *draws) odds(percent int) bool { return d.IntN(100) < percent }

// span draws a duration in whole milliseconds, the short ones as often as the long
// ones: what matters is their order of magnitude.
func (d *draws) span(least, most time.Duration) time.Duration {
	for d.odds(50) && most/2 > least {
		most /= 2
	}
	return time.Duration(d.between(int(least/ms), int(most/ms))) * ms
}

// pick draws one of several values.
func pick[T any](d *draws, of ...T) T { return of[d.IntN(len(of))] }

// The draws of most rows.

func oneOf[T any](values ...T) func(*draws) any {
	return func(d *draws) any { return pick(d, values...) }
}

func number(least, most int) func(*draws) any {
	return func(d *draws) any { return d.between(least, most) }
}

func length(least, most time.Duration) func(*draws) any {
	return func(d *draws) any { return d.span(least, most).String() }
}

func of(t table) func(*draws) any {
	return func(d *draws) any { return d.mapping(t) }
}

func share(d *draws) any { return strconv.Itoa(d.between(1, 100)) + "%" }

func yes(*draws) any { return true }
