package series

import (
	"fmt"
	"slices"
	"strings"
)

// Quantity is what a gauge counts.
type Quantity string

// The quantities: of a service the workers that are busy and the requests that
// wait for one, of a provider the requests that it works on.
const (
	Busy     Quantity = "busy"
	Queued   Quantity = "queued"
	InFlight Quantity = "inFlight"
)

// Panel is a gauge that a picture shows of every mode. Parts are never added up:
// "20 of 40 busy" would hide that all 10 workers of one of them are.
type Panel struct {
	Quantity Quantity
	Part     string // the service or provider; "" if there is none
	Named    bool   // there are others, so that the title needs its name
}

// Title says what the panel shows, in a few words.
func (p Panel) Title() string {
	switch {
	case p.Quantity == InFlight && p.Named:
		return "at " + p.Part
	case p.Quantity == InFlight:
		return "at provider"
	case p.Named:
		return string(p.Quantity) + ": " + p.Part
	case p.Quantity == Busy:
		return "workers busy"
	default:
		return "queued"
	}
}

// Shades tells whether a fault is one of the panel's: in that of a provider those
// of others are not.
func (p Panel) Shades(w Window) bool { return p.Quantity != InFlight || p.Part == w.Provider }

// maxParts is how many services, and how many providers, have panels. Of more no
// picture could be taken in.
const maxParts = 4

// Panels are the gauges of a figure, from the top down: the services from the
// front to those that they call, then the providers by name. Of too many parts
// those that were the fullest are chosen; omitted names the others, and is "" if
// there are none.
func Panels(sources []Source, surveys []Survey) (all []Panel, omitted string) {
	services, fewer := fullest(serviceNames(sources, surveys), func(a, b string) int {
		return compareFullest(serviceFullness(a, sources, surveys), serviceFullness(b, sources, surveys))
	})
	providers, least := fullest(providerNames(sources, surveys), func(a, b string) int {
		return compareFullest(providerFullness(a, surveys), providerFullness(b, surveys))
	})
	for _, name := range services {
		named := len(services) > 1
		all = append(all, Panel{Busy, name, named}, Panel{Queued, name, named})
	}
	for _, name := range providers {
		all = append(all, Panel{InFlight, name, len(providers) > 1})
	}
	return all, omittedWords(fewer, least)
}

// fullest keeps the order of the names. Without any there is one part without a
// name, for the empty panel that says so.
func fullest(names []string, compare func(a, b string) int) (kept, rest []string) {
	if len(names) == 0 {
		return []string{""}, nil
	}
	ranked := slices.Clone(names)
	slices.SortStableFunc(ranked, compare)
	ranked = ranked[:min(maxParts, len(ranked))]
	for _, name := range names {
		if slices.Contains(ranked, name) {
			kept = append(kept, name)
		} else {
			rest = append(rest, name)
		}
	}
	return kept, rest
}

// compareFullest puts what is higher first; the figures that come first weigh the
// most.
func compareFullest(a, b []float64) int { return slices.Compare(b, a) }

// omittedWords names the parts that have no panels.
func omittedWords(services, providers []string) string {
	var some []string
	for _, rest := range []struct {
		kind  string
		names []string
	}{{"service", services}, {"provider", providers}} {
		const named = 3
		n := len(rest.names)
		switch {
		case n == 0:
		case n == 1:
			some = append(some, rest.kind+" "+rest.names[0])
		case n <= named:
			some = append(some, rest.kind+"s "+strings.Join(rest.names, ", "))
		default:
			some = append(some, fmt.Sprintf("%ss %s and %d more", rest.kind, strings.Join(rest.names[:named], ", "), n-named))
		}
	}
	if len(some) == 0 {
		return ""
	}
	return "not drawn, none of them fuller than these: " + strings.Join(some, "; ")
}
