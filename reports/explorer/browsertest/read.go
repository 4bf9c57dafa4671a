package browsertest

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

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

// WholePicture is Picture of the page from top to bottom.
func (tab *Tab) WholePicture(file string) {
	tab.t.Helper()
	png, err := chromedp.Run(tab.ctx, chromedp.FullScreenshot(100))
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
