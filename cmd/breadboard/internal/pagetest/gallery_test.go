package pagetest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The gallery opens by a key; a lesson opens as its link says, and Undo brings back what was there.
func TestGallery(t *testing.T) {
	tab := open(t, desk, serve(t).link(flat))
	before := question(tab).Encode()
	tab.focus("#gallery")
	tab.press(kb.Enter)
	tab.wait(`document.querySelectorAll(".lesson a").length === 10`)
	tab.click(".lesson a")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 3 && !document.querySelector(".gallery").open`)
	settled(tab)
	numbers(tab, 2).holds(t, exactly(t, "--toy", "barrier", "-T", "10000"))
	tab.click("#undo")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 1`)
	if after := question(tab).Encode(); after != before {
		t.Errorf("Undo brings back %s, and not %s", after, before)
	}
}
