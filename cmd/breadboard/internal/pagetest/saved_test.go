package pagetest

import (
	"flag"
	"path/filepath"
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
	tab := open(t, dark, serve(t).link("toy=barrier&T=20&view=against"))
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

var out = flag.String("out", "", "the folder into which TestReadmePicture writes its picture")

// TestReadmePicture takes the picture of the page that stands in README.md and in doc/explore.md, that of two settings,
// and that of the article:
//
//	go test ./cmd/breadboard/internal/pagetest -run ReadmePicture -args -out ../../doc
//
// The folder is seen from this package. The picture is looked at, and no test compares it.
func TestReadmePicture(t *testing.T) {
	if *out == "" {
		t.Skip("-args -out DIR says where the picture goes")
	}
	server := serve(t)
	tab := open(t, screen{width: 1280, height: 960}, server.link("toy=barrier&T=100&view=cells&beta=0.5"))
	tab.wait(element(".offer button:last-of-type") + `.checkVisibility()`)
	tab.click(".offer button:last-of-type") // of the tour
	tab.wait(`document.querySelectorAll("#view .waiting").length === 0`)
	tab.wait(`document.querySelectorAll("#along polyline").length === 3`)
	tab.wait(`document.querySelectorAll(".much button").length === 2`)   // what other settings would give
	tab.wait(`document.querySelectorAll(".chip:disabled").length === 0`) // best-b and best-j are slow to find
	tab.picture(filepath.Join(*out, "explorer.png"))
	tab = open(t, screen{width: 1280, height: 720}, server.link(twoBridges))
	tab.click(".offer button:last-of-type")
	tab.wait(`document.querySelectorAll("#view .waiting").length === 0`)
	value[bool](tab, "(scrollTo(0, 0), true)")
	question(tab) // a pause
	tab.picture(filepath.Join(*out, "compare.png"))
	tab = article(t, screen{width: 1280, height: 720, still: true}, server)
	reads(tab, "why")
	tab.wait(`document.querySelectorAll("#why polyline").length === 3`)
	question(tab) // a pause
	tab.picture(filepath.Join(*out, "article.png"))
}
