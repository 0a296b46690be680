package sweep_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"checkoutlab/internal/golden"
	"checkoutlab/internal/sweep"
)

// incident is the sweep of the manual.
func incident(t *testing.T) sweep.Config {
	c := config(t, "checkout-incident", "health{phase:slow}: p95 < 100ms",
		"loads.checkout.rate=10/s..60/s:5/s", "services.checkout.dependencies.payment.timeout=100ms..1s:100ms")
	c.Modes = []string{"timeout"}
	return c
}

// TestRule: while the provider is slow every checkout keeps its worker for the
// timeout, so that rate × timeout workers are busy (Little's law). As long as
// that is less than the 16 there are, /health is answered at once; above, it
// waits for a worker.
func TestRule(t *testing.T) {
	const workers, margin = 16, 0.2
	c := incident(t)
	r := do(t, c)
	if len(r.Cells) != 11*10 {
		t.Fatalf("%d cells", len(r.Cells))
	}
	within, beyond := 0, 0
	for i, cell := range r.Cells {
		rate, timeout := c.Axes[0].Values[i/10], c.Axes[1].Values[i%10]
		busy := rate.Number * timeout.Number
		if cell.Median == nil || cell.Holds == nil {
			t.Errorf("%v has no figure", cell.At)
			continue
		}
		switch {
		case busy < workers*(1-margin):
			within++
			if !*cell.Holds {
				t.Errorf("%v: %.1f of %d workers busy, and p95 is %g ms", cell.At, busy, workers, *cell.Median)
			}
		case busy > workers*(1+margin):
			beyond++
			if *cell.Holds {
				t.Errorf("%v: %.1f of %d workers busy, and p95 is %g ms", cell.At, busy, workers, *cell.Median)
			}
		}
	}
	if within < 30 || beyond < 30 {
		t.Errorf("%d cells within and %d beyond the rule: too few to show it", within, beyond)
	}
	golden.Written(t, "incident.txt", func(w io.Writer) error { return sweep.TableConfig{}.Table(w, r) })
	golden.Written(t, "incident.svg", func(w io.Writer) error { return sweep.Picture(w, r, workers, "svg") })
	look(t, "incident", r, workers)
}

// look leaves the picture in a folder named by LAB_LOOK, to be looked at.
func look(t *testing.T, name string, r *sweep.Result, product float64) {
	t.Helper()
	dir := os.Getenv("LAB_LOOK")
	if dir == "" {
		return
	}
	var b bytes.Buffer
	if err := sweep.Picture(&b, r, product, "png"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/"+name+".png", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
