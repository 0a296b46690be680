package page_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/report/internal/incident"
	"checkoutlab/report/internal/series"
	"checkoutlab/scenarios"
)

// frame is the rectangle of a plot in the viewport, and the time that it shows.
type frame struct{ Left, Top, Width, Height, From, Until float64 }

func (f frame) x(t float64) float64 { return f.Left + (t-f.From)/(f.Until-f.From)*f.Width }

// plot is that of a kind of a mode, scrolled to the middle of the viewport.
func (p *tab) plot(mode int, row string) frame {
	p.Helper()
	return get[frame](p, `(() => {
		const box = document.querySelector(".card[data-mode='" + a + "'] .plot[data-row='" + b + "']");
		box.scrollIntoView({ block: "center", behavior: "instant" });
		const r = box.querySelector(".u-over").getBoundingClientRect();
		return { Left: r.left, Top: r.top, Width: r.width, Height: r.height, From: +box.dataset.from, Until: +box.dataset.until };
	})()`, mode, row)
}

// times are the stretches that the charts show, each once.
func (p *tab) times() [][2]float64 {
	p.Helper()
	all := get[[][2]float64](p, `[...document.querySelectorAll(".plot")].map((b) => [+b.dataset.from, +b.dataset.until])`)
	slices.SortFunc(all, func(a, b [2]float64) int { return int(math.Copysign(1, a[0]-b[0])) })
	return slices.Compact(all)
}

// only waits for the one stretch that all charts show.
func (p *tab) only(from, until, tolerance float64) {
	p.Helper()
	p.until(fmt.Sprintf(`[...document.querySelectorAll(".plot")].every((b) => Math.abs(b.dataset.from - %v) < %v && Math.abs(b.dataset.until - %v) < %v)`, from, tolerance, until, tolerance))
	if times := p.times(); len(times) != 1 {
		p.Errorf("the charts show %v", times)
	}
}

// request is one of a mode in a recording.
func request(t *testing.T, rec *record.Recording, mode int, load string, seq int64) record.Event {
	t.Helper()
	for e := range rec.Modes[mode].Events.All() {
		if e.Kind == record.Request && e.Name == load && e.Seq == seq {
			return e
		}
	}
	t.Fatalf("no %s #%d in mode %d", load, seq, mode)
	return record.Event{}
}

// TestChartsAreDrawn finds, in each mode, the colour of every outcome that it has.
func TestChartsAreDrawn(t *testing.T) {
	rec, runs := incident.Recording(incident.Modes...)
	p := browse(t, render(t, rec, runs))
	if n := get[int](p, `document.querySelectorAll(".plot canvas").length`); n != 5*len(rec.Modes) {
		t.Errorf("%d charts", n)
	}
	for i, m := range rec.Modes {
		seen := map[int]bool{}
		for e := range m.Events.All() {
			if e.Kind == record.Request {
				seen[int(series.ClassOf(e.Outcome))] = true
			}
		}
		for class := range int(series.Classes) {
			if n := p.painted(i, "latency", fmt.Sprintf("--c%d", class)); (n > 0) != seen[class] {
				t.Errorf("mode %s: %d pixels of %s", m.Name, n, series.Class(class))
			}
		}
		for _, row := range []string{"busy", "inFlight"} {
			if p.painted(i, row, "--gauge-pale") == 0 {
				t.Errorf("mode %s: nothing is drawn of %s", m.Name, row)
			}
		}
	}
	if p.painted(3, "breakers", "--c5") == 0 || p.painted(0, "breakers", "--c5") != 0 {
		t.Error("OPEN is to be seen in mode protected only")
	}
}

// painted counts the pixels of a chart in a colour of the page.
func (p *tab) painted(mode int, row, color string) int {
	p.Helper()
	return get[int](p, `(() => {
		const hex = getComputedStyle(document.documentElement).getPropertyValue(c).trim();
		const [red, green, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
		const canvas = document.querySelector(".card[data-mode='" + a + "'] .plot[data-row='" + b + "'] canvas");
		const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
		copy.drawImage(canvas, 0, 0);
		const d = copy.getImageData(0, 0, canvas.width, canvas.height).data;
		let n = 0;
		for (let i = 0; i < d.length; i += 4) n += d[i] === red && d[i + 1] === green && d[i + 2] === blue && d[i + 3] === 255;
		return n;
	})()`, mode, row, color)
}

func TestZoomOfOneIsTheZoomOfAll(t *testing.T) {
	rec, runs := incident.Recording(incident.Modes...)
	p := browse(t, render(t, rec, runs))
	p.only(-9.1/90, 9.1, 0.001)

	f := p.plot(1, "busy")
	from, until := point{f.x(2), f.Top + 20}, point{f.x(4), f.Top + 25}
	p.do(chromedp.DragAndDropXY(from.X, from.Y, until.X, until.Y))
	p.only(2, 4, 0.1)

	f = p.plot(0, "latency")
	middle := point{f.Left + f.Width/2, f.Top + f.Height/2}
	_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: middle.X, Y: middle.Y, DeltaX: 0.01, DeltaY: -200, Modifiers: int64(chromedp.ModifierCtrl),
	})
	if err != nil {
		t.Fatal(err)
	}
	p.only(2.393, 3.607, 0.1) // 1.0025 to the power of 200 is 1.65

	p.do(chromedp.MouseClickXY(middle.X, middle.Y, chromedp.ClickCount(1)), chromedp.MouseClickXY(middle.X, middle.Y, chromedp.ClickCount(2)))
	p.only(-9.1/90, 9.1, 0.001)
	p.click(`#zoom [data-phase="1"]`)
	p.only(0.44, 3.56, 0.001)
	p.do(chromedp.Focus(chromedp.CSS("#cards")), chromedp.KeyEvent("0"))
	p.only(-9.1/90, 9.1, 0.001)
	p.do(chromedp.KeyEvent("+"))
	p.until(`document.querySelector(".plot").dataset.until < 9`)
}

// TestHoverTellsTheRecording points at one request, of which every mode then
// tells what it became of there, as the recording has it.
func TestHoverTellsTheRecording(t *testing.T) {
	rec, runs := incident.Recording("none", "timeout", "protected")
	p := browse(t, render(t, rec, runs))
	p.until(`document.querySelector(".plot").dataset.until`)
	e := request(t, rec, 2, "checkout", 100)
	f := p.plot(2, "latency")
	axis := get[[]float64](p, `JSON.parse(document.getElementById("data").textContent).latency`)
	low, high := math.Log(axis[0]/1.25), math.Log(axis[1]*2.2)
	up := (math.Log(float64(e.Latency())/float64(time.Millisecond)) - low) / (high - low)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, point{f.x(e.Due.Seconds()), f.Top + f.Height*(1-up)})
	p.until(`document.querySelector(".plot .value.live")`)
	for i := range rec.Modes {
		same := request(t, rec, i, "checkout", 100)
		words := same.Outcome
		if same.Reason != "" {
			words += " " + same.Reason
		}
		want := fmt.Sprintf("checkout #100: %s, %s", words, report.Millis(float64(same.Latency())/1e6).Text())
		if got := p.value(i, "latency"); got != want {
			t.Errorf("mode %s tells of %q, want %q", rec.Modes[i].Name, got, want)
		}
		busy, flight := at(rec.Modes[i].Events, record.Service, e.Due), at(rec.Modes[i].Events, record.Provider, e.Due)
		if got, want := p.value(i, "busy"), fmt.Sprintf("%d of 16", busy.InUse); got != want {
			t.Errorf("mode %s: busy %q, want %q", rec.Modes[i].Name, got, want)
		}
		want = fmt.Sprint(flight.InUse)
		if flight.Waiting > 0 {
			want += fmt.Sprintf(", %d abandoned", flight.Waiting)
		}
		if got := p.value(i, "inFlight"); got != want {
			t.Errorf("mode %s: in flight %q, want %q", rec.Modes[i].Name, got, want)
		}
	}
	p.mouse(input.DispatchMouseEventTypeMouseMoved, point{f.Left + f.Width/2, f.Top - 400})
	p.until(`!document.querySelector(".plot .value.live")`)
}

func (p *tab) value(mode int, row string) string {
	p.Helper()
	return get[string](p, `document.querySelector(".card[data-mode='" + a + "'] .plot[data-row='" + b + "'] .value").textContent`, mode, row)
}

// at is the last event of a kind, of one part, that is not after an instant.
func at(events record.Log, kind record.Kind, t time.Duration) (last record.Event) {
	for e := range events.All() {
		if e.Kind == kind && e.At <= t {
			last = e
		}
	}
	return last
}

func TestKeysAndToggles(t *testing.T) {
	rec, runs := incident.Recording("none", "protected")
	p := browse(t, render(t, rec, runs))
	p.do(chromedp.Focus(chromedp.CSS("#cards")), chromedp.KeyEvent("\u0303"))
	p.until(`document.getElementById("spoken").textContent.includes("none: checkout #")`)
	p.click(`#modes [data-mode="0"]`)
	if shown := get[[]bool](p, `[...document.querySelectorAll(".card")].map((c) => c.offsetParent !== null)`); shown[0] || !shown[1] {
		t.Errorf("modes shown: %v", shown)
	}
	before := p.painted(1, "latency", "--c2")
	p.click(`#legend button:nth-of-type(4)`) // the loads, 2xx, 503
	p.until(`document.querySelector("#legend button:nth-of-type(4)").ariaPressed === "false"`)
	p.drawn()
	if after := p.painted(1, "latency", "--c2"); before == 0 || after != 0 {
		t.Errorf("pixels of 503: %d before, %d when it is not shown", before, after)
	}
}

func TestDarkAndLight(t *testing.T) {
	rec, runs := incident.Recording("none", "protected")
	p := browse(t, render(t, rec, runs))
	paper := func() string { return get[string](p, `getComputedStyle(document.body).backgroundColor`) }
	light := paper()
	p.prefers("dark")
	dark := paper()
	if light == dark {
		t.Errorf("%s, light and dark", light)
	}
	p.click("#theme")
	if got := paper(); got != light {
		t.Errorf("the button makes %s of dark, want %s", got, light)
	}
	p.click("#theme")
	p.until(`document.documentElement.dataset.theme === "dark"`)
	p.drawn()
	if p.painted(0, "latency", "--c5") == 0 {
		t.Error("the charts keep the colours of the light page")
	}
}

func TestNoSidewaysScrolling(t *testing.T) {
	five, fiveRuns := incident.Recording(incident.Modes...)
	wide, wideRuns := incident.Wide(10)
	for _, html := range [][]byte{render(t, five, fiveRuns), render(t, wide, wideRuns)} {
		p := browse(t, html)
		for _, width := range []int64{390, 768, 1280, 1920} {
			p.wide(width)
			p.until(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= innerWidth`, width))
			p.until(`[...document.querySelectorAll(".plot")].every((b) => b.querySelector(".uplot").clientWidth <= b.clientWidth)`)
		}
	}
}

// TestManyRequests: what is too dense for a mark each is drawn in cells, which
// hovering counts.
func TestManyRequests(t *testing.T) {
	var events []record.Event
	for i := range 30_000 {
		due := time.Duration(i) * 20 * time.Millisecond
		e := record.Event{Kind: record.Request, Name: "checkout", Seq: int64(i), Due: due, Sent: due, At: due + 100*time.Millisecond, Outcome: "200"}
		if i == 15_005 {
			e.Outcome = record.ClientTimeout
		}
		events = append(events, record.Event{At: due, Kind: record.Service, Name: "checkout", InUse: 3}, e)
	}
	slices.SortStableFunc(events, func(a, b record.Event) int { return int(a.At - b.At) })
	rec := &record.Recording{Modes: []record.Mode{{Name: "one", Events: record.NewLog(events...)}}}
	html := render(t, rec, []scenarios.Run{{Mode: "one"}})
	if len(html) > 300<<10 {
		t.Errorf("%d bytes", len(html))
	}
	p := browse(t, html)
	p.until(`document.querySelector(".plot").dataset.until`)
	if p.painted(0, "latency", "--c5") == 0 {
		t.Error("the only timeout is not to be seen")
	}
	p.click(`#legend button:last-of-type`)
	p.drawn()
	if p.painted(0, "latency", "--c5") != 0 {
		t.Error("the timeout is not to be hidden")
	}
	p.click(`#legend button:last-of-type`)
	for p.plot(0, "latency").Until-p.plot(0, "latency").From > 60 {
		p.click(`#zoom [data-do="in"]`)
		p.drawn()
	}
	f := p.plot(0, "latency")
	axis := get[[]float64](p, `JSON.parse(document.getElementById("data").textContent).latency`)
	up := (math.Log(100) - math.Log(axis[0]/1.25)) / (math.Log(axis[1]*2.2) - math.Log(axis[0]/1.25))
	p.mouse(input.DispatchMouseEventTypeMouseMoved, point{f.x(300.5), f.Top + f.Height*(1-up)})
	p.until(`document.querySelector(".plot .value.live")`)
	cell := 600.08 / 600 // seconds
	n := int(math.Ceil(301*cell/0.02)) - int(math.Ceil(300*cell/0.02))
	if got, want := p.value(0, "latency"), fmt.Sprintf("%d × 2xx, 1 × client timeout", n-1); got != want {
		t.Errorf("the cell has %q, want %q", got, want)
	}
}

func TestWithoutJavaScript(t *testing.T) {
	rec, runs := incident.Recording("none", "protected")
	p := open(t)
	if _, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/report.html"
	if err := os.WriteFile(path, render(t, rec, runs), 0o644); err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Navigate("file://" + path))
	text, err := chromedp.Run(p.ctx, chromedp.Text(chromedp.CSS("body")))
	if err != nil {
		t.Fatal(err)
	}
	contains(t, text, "The charts need JavaScript", "60 × client timeout", "CLOSED -> OPEN (failure rate 50% over 10 calls)", "lab run")
	lacks(t, text, "Drag over a stretch")
}
