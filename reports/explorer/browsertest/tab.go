// Package browsertest drives a page in a real Chromium without a window, for tests alone. A test opens a Tab, acts as
// a reader would, by mouse, keys and touch, and looks at what the page shows:
//
//	tab := browsertest.Open(t, browsertest.Desk, "http://127.0.0.1:8080/")
//	tab.Wait(`document.querySelector("#J").textContent !== ""`)
//	tab.Drag(tab.Centre("#cell-3"), tab.Centre("#cell-5"))
//
// A test fails if its page throws, writes an error to the console or breaks its content security policy. Without a
// Chromium it is skipped; where the variable CI is true it fails, because the script .ci/chromium installs one there.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A Screen says how a reader sees a page and acts on it.
type Screen struct {
	Width, Height int64   // in CSS pixels
	Scale         float64 // pixels of the screen a CSS pixel; 0 is 1
	Dark          bool    // prefers-color-scheme
	Still         bool    // prefers-reduced-motion
	Touch         bool    // fingers instead of a mouse
	Scriptless    bool    // JavaScript is off
	Offline       bool    // no request goes out
}

// Screens that people have. Zoomed is a Desk at 200%.
var (
	Desk   = Screen{Width: 1280, Height: 900}
	Phone  = Screen{Width: 390, Height: 844, Touch: true}
	Zoomed = Screen{Width: 640, Height: 450, Scale: 2}
)

// patience is the longest time that a test waits for something on a page. A busy machine may take much of it.
const patience = time.Minute

// A Tab is an open page. It has no history or storage in common with any other.
type Tab struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	faults   []string
	forgiven []*regexp.Regexp
	requests []string
}

// Open opens a tab on a page. When the test ends it is closed, and what the page did wrong fails the test.
func Open(t testing.TB, s Screen, url string) *Tab {
	t.Helper()
	tab := &Tab{t: t}
	var stop context.CancelFunc
	tab.ctx, stop = chromedp.NewContext(running(t), chromedp.WithNewBrowserContext(), chromedp.WithListener(tab.hear))
	t.Cleanup(func() {
		for _, fault := range tab.Faults() {
			t.Error(fault)
		}
		stop()
	})
	if err := chromedp.Do(tab.ctx); err != nil { // the tab lives as long as the context of its first call
		t.Fatal(err)
	}
	tab.do(s.steps()...)
	tab.Go(url)
	return tab
}

// steps make a tab look like the screen.
func (s Screen) steps() []chromedp.Action[chromedp.Void] {
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"},
		{Name: "prefers-reduced-motion", Value: "no-preference"}}
	if s.Dark {
		features[0].Value = "dark"
	}
	if s.Still {
		features[1].Value = "reduce"
	}
	if s.Scale == 0 {
		s.Scale = 1
	}
	metrics := emulation.SetDeviceMetricsOverrideParams{Width: s.Width, Height: s.Height,
		DeviceScaleFactor: s.Scale, Mobile: s.Touch}
	steps := []chromedp.Action[chromedp.Void]{
		command(emulation.SetDeviceMetricsOverride, metrics),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}),
		command(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: s.Touch}),
		command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: s.Scriptless}),
	}
	if s.Offline {
		none := []*network.Conditions{{Offline: true}}
		rule := cdp.Command[offline, network.EmulateNetworkConditionsByRuleResult]{
			Method: network.CommandEmulateNetworkConditionsByRule}
		steps = append(steps, command(rule,
			offline{true, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: none}}))
	}
	return steps
}

// offline are the parameters for every Chromium: the older ones, up to 148 at least, ask for the word besides the rules.
type offline struct {
	Offline bool `json:"offline"`
	network.EmulateNetworkConditionsByRuleParams
}

// Go opens another page in the tab.
func (tab *Tab) Go(url string) {
	tab.t.Helper()
	tab.do(chromedp.Navigate(url))
}

// do runs steps, or ends the test.
func (tab *Tab) do(steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, stop := context.WithTimeout(tab.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		tab.t.Fatal(err)
	}
}

// hear collects what a page does wrong, and what it asks for.
func (tab *Tab) hear(event any) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		tab.faults = append(tab.faults, "the page throws: "+thrown(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			tab.faults = append(tab.faults, "the console says: "+said(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			said := fmt.Sprintf("the browser says (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
			tab.faults = append(tab.faults, said)
		}
	case *network.EventRequestWillBeSent:
		tab.requests = append(tab.requests, e.Request.URL)
	}
}

// thrown says what was thrown, and where.
func thrown(d *runtime.ExceptionDetails) string {
	text := d.Text
	if d.Exception != nil {
		text += " " + d.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", text, d.URL, d.LineNumber+1)
}

// said is a line of the console.
func said(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		if a.Description != "" {
			words = append(words, a.Description)
		} else {
			words = append(words, string(a.Value))
		}
	}
	return strings.Join(words, " ")
}

// Forgive says that faults that match the pattern are what the test is about, such as answers of a stopped server.
func (tab *Tab) Forgive(pattern string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.forgiven = append(tab.forgiven, regexp.MustCompile(pattern))
}

// Faults returns what the page has done wrong so far. It leaves out what is forgiven.
func (tab *Tab) Faults() []string {
	_, _ = value[bool](tab, "true") // its answer comes after what the page has said
	tab.mu.Lock()
	defer tab.mu.Unlock()
	var left []string
	for _, fault := range tab.faults {
		if !tab.forgives(fault) {
			left = append(left, fault)
		}
	}
	return left
}

func (tab *Tab) forgives(fault string) bool {
	for _, pattern := range tab.forgiven {
		if pattern.MatchString(fault) {
			return true
		}
	}
	return false
}

// Requests are the addresses that the tab has asked for, data: and blob: among them.
func (tab *Tab) Requests() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return append([]string(nil), tab.requests...)
}

// names of the program, as systems have them.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// started is the one browser of a test binary: tests take turns in it.
var started struct {
	sync.Mutex
	ctx  context.Context
	stop context.CancelFunc
}

// Run runs the tests of a package, and stops its browser after them. TestMain of the package calls it.
func Run(m *testing.M) int {
	code := m.Run()
	started.Lock()
	defer started.Unlock()
	if started.ctx != nil {
		_ = chromedp.Cancel(started.ctx) // it removes the profile; all tests are over
		started.stop()
	}
	return code
}

// running returns the context of the browser, which it starts if it has to.
func running(t testing.TB) context.Context {
	t.Helper()
	started.Lock()
	defer started.Unlock()
	if started.ctx != nil {
		return started.ctx
	}
	path, err := find(exec.LookPath)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU)
	if os.Geteuid() == 0 { // Chromium has no sandbox for root
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator) // stop ends it too
	if err := chromedp.Do(ctx); err != nil {
		stop()
		t.Fatalf("%s does not start: %v", path, err)
	}
	started.ctx, started.stop = ctx, stop
	return ctx
}

var errNone = errors.New("no Chromium is on the PATH: .ci/chromium installs Debian's, and " +
	"the tests of the page need it")

// find returns the first of the names that lookPath knows.
func find(lookPath func(string) (string, error)) (string, error) {
	for _, name := range names {
		if path, err := lookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNone
}
