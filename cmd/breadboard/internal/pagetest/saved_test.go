package pagetest

import (
	"strings"
	"testing"
)

// asksNobody fails the test if a tab has asked for anything but its file and what is inside of it.
func asksNobody(t *testing.T, tab *page, file string) {
	t.Helper()
	for _, address := range tab.asked() {
		if address != "file://"+file && !strings.HasPrefix(address, "data:") && !strings.HasPrefix(address, "blob:") {
			t.Errorf("the saved page asks for %s", address)
		}
	}
}

// A chart in the dark is saved in the colours of paper, with none left to a style sheet, and as a PNG of twice its
// size.
func TestSavedPicturesAreWhite(t *testing.T) {
	dark := desk
	dark.dark = true
	tab := open(t, dark, serve(t).link("toy=barrier&T=20&view=schedule"))
	const picture = `document.querySelector("#view .chart-picture:has(.series)")`
	tab.wait(picture)
	text := value[string](tab, `import("charts/save.js").then(({svgText}) => svgText(`+picture+`, "J"))`)
	for part, has := range map[string]bool{"var(": false, "<style": false, `class="`: false,
		`fill="rgb(255, 255, 255)"`: true, `stroke="rgb(213, 94, 0)"`: true, `fill="rgb(32, 32, 32)"`: true} {
		if strings.Contains(text, part) != has {
			t.Errorf("the picture has %s: %v", part, !has)
		}
	}
	if off := value[float64](tab, `import("charts/save.js").then(({png, svgText}) => png(svgText(`+picture+`, "J")))
		.then(createImageBitmap)
		.then((b) => b.width / 2 - Math.ceil(`+picture+`.getBoundingClientRect().width))`); off != 0 {
		t.Errorf("the PNG's width is off by %v", off)
	}
}
