package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// all are the views, by their names in links.
var all = []string{"levels", "spectrum", "sampled", "against"}

// wide are the things that reach beyond the right edge of the screen, and are not in a box that scrolls by itself.
const wide = `(() => {
	const scrolls = (one) => one && (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
	return [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() &&
		one.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !scrolls(one.parentElement))
		.map((one) => one.tagName + "." + (one.getAttribute("class") ?? "")).slice(0, 5);
})()`

// fits fails the test if the page is wider than the screen, or if anything leads out of it.
func fits(t *testing.T, tab *browsertest.Tab, what string) {
	t.Helper()
	if over := browsertest.Value[float64](tab, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("%s: the page is %v pixels wider than the screen", what, over)
	}
	if out := browsertest.Value[[]string](tab, wide); len(out) > 0 {
		t.Errorf("%s: beyond the edge of the screen: %q", what, out)
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
			tab.Click("#compare")
			settled(tab)
			fits(t, tab, "two settings")
			tab.Go(s.link("tour=2"))
			settled(tab)
			fits(t, tab, "the tour")
		})
	}
}
