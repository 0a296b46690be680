package sweep_test

import (
	"strings"
	"testing"

	"checkoutlab/internal/sweep"
)

func TestParseAxis(t *testing.T) {
	for _, row := range []struct{ arg, want string }{
		{"loads.checkout.rate=10/s..60/s:25/s", "10/s 35/s 60/s"},
		{"loads.checkout.rate=0.5/min..2/min:0.5/min", "0.5/min 1/min 1.5/min 2/min"},
		{"a.timeout=100ms..1s:300ms", "100ms 400ms 700ms 1s"},
		{"a.timeout=30s..2m:30s", "30s 1m 1m30s 2m"},
		{"a.open_for=1h..2h:1h", "1h 2h"},
		{"a.share=0%..1%:0.25%", "0% 0.25% 0.5% 0.75% 1%"},
		{"a.workers=4..16:5", "4 9 14"}, // the step does not meet the end
		{"a.cv=-0.1..0.1:0.1", "-0.1 0 0.1"},
		{"a.b=7..7:1", "7"},
		{"a.b= x , null ,500ms", "x null 500ms"},
		{"a.b={count: 5, minimum: 5},{count: 9},[1, 2],\"x,y\"", "{count: 5, minimum: 5} {count: 9} [1, 2] \"x,y\""},
	} {
		a, err := sweep.ParseAxis(row.arg)
		if err != nil {
			t.Errorf("%s: %v", row.arg, err)
			continue
		}
		var got []string
		for _, v := range a.Values {
			got = append(got, v.Text)
		}
		if s := strings.Join(got, " "); s != row.want {
			t.Errorf("%s: %s, want %s", row.arg, s, row.want)
		}
	}
}

func TestNumbersOfAxis(t *testing.T) {
	for _, row := range []struct {
		arg     string
		numeric bool
		first   float64
	}{
		{"a=250ms,1s", true, 0.25},
		{"a=120/min,4/s", true, 2},
		{"a=4/250ms", true, 16},
		{"a=50%", true, 0.5},
		{"a=16", true, 16},
		{"a=16,null", false, 16},
		{"a=finish,drop", false, 0},
		{"a={count: 5}", false, 0},
	} {
		a, err := sweep.ParseAxis(row.arg)
		if err != nil {
			t.Fatal(err)
		}
		if a.Numeric() != row.numeric || a.Values[0].Number != row.first {
			t.Errorf("%s: numeric %t, first %g", row.arg, a.Numeric(), a.Values[0].Number)
		}
	}
}

func TestParseAxisRefuses(t *testing.T) {
	for _, row := range []struct{ arg, want string }{
		{"a.b", "PATH=lo..hi:step"},
		{"=1,2", "PATH=lo..hi:step"},
		{"a.b=", "PATH=lo..hi:step"},
		{"a.b=1,,2", "a value is missing"},
		{"a.b=1,2,1", "1 stands there twice"},
		{"a.b=1..5", "no step"},
		{"a.b=1..5:0", "above zero"},
		{"a.b=1..5:-1", "above zero"},
		{"a.b=5..1:1", "lower end first"},
		{"a.b=1s..5:1", "same unit"},
		{"a.b=10/s..60/min:1/s", "same unit"},
		{"a.b=1..100000000:1", "more than 1000 values"},
		{"a.b=x..y:z", `"x" is no duration`},
		{"a.b=1/s..2/s:1e-9/s", "is no duration"},
		{"a.b=1..2:" + strings.Repeat("1", 40), "is no duration"},
	} {
		_, err := sweep.ParseAxis(row.arg)
		if err == nil || !strings.Contains(err.Error(), row.want) || !strings.HasPrefix(err.Error(), "--over ") {
			t.Errorf("%s: %v, want %q", row.arg, err, row.want)
		}
	}
}
