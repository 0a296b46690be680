package arch

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors lists the packages from the lowest up. A package imports only from
// floors below its own. A folder stands for what is under it too, unless that
// has a floor of its own.
var floors = [][]string{
	{"internal/unit", "internal/chance", "internal/loopback", "internal/queueing", "internal/golden", "internal/console", "docs/schema"},
	{"resilience", "provider/fault", "internal/record", "internal/gate"},
	{"resilience/guard", "scenarios"},
	{"provider", "api"},
	{"internal/sim", "internal/live", "internal/run", "report"},
	{"internal/workshop", "internal/sweep", "internal/swarm", "internal/agree", "internal/compare"},
	{"cmd/lab"},
}

// floorOf is the floor of a package's folder, and the folder named there.
func floorOf(pkg string) (floor int, room string) {
	floor = -1
	for i, rooms := range floors {
		for _, r := range rooms {
			if (pkg == r || strings.HasPrefix(pkg, r+"/")) && len(r) > len(room) {
				floor, room = i, r
			}
		}
	}
	return floor, room
}

func TestImportsOnlyFromLowerFloors(t *testing.T) {
	for _, s := range sources(t) {
		floor, room := floorOf(s.pkg)
		if floor < 0 {
			if s.pkg != "internal/arch" {
				t.Errorf("%s: the package has no floor: give it one in internal/arch", s.path)
			}
			continue
		}
		if s.test {
			continue
		}
		for _, imported := range s.imports() {
			below, theirs := floorOf(imported)
			if below >= floor && theirs != room {
				t.Errorf("%s imports %s, which is not on a lower floor", s.path, imported)
			}
		}
	}
}

// forbidden are packages that some rooms must not import themselves.
var forbidden = []struct {
	room    string
	imports []string
	reason  string
}{
	{"resilience", []string{"net/http", "os", "sync", "context", "log"}, "a policy is a pure step of time: guard has the locks, timers and contexts"},
	{"provider/fault", []string{"net/http", "os", "sync", "context", "log"}, "a fault plan is a pure decision: provider acts it out"},
	{"internal/sim", []string{"net/http", "os", "api", "provider", "github.com/tsenart/vegeta/v12/lib"}, "the simulator must be able to run in a browser"},
	{"report", []string{"internal/live", "internal/sim", "internal/run"}, "a report is computed from the recording alone"},
	{"scenarios", []string{"net/http"}, "the simulator reads scenarios too"},
}

func TestForbiddenImports(t *testing.T) {
	for _, s := range sources(t) {
		_, room := floorOf(s.pkg)
		for _, rule := range forbidden {
			if s.test || room != rule.room {
				continue
			}
			for _, imported := range s.imports() {
				if slices.Contains(rule.imports, imported) {
					t.Errorf("%s imports %s: %s", s.path, imported, rule.reason)
				}
			}
		}
	}
}

// TestPureCoreReachesNoNetwork looks at everything that a package pulls in.
func TestPureCoreReachesNoNetwork(t *testing.T) {
	for _, room := range []string{"resilience", "provider/fault", "scenarios", "internal/record", "internal/gate", "internal/sim"} {
		out, err := exec.Command("go", "list", "-deps", module+"/"+room).Output()
		if err != nil {
			t.Fatalf("go list -deps %s: %v", room, err)
		}
		if slices.Contains(strings.Fields(string(out)), "net/http") {
			t.Errorf("%s pulls in net/http", room)
		}
	}
}
