package scenarios

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"checkoutlab/internal/gate"
	"checkoutlab/scenarios/internal/tree"
)

// readExpect reads what stands under "expect:". Gates that cannot be read are
// left out of the result.
func readExpect(n *tree.Node) (all []expectation, problems tree.Problems) {
	switch {
	case n.Kind == tree.Null:
		return nil, nil
	case n.Kind != tree.List:
		problems.Addf(n.At, "expect", "is %v; write a list of gates, such as - health: p95 < 50ms", n.Kind)
	case len(n.Items) > maxGates:
		problems.Addf(n.Items[maxGates].At, "expect", "more than %d of them; remove some", maxGates)
		return nil, problems
	}
	for i, item := range n.Items {
		e, ok := readGate(item, fmt.Sprintf("expect.%d", i), &problems)
		if e.index = i; ok {
			all = append(all, e.parse(&problems)...)
		}
	}
	return all, problems
}

// readGate reads each of the forms that a gate has in a file.
func readGate(n *tree.Node, path string, problems *tree.Problems) (e expectation, ok bool) {
	if n.Kind == tree.Scalar {
		return plainGate(n), true
	}
	for _, entry := range n.Entries {
		v := entry.Value
		switch {
		case entry.Key == "advisory":
			*problems = append(*problems, tree.Decode(v, path+".advisory", &e.Advisory).Problems...)
			continue
		case ok || v.Kind != tree.Scalar:
			problems.Addf(entry.At, path, "write one gate an item, with advisory: true below it if it must not fail the run")
			return e, false
		case entry.Key == "gate":
			advisory := e.Advisory
			e = plainGate(v)
			e.Advisory = advisory
		default:
			e.Text, e.at, e.rest = entry.Key+": "+v.Text, entry.At, plainGate(v).at
			e.split = utf8.RuneCountInString(entry.Key+": ") + 1
		}
		ok = true
	}
	if !ok {
		problems.Addf(n.At, path, "is not a gate; write one line, such as health{phase:slow}: p95 < 50ms")
	}
	return e, ok
}

// plainGate is a gate in one scalar. Its text begins behind the quote.
func plainGate(n *tree.Node) expectation {
	e := expectation{Gate: Gate{Text: n.Text}, at: n.At}
	if n.Quoted {
		e.at.Column++
	}
	return e
}

// parse returns the gate with what it says, or nothing when it cannot be read.
func (e expectation) parse(problems *tree.Problems) []expectation {
	read, err := gate.Parse(e.Text)
	var at *gate.Error
	if errors.As(err, &at) {
		e.problem(problems, at)
		return nil
	}
	e.read, e.Text = read, read.Text
	return []expectation{e}
}
