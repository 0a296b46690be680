package chance

import "testing"

func TestStreams(t *testing.T) {
	first := func(seed uint64, name string) uint64 { return Stream(seed, name).Uint64() }
	same := first(1, "arrivals/checkout")
	for _, row := range []struct {
		what string
		got  uint64
		want bool
	}{
		{"the same seed and name", first(1, "arrivals/checkout"), true},
		{"another seed", first(2, "arrivals/checkout"), false},
		{"another name", first(1, "arrivals/health"), false},
	} {
		if (row.got == same) != row.want {
			t.Errorf("%s: the same stream is %t, want %t", row.what, row.got == same, row.want)
		}
	}
	// Stored runs are repeated by their seed: the streams must never change.
	if want := uint64(11684705761118506115); same != want {
		t.Errorf("stream arrivals/checkout of seed 1 starts with %d, want %d", same, want)
	}
}
