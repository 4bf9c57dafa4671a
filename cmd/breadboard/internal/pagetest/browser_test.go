package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	protocol "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"breadboard/grid/must"
)

// A screen says how a reader sees a page and acts on it.
type screen struct {
	width, height int64 // in CSS pixels
	dark          bool  // prefers-color-scheme
	touch         bool  // fingers instead of a mouse
	forced        bool  // forced-colors: the system's own, few colours; and no motion
}

// desk and the others are screens that people have; zoomed is a desk at 200%.
var (
	desk   = screen{width: 1280, height: 800}
	phone  = screen{width: 390, height: 844, touch: true}
	zoomed = screen{width: 640, height: 450}
)

// long is the form of the tests that opens the page for every case.
var long = os.Getenv("BREADBOARD_LONG") != ""

// patience is the longest time that a test waits for something on a page. A busy machine may take much of it.
const patience = time.Minute

// A page is open in the one tab of the browser until another is opened, and finds no storage. A test fails if its page
// throws, writes an error to the console or breaks its content security policy.
type page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	faults   []string
	forgiven []*regexp.Regexp
	requests []string
}

// openTab opens a page in the place of the one before.
func openTab(t testing.TB, s screen, url string) *page {
	t.Helper()
	ctx := running(t)
	leave()
	tab := &page{t: t, ctx: ctx}
	browsing.at.Store(tab)
	t.Cleanup(func() {
		if browsing.at.Load() == tab {
			leave()
		}
	})
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	tab.do(append(s.steps(), step(storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
		Origin: "http://" + host, StorageTypes: "local_storage"}), chromedp.Navigate(url))...)
	return tab
}

// leave leaves the page that is open. What it did wrong fails its test.
func leave() {
	if tab := browsing.at.Load(); tab != nil {
		for _, fault := range tab.unforgiven() {
			tab.t.Error(fault)
		}
		browsing.at.Store(nil)
		_ = chromedp.Do(tab.ctx, chromedp.Navigate("about:blank"))
	}
}

// steps make a tab look like the screen.
func (s screen) steps() []chromedp.Action[chromedp.Void] {
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	forced, motion := "none", "no-preference"
	if s.forced {
		forced, motion = "active", "reduce"
	}
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
		{Name: "forced-colors", Value: forced}, {Name: "prefers-reduced-motion", Value: motion}}
	return []chromedp.Action[chromedp.Void]{
		step(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: s.width,
			Height: s.height, DeviceScaleFactor: 1, Mobile: s.touch}),
		step(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}),
		step(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: s.touch}),
	}
}

// do runs steps, or ends the test.
func (tab *page) do(steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, stop := context.WithTimeout(tab.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		tab.t.Fatal(err)
	}
}

// hear collects what a page does wrong, and the addresses that it asks for.
func (tab *page) hear(event any) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		d := e.ExceptionDetails
		tab.faults = append(tab.faults, fmt.Sprintf("the page throws: %s %+v (%s:%d)", d.Text, d.Exception, d.URL,
			d.LineNumber+1))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			tab.faults = append(tab.faults, fmt.Sprintf("the console says: %+v", e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			tab.faults = append(tab.faults,
				fmt.Sprintf("the browser says (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		tab.requests = append(tab.requests, e.Request.URL)
	}
}

// forgive allows faults that match the pattern, such as answers of a stopped server, because the test is about them.
func (tab *page) forgive(pattern string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.forgiven = append(tab.forgiven, regexp.MustCompile(pattern))
}

// unforgiven lists the page's errors so far, but for those that a test allowed.
func (tab *page) unforgiven() []string {
	_, _ = evaluate[bool](tab, "true") // its answer comes after what the page has said
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(tab.faults), func(fault string) bool {
		return slices.ContainsFunc(tab.forgiven, func(p *regexp.Regexp) bool { return p.MatchString(fault) })
	})
}

// requested returns the addresses that the tab has asked for, data: and blob: among them.
func (tab *page) requested() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.requests)
}

// browsing holds the one browser of the tests, which take turns in its tab, and the page that is open there.
var browsing struct {
	ctx  context.Context
	stop context.CancelFunc
	at   atomic.Pointer[page]
}

// runTests runs the tests, and stops their browser and their server after them.
func runTests(m *testing.M) int {
	code := m.Run()
	if shared != nil {
		shared.stop()
	}
	if browsing.ctx != nil {
		_ = chromedp.Cancel(browsing.ctx) // removes the profile; all tests are over
		browsing.stop()
	}
	return code
}

// running returns the context of the browser's tab, and starts the browser if necessary. Without a Chromium a test is
// skipped. Where the variable CI is true it fails, because the script .ci/chromium installs one there.
func running(t testing.TB) context.Context {
	t.Helper()
	if browsing.ctx != nil {
		return browsing.ctx
	}
	must.Do(t, look(filepath.Join("..", "..", "..", "..")))
	path := ""
	for _, name := range []string{"google-chrome-stable", "google-chrome", "chromium-browser", "chromium",
		"chromium-headless-shell"} { // which has no windows, and takes two thirds of the time
		if found, err := exec.LookPath(name); err == nil {
			path = found
		}
	}
	if path == "" {
		say := t.Skip
		if os.Getenv("CI") == "true" {
			say = t.Fatal
		}
		say("no Chromium is on the PATH: .ci/chromium installs Debian's, and the tests of the page need it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU)
	if os.Geteuid() == 0 { // Chromium has no sandbox for root
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	hear := func(event any) {
		if tab := browsing.at.Load(); tab != nil {
			tab.hear(event)
		}
	}
	ctx, _ := chromedp.NewContext(allocator, chromedp.WithListener(hear)) // stop ends it too
	if err := chromedp.Do(ctx); err != nil {
		stop()
		t.Fatalf("%s does not start: %v", path, err)
	}
	browsing.ctx, browsing.stop = ctx, stop
	return ctx
}

// A place is a point of the screen, in CSS pixels.
type place struct{ X, Y float64 }

// centre returns the middle of an element, after two paints, because what comes above it moves it. An element out of
// sight is scrolled into it first.
func (tab *page) centre(selector string) place {
	tab.t.Helper()
	return value[place](tab, fmt.Sprintf(`(async () => {
		const element = %s;
		element.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
		await %s;
		const {left, top, width, height} = element.getBoundingClientRect();
		return {X: left + 0.5 * width, Y: top + 0.5 * height};
	})()`, element(selector), nextPaint))
}

// click clicks an element with the mouse.
func (tab *page) click(selector string) {
	tab.t.Helper()
	tab.drag(tab.centre(selector))
}

// drag presses the button of the mouse at the first place, moves through the others, and lets go at the last.
func (tab *page) drag(places ...place) {
	tab.t.Helper()
	mouse := func(kind input.DispatchMouseEventType, p place, buttons int64) {
		event := input.DispatchMouseEventParams{Type: kind, X: p.X, Y: p.Y, Buttons: buttons}
		if kind != input.DispatchMouseEventTypeMouseMoved {
			event.Button, event.ClickCount = input.MouseButtonLeft, 1
		} else if buttons > 0 {
			event.Button = input.MouseButtonLeft
		}
		tab.do(step(input.DispatchMouseEvent, event))
	}
	mouse(input.DispatchMouseEventTypeMouseMoved, places[0], 0)
	mouse(input.DispatchMouseEventTypeMousePressed, places[0], 1)
	for _, p := range places[1:] {
		mouse(input.DispatchMouseEventTypeMouseMoved, p, 1)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, places[len(places)-1], 0)
}

// finger puts a finger on the first place, moves it through the others, and lifts it.
func (tab *page) finger(places ...place) {
	tab.t.Helper()
	touch := func(kind input.DispatchTouchEventType, points []*input.TouchPoint) {
		tab.do(step(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}))
	}
	kind := input.DispatchTouchEventTypeTouchStart
	for _, p := range places {
		touch(kind, []*input.TouchPoint{{X: p.X, Y: p.Y}})
		kind = input.DispatchTouchEventTypeTouchMove
	}
	touch(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
}

// begins lets a script run before those of every page that the tab opens, until the function that it returns is called.
func (tab *page) begins(script string) (end func()) {
	tab.t.Helper()
	var id protocol.ScriptIdentifier
	tab.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		added, err := cdp.Call(ctx, target, protocol.AddScriptToEvaluateOnNewDocument,
			protocol.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		id = added.Identifier
		return err
	}))
	return func() {
		tab.do(step(protocol.RemoveScriptToEvaluateOnNewDocument,
			protocol.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: id}))
	}
}

// press presses keys one by one.
func (tab *page) press(keys ...string) {
	tab.t.Helper()
	for _, key := range keys {
		tab.do(chromedp.KeyEvent(key))
	}
}

// focus puts the focus on an element, as Tab does when it comes there.
func (tab *page) focus(selector string) {
	tab.t.Helper()
	value[bool](tab, fmt.Sprintf("(%[1]s.focus({focusVisible: true}), document.activeElement === %[1]s)",
		element(selector)))
}

// downloaded lets a page save a file in a folder when a button is clicked, and returns its path. pattern is one of
// filepath.Match.
func (tab *page) downloaded(button, pattern string) string {
	tab.t.Helper()
	dir := tab.t.TempDir()
	_, err := chromedp.CallBrowser(tab.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		BrowserContextID: chromedp.FromContext(tab.ctx).BrowserContextID})
	must.Do(tab.t, err)
	tab.click(button)
	var before int64 // of its bytes: it is there before it is whole
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			continue
		}
		now := must.Have(os.Stat(files[0]))(tab.t).Size()
		if now > 0 && now == before {
			return files[0]
		}
		before = now
	}
	tab.t.Fatalf("no %s was saved after %v", pattern, patience)
	return ""
}

// value returns the value of an expression of JavaScript on the page; a promise is awaited.
func value[T any](tab *page, expression string) T {
	tab.t.Helper()
	v, err := evaluate[T](tab, expression)
	if err != nil {
		tab.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func evaluate[T any](tab *page, expression string) (T, error) {
	ctx, stop := context.WithTimeout(tab.ctx, patience)
	defer stop()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// nextPaint comes when a page has painted what is known by now. The page marks what is old or waited for when it next
// paints. Before two frames have gone by, an answer to the last question can look like one to this. A tab that paints
// nothing is not waited for.
const nextPaint = `Promise.race([new Promise((done) => setTimeout(done, 1000)),
	new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))])`

// wait waits until conditions in JavaScript hold, all at once, on what the page has painted. One that throws does not
// hold yet. The wait ends if the page does something wrong.
func (tab *page) wait(conditions ...string) {
	tab.t.Helper()
	all := strings.Join(conditions, ") && (")
	look := fmt.Sprintf(`(async () => {
		for (const until = performance.now() + 1000; performance.now() < until;) {
			await %s;
			try {
				if ((%s)) return true;
			} catch {}
			await new Promise((done) => setTimeout(done, 20));
		}
		return false;
	})()`, nextPaint, all)
	for until := time.Now().Add(patience); time.Now().Before(until) && len(tab.unforgiven()) == 0; {
		if holds, err := evaluate[bool](tab, look); err == nil && holds {
			return
		} else if err != nil {
			time.Sleep(10 * time.Millisecond) // another page is coming
		}
	}
	stands, _ := evaluate[string](tab, `location.href + " " + [...document.querySelectorAll(".stale, [aria-busy=true]")]
		.map((one) => one.outerHTML.slice(0, 60)).join() + document.querySelector("#said")?.textContent`)
	tab.t.Fatalf("it does not hold that %s: %s", all, stands)
}

// has reports whether a selector finds something visible.
func (tab *page) has(selector string) bool {
	tab.t.Helper()
	return value[bool](tab, fmt.Sprintf("(%s)?.checkVisibility() ?? false", element(selector)))
}

// step returns a step that sends a command of the browser's protocol.
func step[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, c, params)
		return err
	})
}

// element returns an expression for the first element that a selector finds.
func element(selector string) string {
	return "document.querySelector(" + strconv.Quote(selector) + ")"
}
