package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A Place is a point of the screen, in CSS pixels.
type Place struct{ X, Y float64 }

// Keys that have no letter, for Press. Letters and digits stand for themselves.
const (
	TabKey = kb.Tab
	Enter  = kb.Enter
	Escape = kb.Escape
	Space  = " "
	Left   = kb.ArrowLeft
	Right  = kb.ArrowRight
	Up     = kb.ArrowUp
	Down   = kb.ArrowDown
	Home   = kb.Home
	End    = kb.End
)

// Centre returns the middle of an element, which is scrolled into sight if it is out of it.
func (tab *Tab) Centre(selector string) Place { return tab.Within(selector, 0.5, 0.5) }

// Within is Centre for any point of an element: 0, 0 is its upper left corner and 1, 1 its lower right one.
func (tab *Tab) Within(selector string, x, y float64) Place {
	tab.t.Helper()
	return Value[Place](tab, fmt.Sprintf(`(() => {
		const element = %s;
		let box = element.getBoundingClientRect();
		if (!element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))) {
			element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
			box = element.getBoundingClientRect();
		}
		return {X: box.left + %g * box.width, Y: box.top + %g * box.height};
	})()`, find1(selector), x, y))
}

// Click clicks an element with the mouse.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	tab.Drag(tab.Centre(selector))
}

// Drag presses the button of the mouse at the first place, moves through the others, and lets go at the last.
func (tab *Tab) Drag(places ...Place) {
	tab.t.Helper()
	tab.Down(places[0])
	for _, p := range places[1:] {
		tab.Move(p)
	}
	tab.Up(places[len(places)-1])
}

// Down moves the mouse to a place and presses its button.
func (tab *Tab) Down(p Place) {
	tab.t.Helper()
	tab.mouse(input.DispatchMouseEventTypeMouseMoved, p, 0)
	tab.mouse(input.DispatchMouseEventTypeMousePressed, p, 1)
}

// Move moves the mouse while its button is pressed.
func (tab *Tab) Move(p Place) {
	tab.t.Helper()
	tab.mouse(input.DispatchMouseEventTypeMouseMoved, p, 1)
}

// Up lets the button of the mouse go.
func (tab *Tab) Up(p Place) {
	tab.t.Helper()
	tab.mouse(input.DispatchMouseEventTypeMouseReleased, p, 0)
}

func (tab *Tab) mouse(kind input.DispatchMouseEventType, p Place, buttons int64) {
	tab.t.Helper()
	event := input.DispatchMouseEventParams{Type: kind, X: p.X, Y: p.Y, Buttons: buttons}
	if kind != input.DispatchMouseEventTypeMouseMoved {
		event.Button, event.ClickCount = input.MouseButtonLeft, 1
	} else if buttons > 0 {
		event.Button = input.MouseButtonLeft
	}
	tab.do(command(input.DispatchMouseEvent, event))
}

// Touch puts a finger on the first place, moves it through the others, and lifts it.
func (tab *Tab) Touch(places ...Place) {
	tab.t.Helper()
	for i, p := range places {
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		tab.do(command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind,
			TouchPoints: []*input.TouchPoint{{X: p.X, Y: p.Y}}}))
	}
	tab.do(command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd,
		TouchPoints: []*input.TouchPoint{}}))
}

// Press presses keys one by one.
func (tab *Tab) Press(keys ...string) {
	tab.t.Helper()
	for _, key := range keys {
		tab.do(chromedp.KeyEvent(key))
	}
}

// Focus puts the focus on an element, as Tab does when it comes there.
func (tab *Tab) Focus(selector string) {
	tab.t.Helper()
	Value[bool](tab, fmt.Sprintf("(%[1]s.focus({focusVisible: true}), document.activeElement === %[1]s)", find1(selector)))
}

// Upload gives files to an input of files.
func (tab *Tab) Upload(selector string, files ...string) {
	tab.t.Helper()
	tab.do(chromedp.SetUploadFiles(chromedp.CSS(selector), files))
}

// Downloads lets the page save files in a folder, under their own names.
func (tab *Tab) Downloads(dir string) {
	tab.t.Helper()
	_, err := chromedp.CallBrowser(tab.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		BrowserContextID: chromedp.FromContext(tab.ctx).BrowserContextID})
	if err != nil {
		tab.t.Fatal(err)
	}
}

// Downloaded waits for a file that the page saves in a folder, and returns its path. pattern is one of filepath.Match.
func (tab *Tab) Downloaded(dir, pattern string) string {
	tab.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(15 * time.Millisecond) {
		if files, err := filepath.Glob(filepath.Join(dir, pattern)); err == nil && len(files) > 0 {
			return files[0]
		}
	}
	tab.t.Fatalf("no %s was saved after %v", pattern, patience)
	return ""
}

// Value returns what an expression of JavaScript is on the page; a promise is awaited.
func Value[T any](tab *Tab, expression string) T {
	tab.t.Helper()
	v, err := value[T](tab, expression)
	if err != nil {
		tab.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func value[T any](tab *Tab, expression string) (T, error) {
	ctx, stop := context.WithTimeout(tab.ctx, patience)
	defer stop()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Wait waits until a condition in JavaScript holds. One that throws does not hold yet. A page that has done wrong is
// not waited for.
func (tab *Tab) Wait(condition string) {
	tab.t.Helper()
	guarded := fmt.Sprintf("(async () => { try { return Boolean(await (%s)); } catch { return false; } })()", condition)
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(15 * time.Millisecond) {
		held, err := value[bool](tab, guarded)
		if err == nil && held { // an error: the page is being left
			return
		}
		if len(tab.Faults()) > 0 {
			break
		}
	}
	tab.t.Fatalf("it does not hold that %s", condition)
}

// Text returns the text of the first element that a selector finds.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	return Value[string](tab, find1(selector)+".textContent.trim()")
}

// Has reports whether a selector finds something that is to be seen.
func (tab *Tab) Has(selector string) bool {
	tab.t.Helper()
	return Value[bool](tab, fmt.Sprintf("(%s)?.checkVisibility() ?? false", find1(selector)))
}

// find1 is an expression for the first element that a selector finds.
func find1(selector string) string { return "document.querySelector(" + strconv.Quote(selector) + ")" }

// A Node is a thing on the page as a screen reader knows it.
type Node struct{ Role, Name string }

// Nodes returns what a screen reader finds on the page.
func (tab *Tab) Nodes() []Node {
	tab.t.Helper()
	tree := call(tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	var nodes []Node
	for _, n := range tree.Nodes {
		if !n.Ignored {
			nodes = append(nodes, Node{text(n.Role), text(n.Name)})
		}
	}
	return nodes
}

// text is a value of the tree that is a text.
func text(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	if s, err := strconv.Unquote(string(v.Value)); err == nil {
		return s
	}
	return string(v.Value)
}

// Heap returns how many bytes the page's scripts hold after what they no longer need is freed.
func (tab *Tab) Heap() float64 {
	tab.t.Helper()
	call(tab, heapprofiler.CollectGarbage, cdp.Empty{})
	return call(tab, runtime.GetHeapUsage, cdp.Empty{}).UsedSize
}

// Picture writes what the screen shows to a PNG file.
func (tab *Tab) Picture(file string) {
	tab.t.Helper()
	png, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		tab.t.Fatal(err)
	}
}

// command is a step that sends a command of the browser's protocol.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, c, params)
		return err
	})
}

// call sends a command, and returns its result.
func call[P, R any](tab *Tab, c cdp.Command[P, R], params P) R {
	tab.t.Helper()
	result, err := chromedp.Call(tab.ctx, c, params)
	if err != nil {
		tab.t.Fatalf("%s: %v", c.Method, err)
	}
	return result
}
