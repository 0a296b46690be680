package compare

import (
	"fmt"
	"slices"
	"strings"

	"checkoutlab/internal/gate"
	"checkoutlab/report"
)

// maxFields is how many fields of the scenario that differ are named.
const maxFields = 8

// differences of two sets, but for their figures.
func differences(base, new *Set) []string {
	all := []string{}
	add := func(what, a, b string) {
		if a != b {
			all = append(all, fmt.Sprintf("%s: %s → %s", what, a, b))
		}
	}
	a, b := base.Runs[0].Summary, new.Runs[0].Summary
	add("scenario", a.Scenario, b.Scenario)
	add("executor", a.Executor, b.Executor)
	add("version of the lab", strings.Join(base.versions(), ", "), strings.Join(new.versions(), ", "))
	add("seeds", ranges(base.seeds()), ranges(new.seeds()))
	for _, m := range lacking(base.modes(), new.modes()) {
		all = append(all, "mode "+m+": only in BASE")
	}
	for _, m := range lacking(new.modes(), base.modes()) {
		all = append(all, "mode "+m+": only in NEW")
	}
	shared := both(base.modes(), new.modes())
	fields := differing(base.Runs[0].scenario, new.Runs[0].scenario, shared)
	for i, c := range fields {
		if i == maxFields {
			all = append(all, fmt.Sprintf("and %d more fields: see the scenario.yaml of both", len(fields)-i))
			break
		}
		all = append(all, c.words(" →", len(shared)))
	}
	if len(fields) == 0 {
		// The scenario as run has them already, if it is there.
		add("changes", strings.Join(a.Changes, " "), strings.Join(b.Changes, " "))
	}
	return all
}

// onlyIn names the phases and parts that one of two modes does not have.
func onlyIn(p pair, base, new []*report.Summary) (all []string) {
	a, b := base[0].Modes[0], new[0].Modes[0]
	inBase, inNew := "only in BASE", "only in NEW"
	if p.base != p.new {
		inBase, inNew = "only in mode "+p.base, "only in mode "+p.new
	}
	add := func(what string, a, b []string) {
		where := ""
		if p.base == p.new {
			where = "mode " + p.new + ", "
		}
		for _, name := range lacking(a, b) {
			all = append(all, fmt.Sprintf("%s%s %s: %s", where, what, name, inBase))
		}
		for _, name := range lacking(b, a) {
			all = append(all, fmt.Sprintf("%s%s %s: %s", where, what, name, inNew))
		}
	}
	add("phase", phasesOf(a), phasesOf(b))
	for _, k := range kinds {
		add(string(k), parts(a.Figures, k), parts(b.Figures, k))
	}
	return append(all, moved(p, a, b)...)
}

// moved names the phases that are at another time.
func moved(p pair, a, b report.Mode) (all []string) {
	for _, x := range a.Phases {
		for _, y := range b.Phases {
			if x.Name == y.Name && (x.From != y.From || x.Until != y.Until) {
				all = append(all, fmt.Sprintf("mode %s, phase %s: %s to %s → %s to %s",
					p.new, x.Name, x.From.Text(), x.Until.Text(), y.From.Text(), y.Until.Text()))
			}
		}
	}
	return all
}

// shortage says that there are too few runs to tell, and what to do.
func (r *Result) shortage() (lines []string) {
	few := r.Count(TooFew)
	if few == 0 {
		return nil
	}
	runs := fmt.Sprintf("%d and %d", r.Base.Runs, r.New.Runs)
	if r.Base.Name == r.New.Name && r.Base.Mode != "" {
		runs = fmt.Sprint(r.Base.Runs)
	}
	if max(r.Base.Runs, r.New.Runs) >= r.Needed && min(r.Base.Runs, r.New.Runs) >= r.Needed {
		return []string{fmt.Sprintf("too few runs have a figure to tell in %d of %d rows (marked ?); it takes %d a side", few, len(r.Rows), r.Needed)}
	}
	why := ""
	if smallestP(r.Base.Runs, r.New.Runs) > r.Alpha {
		why = fmt.Sprintf(", and with so few no test can reach %g whatever the figures are", r.Alpha)
	}
	return []string{fmt.Sprintf("too few runs to tell (%s): a verdict takes %d a side%s; make them with: lab run … --runs %d --out DIR%s",
		runs, r.Needed, why, r.Needed, simFlag(r.Executor))}
}

func simFlag(executor string) string {
	if executor == "sim" {
		return " --sim"
	}
	return ""
}

// ranges writes numbers as "1 to 10, 12".
func ranges(numbers []uint64) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(numbers)))
	var parts []string
	for i := 0; i < len(sorted); {
		j := i
		for j+1 < len(sorted) && sorted[j+1] == sorted[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(sorted[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d to %d", sorted[i], sorted[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// kindTitle names a part for people.
func kindTitle(k gate.Kind, subject string) string {
	if suffix[k] != "" {
		return subject // it says itself what it is
	}
	return string(k) + " " + subject
}
