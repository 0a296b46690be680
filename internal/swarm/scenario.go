package swarm

import (
	"slices"
	"time"

	"github.com/goccy/go-yaml"
)

// outline is what the parts of a scenario must agree on: its names and its length.
type outline struct {
	duration  time.Duration
	providers []string
	services  []*servicePlan
	loads     []string
}

// servicePlan is the names of a service.
type servicePlan struct {
	name   string
	deps   []string // each the name of a provider
	routes []string
	// calls has the dependencies that stand for a service instead.
	calls map[string]*servicePlan
}

func newOutline(d *draws) *outline {
	p := &outline{
		duration:  d.at("duration").span(500*ms, 12*second),
		providers: some(d.at("providers"), 1, "payment", "stock", "tax"),
		loads:     some(d.at("loads"), 1, "checkout", "crowd", "health", "search"),
	}
	for _, name := range some(d.at("services"), 1, "basket", "front", "shop") {
		s := d.at(name)
		p.services = append(p.services, &servicePlan{
			name: name, deps: some(s.at("dependencies"), 1, p.providers...),
			routes: some(s.at("routes"), 1, "GET /health", "GET /price", "POST /checkout"),
			calls:  map[string]*servicePlan{},
		})
	}
	// A service calls those after it, so that none calls itself.
	for i, s := range p.services[:len(p.services)-1] {
		for _, dep := range s.deps {
			if at := d.at(s.name).at(dep); at.odds(30) {
				s.calls[dep] = pick(at, p.services[i+1:]...)
			}
		}
	}
	return p
}

// some draws least or more of the names, in order.
func some(d *draws, least int, names ...string) []string {
	chosen := slices.Clone(names)
	d.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	chosen = chosen[:d.between(least, len(chosen))]
	slices.Sort(chosen)
	return chosen
}

// keeper is the name of a service and of a load whose one request keeps the run
// going for most of a day of virtual time, until nothing of the others is left: then
// the books must show nothing lent.
const keeper = "keeper"

const (
	keeperService = `{workers: 1, routes: {GET /: {work: 23h}}}`
	keeperLoad    = `{service: keeper, route: GET /, rate: 1/h, give_up: 24h}`
)

// Scenario draws the scenario of a seed, as a file. It is valid, takes some
// milliseconds to run, and is the same for the same version of the lab.
func Scenario(seed uint64) []byte {
	d := (&draws{seed: seed, path: "swarm"}).at("scenario")
	d.outline = newOutline(d.at("outline"))
	m := d.mapping(scenarioTable)
	if d.at(keeper).odds(75) {
		m = with(m, "services", yaml.MapItem{Key: keeper, Value: parse([]byte(keeperService))})
		m = with(m, "loads", yaml.MapItem{Key: keeper, Value: parse([]byte(keeperLoad))})
	}
	return print(m)
}

// with adds an item to the mapping under a key.
func with(m yaml.MapSlice, key string, item yaml.MapItem) yaml.MapSlice {
	for i := range m {
		if m[i].Key == key {
			m[i].Value = append(m[i].Value.(yaml.MapSlice), item)
		}
	}
	return m
}
