package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"checkoutlab/internal/console"
	"checkoutlab/internal/record"
	"checkoutlab/internal/unit"
)

// dash stands for a figure that does not exist.
const dash = "-"

// parts are the names of everything in any mode, in the order of the columns.
type parts struct{ loads, providers, services, bulkheads, breakers, retries []string }

func partsOf(sum *Summary) parts {
	all := Figures{
		Loads: map[string]LoadFigures{}, Providers: map[string]ProviderFigures{}, Services: map[string]ServiceFigures{},
		Bulkheads: map[string]BulkheadFigures{}, Breakers: map[string]BreakerFigures{},
		Retries: map[string]RetryFigures{},
	}
	for _, m := range sum.Modes {
		merge(all.Loads, m.Loads)
		merge(all.Providers, m.Providers)
		merge(all.Services, m.Services)
		merge(all.Bulkheads, m.Bulkheads)
		merge(all.Breakers, m.Breakers)
		merge(all.Retries, m.Retries)
	}
	p := parts{
		sortedKeys(all.Loads), sortedKeys(all.Providers), sortedKeys(all.Services),
		sortedKeys(all.Bulkheads), sortedKeys(all.Breakers), sortedKeys(all.Retries),
	}
	// By route, so that what is only read (GET) comes before what is ordered
	// (POST): whether the bystander suffers is the first question.
	slices.SortStableFunc(p.loads, func(a, b string) int { return cmp.Compare(all.Loads[a].Route, all.Loads[b].Route) })
	return p
}

func merge[T any](into, from map[string]T) {
	for name, v := range from {
		if _, known := into[name]; !known {
			into[name] = v
		}
	}
}

// groups are the columns that belong together, for the rows of a block.
func (c TextConfig) groups(rows []Row, p parts) [][]console.Column {
	var all [][]console.Column
	for _, name := range p.loads {
		all = append(all, c.loadColumns(rows, name))
	}
	for _, name := range p.services {
		all = append(all, under(name, []console.Column{
			numbers("busy", rows, func(f Figures) string {
				s, ok := f.Services[name]
				return ifSo(ok, "%d/%d", s.BusyMax, s.Workers)
			}),
			numbers("queue", rows, func(f Figures) string {
				s, ok := f.Services[name]
				return ifSo(ok, "%d", s.QueueMax)
			}),
		}))
	}
	for _, name := range p.providers {
		all = append(all, under(name, []console.Column{numbers("in flight", rows, func(f Figures) string {
			s, ok := f.Providers[name]
			return ifSo(ok, "%d", s.InFlightMax)
		})}))
	}
	return append(all, policyGroups(rows, p)...)
}

// policyGroups has the policies of each dependency beside each other.
func policyGroups(rows []Row, p parts) [][]console.Column {
	names := slices.Concat(p.retries, p.bulkheads, p.breakers)
	slices.Sort(names)
	var all [][]console.Column
	for _, name := range slices.Compact(names) {
		var group []console.Column
		if slices.Contains(p.retries, name) {
			group = append(group, texts("retries", rows, func(f Figures) string {
				r, ok := f.Retries[name]
				return ifSo(ok, "%d%s", r.Retries, overBudget(r))
			}))
		}
		if slices.Contains(p.bulkheads, name) {
			group = append(group, texts("bulkhead", rows, func(f Figures) string {
				b, ok := f.Bulkheads[name]
				return ifSo(ok, "%d/%d, queue %d\n%d refused", b.InUseMax, b.MaxConcurrent, b.QueueMax, b.Rejected)
			}))
		}
		if slices.Contains(p.breakers, name) {
			group = append(group, texts("breaker", rows, func(f Figures) string {
				b, ok := f.Breakers[name]
				return ifSo(ok, "%s\n%d refused", states(b), b.Rejected)
			}))
		}
		all = append(all, under(name, group))
	}
	return all
}

func overBudget(r RetryFigures) string {
	if r.OverBudget == 0 {
		return ""
	}
	return fmt.Sprintf("\n%d over budget", r.OverBudget)
}

// under sets a name over the first of the columns that belong to it.
func under(name string, group []console.Column) []console.Column {
	for i := range group {
		group[i].Head = name + "\n" + group[i].Head
		name = ""
	}
	return group
}

// states says in a few letters what a breaker did; the log of the transitions
// has the whole of it.
func states(b BreakerFigures) string {
	if len(b.States) == 0 {
		return dash
	}
	last := b.States[len(b.States)-1]
	switch {
	case len(b.States) == 1:
		return last
	case b.Opens == 0:
		return "to " + last
	default:
		return fmt.Sprintf("opened %d×", b.Opens)
	}
}

func numbers(head string, rows []Row, cell func(Figures) string) console.Column {
	c := texts(head, rows, cell)
	c.Right = true
	return c
}

func texts(head string, rows []Row, cell func(Figures) string) console.Column {
	c := console.Column{Head: head}
	for _, r := range rows {
		c.Cells = append(c.Cells, cell(r.Figures))
	}
	return c
}

// ifSo prints, or a dash for what a mode does not have.
func ifSo(ok bool, format string, args ...any) string {
	if !ok {
		return dash
	}
	return fmt.Sprintf(format, args...)
}

func (c TextConfig) loadColumns(rows []Row, name string) []console.Column {
	return under(loadTitle(rows, name), []console.Column{
		numbers("p50", rows, func(f Figures) string {
			l := f.Loads[name]
			return QuantileText(l.P50, l.Ended(), unit.Percent(50))
		}),
		numbers("p95", rows, func(f Figures) string {
			l := f.Loads[name]
			return QuantileText(l.P95, l.Ended(), unit.Percent(95))
		}),
		texts("outcomes", rows, func(f Figures) string { return c.outcomes(f.Loads[name]) }),
	})
}

// loadTitle is the path that a load asks for, if that says as much as its name:
// so /checkout is not taken for the service checkout.
func loadTitle(rows []Row, name string) string {
	for _, r := range rows {
		if _, path, _ := strings.Cut(r.Figures.Loads[name].Route, " "); path == "/"+name {
			return path
		}
	}
	return name
}

// atMaximum marks a quantile that is the maximum; see AtMaximum.
const atMaximum = "~"

// QuantileText prints a quantile of n samples as the tables do: a dash when there
// is none, and marked when it is no more than the maximum.
func QuantileText(ms *Millis, n int, q unit.Share) string {
	switch {
	case ms == nil:
		return dash
	case AtMaximum(n, q):
		return atMaximum + figure(ms.Duration())
	default:
		return figure(ms.Duration())
	}
}

// Ended is how many requests ended.
func (l LoadFigures) Ended() int {
	n := 0
	for _, count := range l.Outcomes {
		n += count
	}
	return n
}

// outcomeWidth is where the list of outcomes is broken into lines.
const outcomeWidth = 27

// outcomes lists how requests ended, successes first: "15 × 504" for a status
// code, "58 of 58 client timeout" for what has none, with reasons where they tell
// more: see ReasonsText.
func (c TextConfig) outcomes(l LoadFigures) string {
	n := l.Ended()
	if n == 0 {
		return dash
	}
	var lines []string
	for _, name := range sortedKeys(l.Outcomes) {
		text := fmt.Sprintf("%d × %s", l.Outcomes[name], name)
		if !record.IsStatus(name) {
			text = fmt.Sprintf("%d of %d %s", l.Outcomes[name], n, name)
		}
		for _, line := range wrap(strings.TrimSpace(text+" "+l.ReasonsText(name)), outcomeWidth) {
			lines = append(lines, c.paint(line, name))
		}
	}
	return strings.Join(lines, "\n")
}

// ReasonsText tells why requests ended in this way, the most frequent first, or
// nothing where it would say no more than the outcome does: one reason of all of
// them. Successes always tell it, for what was made do without is else taken for
// the real thing.
func (l LoadFigures) ReasonsText(outcome string) string {
	counts := l.Reasons[outcome]
	names := sortedKeys(counts)
	if len(names) == 0 || len(names) == 1 && counts[names[0]] == l.Outcomes[outcome] && !succeeded(outcome) {
		return ""
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", counts[name], name)
	}
	return "(" + strings.Join(names, ", ") + ")"
}
