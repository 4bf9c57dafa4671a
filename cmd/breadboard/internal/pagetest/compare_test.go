package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
)

// left is what a tab holds after its garbage is gone: nodes of documents, and what listens to events.
func left(tab *page) (nodes, listeners int64) {
	tab.t.Helper()
	for range 3 { // what a finished animation or observer holds goes with the next collection
		question(tab) // a pause
		tab.do(step(heapprofiler.CollectGarbage, cdp.Empty{}))
	}
	counted := call(tab, memory.GetDOMCounters, cdp.Empty{})
	return counted.Nodes, counted.JsEventListeners
}

// Compare opens a second setting and closes it, and whoever opens it five times has the page of whoever opened it
// twice: nothing is held of settings that are closed.
func TestCompareLeavesNothing(t *testing.T) {
	tab := open(t, desk, served(t).link(flat))
	twice := func() {
		for _, rows := range []int{3, 1} {
			tab.click("#compare")
			tab.wait(fmt.Sprintf(`document.querySelectorAll("#numbers tbody tr").length === %d`, rows))
			settled(tab)
		}
	}
	for range 2 {
		twice()
	}
	nodes, listeners := left(tab)
	for range 3 {
		twice()
	}
	// A setting has some 700 nodes and 150 listeners. A quarter of one, in three openings, is less than any leak, and
	// more than what a chart that is drawn anew still holds.
	moreNodes, moreListeners := left(tab)
	if moreNodes > nodes+175 || moreListeners > listeners+37 {
		t.Errorf("after two openings the page holds %d nodes and %d listeners, after five %d and %d", nodes,
			listeners, moreNodes, moreListeners)
	}
	t.Logf("nodes %d, then %d; listeners %d, then %d", nodes, moreNodes, listeners, moreListeners)
}
