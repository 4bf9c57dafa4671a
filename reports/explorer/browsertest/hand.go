package browsertest

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
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

// Back presses the key Tab with Shift, which leads to the control before.
func (tab *Tab) Back() {
	tab.t.Helper()
	tab.do(chromedp.KeyEvent(TabKey, chromedp.KeyModifiers(kb.ModifierShift)))
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
