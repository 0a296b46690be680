package swarm

import (
	"bytes"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// seeds is how many scenarios the tests look at each time; "make swarm" looks at as
// many as it is told.
const seeds = 60

func TestSwarm(t *testing.T) {
	for seed := range uint64(seeds) {
		if err := Check(seed); err != nil {
			t.Errorf("seed %d: %v\nthe smallest scenario that does it: make swarm SEEDS=1 FIRST=%d", seed, err, seed)
		}
	}
}

func TestScenarioFollowsFromItsSeed(t *testing.T) {
	for seed := range uint64(seeds) {
		if a, b := Scenario(seed), Scenario(seed); !bytes.Equal(a, b) {
			t.Fatalf("seed %d draws\n%s\nand then\n%s", seed, a, b)
		}
	}
	if bytes.Equal(Scenario(1), bytes.Replace(Scenario(2), []byte("swarm-2"), []byte("swarm-1"), 1)) {
		t.Error("two seeds draw the same scenario")
	}
}

// TestEveryRowIsDrawn: a row that never occurs tests nothing.
func TestEveryRowIsDrawn(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(300) {
		fieldsOf(parse(Scenario(seed)), seen)
	}
	tables := []table{
		scenarioTable, providerTable, serviceTable, routeTable, callTable, dependencyTable, guardTable, retryTable,
		bulkheadTable, breakerTable, slowCallTable, loadTable, openTable, closedTable,
	}
	tables = append(append(tables, faultTables...), budgetTables...)
	for _, t0 := range tables {
		for _, r := range t0.rows {
			if !strings.HasPrefix(r.name, "+") && !seen[r.name] {
				t.Errorf("no scenario of 300 has the field %s of a %s", r.name, t0.name)
			}
		}
	}
}

func fieldsOf(v any, seen map[string]bool) {
	switch v := v.(type) {
	case yaml.MapSlice:
		for _, item := range v {
			seen[item.Key.(string)] = true
			fieldsOf(item.Value, seen)
		}
	case []any:
		for _, part := range v {
			fieldsOf(part, seen)
		}
	}
}
