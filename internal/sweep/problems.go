package sweep

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"checkoutlab/scenarios"
)

// maxProblems bounds what is printed of a grid that is wrong everywhere.
const maxProblems = 20

// problems are what is wrong with the cells, each once although it may befall
// hundreds of them.
type problems struct {
	of    []string // all modes
	found []problem
	index map[[2]string]int // by field and message
	other error             // not a problem of a field
}

type problem struct {
	scenarios.Problem
	modes []string
}

func newProblems(modes []string) *problems {
	return &problems{of: modes, index: map[[2]string]int{}}
}

func (ps *problems) add(mode string, err error) {
	var list *scenarios.ProblemsError
	if !errors.As(err, &list) {
		ps.other = err
		return
	}
	for _, p := range list.Problems {
		key := [2]string{p.Field, p.Message}
		i, known := ps.index[key]
		if !known {
			i = len(ps.found)
			ps.index[key] = i
			ps.found = append(ps.found, problem{Problem: p})
		}
		if !slices.Contains(ps.found[i].modes, mode) {
			ps.found[i].modes = append(ps.found[i].modes, mode)
		}
	}
}

// err gives one problem a line, with the modes that have it if others do not.
func (ps *problems) err() error {
	if len(ps.found) == 0 {
		return ps.other
	}
	var lines []string
	for i, p := range ps.found {
		if i == maxProblems {
			lines = append(lines, fmt.Sprintf("and %d problems more", len(ps.found)-i))
			break
		}
		line := p.String()
		if len(p.modes) < len(ps.of) {
			line += fmt.Sprintf(" (in mode %s; choose others with --mode)", strings.Join(p.modes, ", "))
		}
		lines = append(lines, line)
	}
	return errors.New(strings.Join(lines, "\n"))
}
