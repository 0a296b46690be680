package sweepplot_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"checkoutlab/report/sweepplot"
)

// figure is a map of w × h points in some modes, or with h 0 a curve; every
// state is in it, and figures of three decades, zero among them.
func figure(w, h, modes int) sweepplot.Figure {
	limit := 30.0
	f := sweepplot.Figure{
		Title: "health: p95 < 30ms", Subtitle: "test", Measure: "health: p95", Limit: &limit, Limited: "limit",
		Text: func(v float64) string { return fmt.Sprintf("%.3g ms", v) }, Notes: []string{"a note"},
		X: axis("loads.checkout.rate", w), Y: axis("services.checkout.dependencies.payment.timeout", h), Product: 16, ProductText: "x × y = 16",
	}
	for m := range modes {
		p := sweepplot.Panel{Title: fmt.Sprint("mode-", m)}
		for i := range w * max(1, h) {
			v := float64(i * i * (m + 1))
			low, high := v/2, v*2
			p.Points = append(p.Points, sweepplot.Point{State: sweepplot.State((i + m) % 4), Value: v, Low: &low, High: &high, Misses: v >= limit})
		}
		f.Panels = append(f.Panels, p)
	}
	return f
}

func axis(title string, n int) sweepplot.Axis {
	a := sweepplot.Axis{Title: title}
	for i := range n {
		a.Labels = append(a.Labels, fmt.Sprintf("%d/s", i+1))
		a.Numbers = append(a.Numbers, float64(i+1))
	}
	return a
}

func write(t *testing.T, name string, f sweepplot.Figure, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := sweepplot.Write(&b, f, format); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("LAB_LOOK"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+"."+format, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

// TestWrite draws what a sweep may come to: one point, many, words for values,
// nothing measured at all.
func TestWrite(t *testing.T) {
	words := figure(3, 2, 1)
	words.X.Numbers, words.Y.Numbers = nil, nil
	words.X.Labels[1] = "{count: 10, minimum: 5, and more of it}"
	empty := figure(3, 2, 1)
	for i := range empty.Panels[0].Points {
		empty.Panels[0].Points[i] = sweepplot.Point{State: sweepplot.Empty}
	}
	free := figure(4, 4, 1)
	free.Limit, free.Product, free.Notes = nil, 0, nil
	for name, f := range map[string]sweepplot.Figure{
		"map": figure(6, 5, 1), "map-modes": figure(5, 4, 3), "map-point": figure(1, 1, 1), "map-large": figure(40, 30, 1),
		"map-words": words, "map-empty": empty, "map-free": free,
		"curve": figure(8, 0, 3), "curve-point": figure(1, 0, 1), "curve-many": figure(120, 0, 2),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := write(t, name, f, sweepplot.SVG)
			if !bytes.Equal(text, write(t, name, f, sweepplot.SVG)) {
				t.Error("the same figure gives two pictures")
			}
			wellFormed(t, text)
			if name != "map" && name != "curve" && os.Getenv("LAB_LOOK") == "" {
				return // one of each will do: the canvas is not ours
			}
			img, err := png.Decode(bytes.NewReader(write(t, name, f, sweepplot.PNG)))
			if err != nil {
				t.Fatal(err)
			}
			if got := img.Bounds().Dx(); got != 1200 {
				t.Errorf("%d pixels wide, want 1200", got)
			}
		})
	}
}

// wellFormed reads XML to its end, and finds no coordinate that is no number.
func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	if bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Inf")) {
		t.Error("a coordinate that is no number")
	}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestMarks: what there is at a point is told apart in writing too.
func TestMarks(t *testing.T) {
	f := figure(4, 1, 1)
	f.Panels[0].Points = []sweepplot.Point{
		{State: sweepplot.Good, Value: 0}, {State: sweepplot.Suspect, Value: 7, Misses: true}, {State: sweepplot.Empty}, {State: sweepplot.Blank},
	}
	text := string(write(t, "marks", f, sweepplot.SVG))
	for _, want := range []string{">0 ms<", ">7 ms!<", ">-<"} {
		if strings.Count(text, want) == 0 {
			t.Errorf("no %q", want)
		}
	}
	// D55E00, the boundary's colour, is in the key and between the two figures.
	if n := strings.Count(text, "#D55E00"); n != 2 {
		t.Errorf("%d strokes of the boundary, want 2", n)
	}
}

// TestLogScale: the colours are logarithmic when figures above zero span more
// than two decades.
func TestLogScale(t *testing.T) {
	for highest, want := range map[float64]bool{99: false, 101: true} {
		f := figure(3, 1, 1)
		for i, v := range []float64{0, 1, highest} {
			f.Panels[0].Points[i] = sweepplot.Point{State: sweepplot.Good, Value: v}
		}
		if got := bytes.Contains(write(t, "log", f, sweepplot.SVG), []byte("log scale")); got != want {
			t.Errorf("1 to %g: logarithmic %t", highest, got)
		}
	}
}

func TestWriteRefusesOtherFormats(t *testing.T) {
	if err := sweepplot.Write(new(bytes.Buffer), figure(1, 1, 1), "gif"); err == nil {
		t.Error("no error")
	}
}
