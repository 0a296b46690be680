package agree_test

import (
	"bytes"
	"testing"

	"checkoutlab/internal/agree"
	"checkoutlab/internal/golden"
	"checkoutlab/report"
)

// comparison has one figure of each sort, and one of each that is out of bound.
func comparison() *agree.Comparison {
	sim := figures{20, 100, 200, 10}.summary(at(1000, "a/b", "CLOSED", "OPEN"), at(2000, "a/b", "OPEN", "HALF_OPEN"))
	live := figures{25, 101.26, 190, 11}.summary(at(990, "a/b", "CLOSED", "OPEN"))
	calm := figures{0, 50, 60, 4}.summary().Modes[0]
	calm.Mode = "none"
	sim.Modes = append([]report.Mode{calm}, sim.Modes...)
	live.Modes = append([]report.Mode{calm}, live.Modes...)
	return agree.Compare(live, sim)
}

func TestText(t *testing.T) {
	same := figures{20, 100, 200, 10}.summary()
	unfit, repeated := agree.Compare(same, same), agree.Compare(same, same)
	unfit.Unfit, repeated.Repeated = []string{"sender lagged"}, []string{"process stalled", "sender lagged"}
	all := []*agree.Comparison{comparison(), unfit, repeated}
	for _, row := range []struct {
		golden string
		write  func() ([]byte, error)
	}{
		{"table.txt", func() ([]byte, error) { var b bytes.Buffer; err := agree.Table(&b, all); return b.Bytes(), err }},
		{"table.md", func() ([]byte, error) { var b bytes.Buffer; err := agree.Markdown(&b, all); return b.Bytes(), err }},
	} {
		got, err := row.write()
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, row.golden, got)
	}
}
