package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// all are the views, by their names in links.
var all = []string{"levels", "spectrum", "sampled", "against"}

// wide are the things that reach beyond the right edge of the screen, and are not in a box that scrolls by itself.
const wide = `(() => {
	const scrolls = (one) => one &&
		(/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
	return [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() &&
		one.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !scrolls(one.parentElement))
		.map((one) => one.tagName + "." + (one.getAttribute("class") ?? "")).slice(0, 5);
})()`

// tight are cells of tables and controls whose text is wider than they are.
const tight = `[...document.querySelectorAll("td, th, button, label")].filter((one) => one.checkVisibility() &&
	!one.closest(".hidden") && one.scrollWidth > one.clientWidth + 1)
	.map((one) => one.tagName + " " + one.textContent.trim()).slice(0, 5)`

// fits fails the test if the page is wider than the screen, or if anything leads out of it.
func fits(t *testing.T, tab *browsertest.Tab, what string) {
	t.Helper()
	root := "document.documentElement"
	if over := browsertest.Value[float64](tab, root+".scrollWidth - "+root+".clientWidth"); over > 0 {
		t.Errorf("%s: the page is %v pixels wider than the screen", what, over)
	}
	if out := browsertest.Value[[]string](tab, wide); len(out) > 0 {
		t.Errorf("%s: beyond the edge of the screen: %q", what, out)
	}
	if texts := browsertest.Value[[]string](tab, tight); len(texts) > 0 {
		t.Errorf("%s: wider than their places: %q", what, texts)
	}
}

// On a phone and at a zoom of 200%, every view fits the width.
func TestWidths(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	for name, screen := range map[string]browsertest.Screen{"phone": browsertest.Phone, "zoomed": browsertest.Zoomed} {
		t.Run(name, func(t *testing.T) {
			tab := open(t, screen, s.link("toy=barrier&T=20"))
			for _, view := range all {
				pick(tab, view)
				question(tab) // a pause
				fits(t, tab, view)
			}
			tab.Go("about:blank") // else the page stays, and sees another link
			tab.Go(s.link("toy=barrier&T=20&b.toy=barrier&b.T=100&b.schedule=sigmoid:4"))
			settled(tab)
			question(tab) // a pause
			fits(t, tab, "two settings")
			tab.Go("about:blank") // else the page stays, and sees another link
			tab.Go(s.link("tour=2"))
			settled(tab)
			fits(t, tab, "the tour")
		})
	}
}

// The tests of widths find what they look for: a wide table, a wide text in a cell, and neither in a box that scrolls.
func TestWide(t *testing.T) {
	tab := browsertest.Open(t, browsertest.Phone, `data:text/html,<meta name=viewport content="width=device-width">`+
		`<div style="width:500px">a</div><div style="overflow:auto"><p style="width:500px">b</p></div>`+
		`<table style="table-layout:fixed;width:100px;white-space:nowrap"><tr><td>long long text</td><td>c</td></tr></table>`)
	if got := browsertest.Value[[]string](tab, wide); len(got) != 1 {
		t.Errorf("wide are %q, want the first", got)
	}
	if got := browsertest.Value[[]string](tab, tight); len(got) != 1 {
		t.Errorf("tight are %q, want the first cell", got)
	}
}
