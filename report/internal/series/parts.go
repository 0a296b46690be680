package series

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"checkoutlab/scenarios"
)

// serviceFullness is whether the service was restarted, the share of its workers
// that were busy at once, and how many requests waited, at worst.
func serviceFullness(name string, sources []Source, surveys []Survey) []float64 {
	var restarted, share, queued float64
	for i, s := range surveys {
		o := s.services[name]
		if o == nil {
			continue
		}
		if o.restarted {
			restarted = 1
		}
		share = max(share, float64(o.inUse.Max)/float64(max(1, sources[i].Spec.Services[name].Workers)))
		queued = max(queued, float64(o.waiting.Max))
	}
	return []float64{restarted, share, queued}
}

func providerFullness(name string, surveys []Survey) []float64 {
	most := 0
	for _, s := range surveys {
		if o := s.providers[name]; o != nil {
			most = max(most, o.inUse.Max)
		}
	}
	return []float64{float64(most)}
}

// serviceNames are sorted by how many calls lie between a service and the front,
// then by name. A service that no scenario tells of comes last.
func serviceNames(sources []Source, surveys []Survey) []string {
	depth := map[string]int{}
	for _, s := range surveys {
		for name := range s.services {
			depth[name] = math.MaxInt
		}
	}
	for _, src := range sources {
		maps.Copy(depth, depths(src.Spec))
	}
	return sortedBy(depth)
}

func depths(spec scenarios.Spec) map[string]int {
	depth := map[string]int{}
	for _, caller := range slices.Backward(spec.CalledFirst()) {
		depth[caller] += 0 // the front has none
		for _, d := range spec.Services[caller].Dependencies {
			if d.Service != "" {
				depth[d.Service] = max(depth[d.Service], depth[caller]+1)
			}
		}
	}
	return depth
}

func providerNames(sources []Source, surveys []Survey) []string {
	all := map[string]int{}
	for i, src := range sources {
		for name := range src.Spec.Providers {
			all[name] = 0
		}
		for name := range surveys[i].providers {
			all[name] = 0
		}
	}
	return sortedBy(all)
}

func sortedBy(rank map[string]int) []string {
	var names []string
	for name := range rank {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(rank[a], rank[b]), strings.Compare(a, b)) })
	return names
}
