package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"checkoutlab/internal/record"
	"checkoutlab/report"
	"checkoutlab/scenarios"
)

// chromium is the path of a Chromium. Without one a test is skipped, unless
// LAB_NEED_CHROMIUM is set.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("LAB_NEED_CHROMIUM") != "" {
		t.Fatal("LAB_NEED_CHROMIUM is set, and there is no Chromium on the PATH")
	}
	t.Skip("there is no Chromium on the PATH to open the page in (Debian: apt-get install chromium)")
	return ""
}

// render is the page of a run.
func render(t *testing.T, rec *record.Recording, runs []scenarios.Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := report.HTML(&b, rec, runs, report.Measure(rec, runs), []byte("name: checkout-incident\n")); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tab is a page in a browser, and all that it complained about and asked for.
type tab struct {
	*testing.T
	ctx context.Context
	url string

	mu       sync.Mutex
	said     []string // on the console
	requests []string // addresses
}

// browse opens a page from a file, 1280 pixels wide and light.
func browse(t *testing.T, html []byte) *tab {
	t.Helper()
	p := open(t)
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, html, 0o644); err != nil {
		t.Fatal(err)
	}
	p.url = "file://" + path
	p.wide(1280)
	p.prefers("light")
	p.do(chromedp.Navigate(p.url))
	p.until("document.readyState === 'complete'")
	t.Cleanup(p.quiet)
	return p
}

// browser is one for all tests, each of which has a tab of its own.
var browser struct {
	ctx  context.Context
	stop []context.CancelFunc
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, stop := range slices.Backward(browser.stop) {
		stop()
	}
	os.Exit(code)
}

func start(t *testing.T) {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(chromium(t)), chromedp.DisableGPU,
		chromedp.NoSandbox, // it cannot have one as root, as in a container of a CI
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-quic", true))
	ctx, stopProcess := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(ctx)
	browser.ctx, browser.stop = ctx, []context.CancelFunc{stopProcess, stop}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
}

// open opens an empty tab of a window that remembers nothing of the others.
func open(t *testing.T) *tab {
	t.Helper()
	if browser.ctx == nil {
		start(t)
	}
	ctx, stop := chromedp.NewContext(browser.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(stop)
	p := &tab{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.note); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *tab) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *runtime.EventExceptionThrown:
		p.said = append(p.said, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		p.said = append(p.said, string(e.Type))
	case *log.EventEntryAdded: // what the Content-Security-Policy refuses, too
		p.said = append(p.said, e.Entry.Text)
	}
}

// quiet: the page has no word to say on the console, and asks for nothing but
// itself.
func (p *tab) quiet() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.said) > 0 {
		p.Errorf("on the console: %q", p.said)
	}
	for _, url := range p.requests {
		if url != p.url && !strings.HasPrefix(url, "data:") {
			p.Errorf("the page asks for %s", url)
		}
	}
	if !slices.Contains(p.requests, p.url) {
		p.Errorf("requests are not seen: %q", p.requests)
	}
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

func (p *tab) wide(width int64) { p.do(chromedp.EmulateViewport(width, 1000)) }

func (p *tab) prefers(theme string) {
	p.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
	if err != nil {
		p.Fatal(err)
	}
}

// get is the value of an expression in the page, with JSON arguments as a, b, ….
func get[T any](p *tab, expression string, arguments ...any) T {
	p.Helper()
	var names, values []string
	for i, a := range arguments {
		text, err := json.Marshal(a)
		if err != nil {
			p.Fatal(err)
		}
		names, values = append(names, string(rune('a'+i))), append(values, string(text))
	}
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T]("(("+strings.Join(names, ",")+") => ("+expression+"))("+strings.Join(values, ",")+")"))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for a condition, which the page brings about in one of its next
// frames.
func (p *tab) until(condition string) {
	p.Helper()
	_, err := chromedp.Run(p.ctx, chromedp.Poll[bool]("!!("+condition+")", chromedp.WithPollingTimeout(10*time.Second)))
	if err != nil {
		p.Fatalf("never: %s: %v", condition, err)
	}
}

// drawn waits until the page has drawn what is asked for by now.
func (p *tab) drawn() {
	p.Helper()
	frames := `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](frames, chromedp.EvalAwaitPromise)); err != nil {
		p.Fatal(err)
	}
}

func (p *tab) click(selector string) {
	p.Helper()
	get[bool](p, "(document.querySelector(a).click(), true)", selector)
}

// point is a place in the viewport.
type point struct{ X, Y float64 }

func (p *tab) mouse(kind input.DispatchMouseEventType, at point, options ...chromedp.MouseOption) {
	p.Helper()
	p.do(chromedp.MouseEvent(kind, at.X, at.Y, options...))
}
