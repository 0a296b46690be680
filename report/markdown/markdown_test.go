package markdown_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gfm "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"checkoutlab/internal/golden"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
	"checkoutlab/report/markdown"
	"checkoutlab/scenarios"
)

// judged is the incident with what it is expected to do.
func judged(gates ...scenarios.Gate) *report.Summary {
	rec, runs := incident.Recording("none", "protected")
	for i := range runs {
		runs[i].Spec.Expect = gates
	}
	return report.Measure(rec, runs)
}

func within(t *testing.T, sum *report.Summary, limit int) string {
	t.Helper()
	var b bytes.Buffer
	if err := markdown.WriteWithin(&b, sum, limit); err != nil {
		t.Fatal(err)
	}
	if b.Len() > limit {
		t.Fatalf("%d bytes, at most %d", b.Len(), limit)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	every := judged(
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: p95 <= 500ms", Advisory: true},
		scenarios.Gate{Text: "health{mode:none,phase:slow}: share(client timeout) >= 60%"},
		scenarios.Gate{Text: "health{mode:protected,phase:slow}: p95 < 50ms"},
		scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"},
		scenarios.Gate{Text: "health{mode:protected,phase:before}: p95 < 50ms"},
	)
	golden.Check(t, "gates.md", []byte(within(t, every, markdown.MaxSize)))

	invalid := judged(scenarios.Gate{Text: "health{mode:protected,phase:slow}: p95 < 50ms"})
	invalid.Partial, invalid.Executor, invalid.Digest = true, "sim", "0123456789abcdef"
	invalid.Changes = []string{"--rate checkout=40/s", "--set providers.payment.latency={distribution: exponential, mean: 5ms}"}
	invalid.Validity.Valid = false
	invalid.Validity.Reasons = []string{"process stalled in mode none: 600 ms, at most 500 ms", "provider payment hit its own limit in mode none: 3 requests turned away"}
	golden.Check(t, "invalid.md", []byte(within(t, invalid, markdown.MaxSize)))
}

func TestTheVerdictComesFirst(t *testing.T) {
	passing := scenarios.Gate{Text: "health{mode:protected,phase:slow}: p95 < 50ms"}
	failing := scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"}
	for _, row := range []struct {
		gates  []scenarios.Gate
		change func(*report.Summary)
		want   string
	}{
		{nil, nil, "## Valid: checkout-incident, no gates"},
		{[]scenarios.Gate{passing}, nil, "## Valid: checkout-incident, 1 of 1 gates hold"},
		{[]scenarios.Gate{passing, failing}, nil, "## Valid: checkout-incident, 1 of 2 gates FAILED"},
		{[]scenarios.Gate{passing, {Text: failing.Text, Advisory: true}}, nil, "## Valid: checkout-incident, 1 advisory of 2 gates missed"},
		{[]scenarios.Gate{passing}, func(s *report.Summary) { s.Partial = true }, "## PARTIAL: checkout-incident, 1 of 1 gates hold"},
		{[]scenarios.Gate{failing}, func(s *report.Summary) { s.Partial, s.Validity.Valid = true, false }, "## INVALID: checkout-incident, 1 of 1 gates FAILED"},
	} {
		sum := judged(row.gates...)
		if row.change != nil {
			row.change(sum)
		}
		if got, _, _ := strings.Cut(within(t, sum, markdown.MaxSize), "\n"); got != row.want {
			t.Errorf("got  %s\nwant %s", got, row.want)
		}
	}
}

// TestWhatDoesNotFitIsNamed: however long a run, the page keeps to its limit, begins
// with the verdict, and says what is missing.
func TestWhatDoesNotFitIsNamed(t *testing.T) {
	sum := judged(scenarios.Gate{Text: "checkout{mode:protected,phase:slow}: count(504) <= 14"})
	whole := within(t, sum, markdown.MaxSize)
	if strings.Contains(whole, "Left out") {
		t.Error("something is left out of a page that has room")
	}
	for limit := 2600; limit < len(whole)+2048; limit += 397 {
		page := within(t, sum, limit)
		if !strings.HasPrefix(page, "## Valid: checkout-incident, 1 of 1 gates FAILED\n") {
			t.Fatalf("at %d: begins with %.60s", limit, page)
		}
		if limit < len(whole) && !strings.Contains(page, "Left out, because it did not fit: ") {
			t.Errorf("at %d: says nothing of what is missing", limit)
		}
	}
	long := judged()
	for i := range 30_000 {
		long.Modes[0].Phases = append(long.Modes[0].Phases, report.Phase{Name: fmt.Sprintf("slow-%d", i), Figures: long.Modes[0].Figures})
	}
	page := within(t, long, markdown.MaxSize)
	if len(page) < markdown.MaxSize/2 || !strings.Contains(page, "more. `lab report DIR` shows all of it.") {
		t.Errorf("%d bytes of a run of 30000 phases, ending in %s", len(page), page[len(page)-600:])
	}
	if err := markdown.WriteWithin(new(bytes.Buffer), sum, 10); !errors.Is(err, markdown.ErrNoRoom) {
		t.Errorf("within 10 bytes: %v", err)
	}
}

// TestAnyTextMeansNothing puts any text wherever a text comes from outside, and reads
// the page as GitHub does: no text opens a tag, a link or a cell.
func TestAnyTextMeansNothing(t *testing.T) {
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	rapid.Check(t, func(rt *rapid.T) {
		any := rapid.OneOf(rapid.String(), rapid.StringMatching("[|`<>&*_~\\[\\]()!#$\\\\ \n\ra-z]{0,40}"),
			rapid.SampledFrom([]string{"</details>", "<script>", "a|b", "`|`", "``", "[x](http://y)", "**x**", "~~x~~", "\x1b[31m", "\n\n# x"})).Draw(rt, "text")
		sum := judged()
		sum.Scenario, sum.Version, sum.Changes, sum.Digest = any, any, []string{"--set " + any}, any
		sum.Validity.Valid, sum.Validity.Reasons = false, []string{any}
		sum.Gates = []report.Gate{{Text: any, Note: any}, {Text: any, Note: any, Passed: true}}
		mode := &sum.Modes[0]
		mode.Mode = any
		mode.Transitions = []report.Transition{{Breaker: any, Reason: any}}
		slow := mode.Phases[1].Loads["health"]
		slow.Outcomes = map[string]int{any: 3}
		slow.Route = any
		mode.Phases[1].Loads["health"] = slow

		page := []byte(within(t, sum, markdown.MaxSize))
		found := map[ast.NodeKind]int{}
		_ = ast.Walk(reader.Parse(text.NewReader(page)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				found[n.Kind()]++
			}
			if row, ok := n.(*gfm.TableRow); ok && entering && row.ChildCount() != row.Parent().FirstChild().ChildCount() {
				rt.Errorf("a row of %d cells in\n%s", row.ChildCount(), page)
			}
			return ast.WalkContinue, nil
		})
		if found[ast.KindRawHTML]+found[ast.KindImage]+found[gfm.KindStrikethrough] > 0 || found[ast.KindLink] > 0 {
			rt.Errorf("%v in\n%s", found, page)
		}
		// Two gates, a table for each of three phases, and what the parts did.
		if found[gfm.KindTable] != 6 || found[ast.KindHeading] != 5 || found[ast.KindFencedCodeBlock] != 3 {
			rt.Errorf("%d tables, %d headings, %d blocks in\n%s", found[gfm.KindTable], found[ast.KindHeading], found[ast.KindFencedCodeBlock], page)
		}
		if opened, closed := bytes.Count(page, []byte("<details>")), bytes.Count(page, []byte("\n</details>\n")); opened != closed && !strings.Contains(any, "details>") {
			rt.Errorf("%d folds opened, %d closed in\n%s", opened, closed, page)
		}
	})
}

// TestTheCommandRunsWhatWasRun: neither a scenario of one's own that is called like one
// of the library nor what was set on top of it makes the command another.
func TestTheCommandRunsWhatWasRun(t *testing.T) {
	for _, name := range []string{"checkout-incident", "my-own"} {
		sum := judged()
		sum.Scenario, sum.Changes, sum.Seed = name, []string{"--rate checkout=40/s"}, 7
		page := within(t, sum, markdown.MaxSize)
		if want := "```sh\nlab run scenario.yaml --seed 7\n```"; !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}
