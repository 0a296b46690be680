package compare_test

import (
	"strings"
	"testing"

	"checkoutlab/internal/compare"
)

func TestParseEffect(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"5%,5ms", "5%,5ms,0.5pp,1"},
		{" 20ms , 10%", "10%,20ms,0.5pp,1"},
		{"1pp,3", "5%,5ms,1pp,3"},
		{"0%,0s,0pp,0", "0%,0s,0pp,0"},
		{"12.5%", "12.5%,5ms,0.5pp,1"},
	} {
		e, err := compare.ParseEffect(row.text)
		if err != nil || e.String() != row.want {
			t.Errorf("%q: %s, %v, want %s", row.text, e, err, row.want)
		}
		if again, err := compare.ParseEffect(e.String()); err != nil || again != e {
			t.Errorf("%q is not read as it is written: %v", e, err)
		}
	}
	for text, want := range map[string]string{
		"":          "write an effect as 5%,5ms",
		"5":         "",
		"5ms,6ms":   "a length of time stands here twice",
		"120%":      "write an effect as",
		"-5ms":      "write an effect as",
		"1.5":       "write an effect as",
		"five,5ms":  `"five"`,
		"5%,1pp,2%": "a percentage stands here twice",
	} {
		_, err := compare.ParseEffect(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
