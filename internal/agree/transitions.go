package agree

import "checkoutlab/report"

// transitions compares them breaker by breaker, the first with the first: which
// of two breakers is ahead of the other is left to their instants.
func (c *Comparison) transitions(at Row, live, sim []report.Transition) {
	liveOf, simOf := byBreaker(live), byBreaker(sim)
	for _, at.Subject = range sortedUnion(simOf, liveOf) {
		l, s := liveOf[at.Subject], simOf[at.Subject]
		for i := range max(len(l), len(s)) {
			c.transition(at, l, s, i)
		}
	}
}

// transition compares the i-th ones. Two that are not the same are two misses,
// for neither has its like.
func (c *Comparison) transition(at Row, live, sim []report.Transition, i int) {
	var l, s *float64
	if i < len(live) {
		l = ms(&live[i].At)
	}
	if i < len(sim) {
		s = ms(&sim[i].At)
	}
	switch {
	case l == nil:
		c.add(at, Transition, change(sim[i]), nil, s)
	case s == nil:
		c.add(at, Transition, change(live[i]), l, nil)
	case change(live[i]) == change(sim[i]):
		c.add(at, Transition, change(sim[i]), l, s)
	default:
		c.add(at, Transition, change(sim[i]), nil, s)
		c.add(at, Transition, change(live[i]), l, nil)
	}
}

func change(t report.Transition) string { return t.From + " -> " + t.To }

func byBreaker(all []report.Transition) map[string][]report.Transition {
	of := map[string][]report.Transition{}
	for _, t := range all {
		of[t.Breaker] = append(of[t.Breaker], t)
	}
	return of
}
