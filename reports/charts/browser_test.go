package charts_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"breadboard/reports/charts"
	"breadboard/reports/explorer/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.Run(m)) }

// open opens a page that has all that charts.js exports as names, and an empty <main>. Its policy allows no styles in
// the page itself, as that of the explorer.
func open(t *testing.T, s browsertest.Screen) *browsertest.Tab {
	t.Helper()
	if os.Getenv("BREADBOARD_LONG") == "" {
		t.Skip("charts are drawn in the browser in the long form; Node draws them always")
	}
	mux := http.NewServeMux()
	mux.Handle("/charts/", http.StripPrefix("/charts/", http.FileServerFS(charts.Files())))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "style-src 'self'; img-src 'self' data: blob:")
		fmt.Fprint(w, blank())
	})
	mux.HandleFunc("/favicon.ico", func(http.ResponseWriter, *http.Request) {})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	tab := browsertest.Open(t, s, server.URL+"/")
	tab.Wait("ready")
	return tab
}

// blank is the page.
func blank() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
		`<link rel="stylesheet" href="/charts/charts.css">`)
	for _, name := range []string{"vendor/d3.min.js", "vendor/plot.umd.min.js"} {
		fmt.Fprintf(&b, `<script src="/charts/%s"></script>`, name)
	}
	b.WriteString(`<script type="importmap">{"imports": {"charts/": "/charts/"}}</script><main></main><script type="module">
		for (const name of ["charts", "save", "numbers"]) Object.assign(window, await import("charts/" + name + ".js"));
		window.main = document.querySelector("main");
		window.show = (figure) => { main.replaceChildren(figure); return figure; };
		window.count = (what) => main.querySelectorAll(what).length;
		window.ready = true;
	</script>`)
	return b.String()
}

// fourMaps are two laws of four cells, one of them a wall, and a signed map with an infinite value.
const fourMaps = `window.fourMaps = (k) => ({about: "p", rows: 2, columns: 2,
	walls: [false, true, false, false], maps: [
	{name: "p", unit: "probability", scale: "p", values: [0.5 * k, 0, 0.25 * k, 0.25]},
	{name: "q", unit: "probability", scale: "p", values: [0.1, 0, 1 - k, k]},
	{name: "log q/p", unit: "nats", signed: true, values: [k, 0, "-inf", null]}]}), true`

// A chart in the dark is saved in the colours of paper, with none left to a style sheet.
func TestSavedPicturesAreWhite(t *testing.T) {
	dark := browsertest.Desk
	dark.Dark = true
	tab := open(t, dark)
	text := browsertest.Value[string](tab, `show(lines({title: "J", about: "J", x: {label: "T", log: true},
		y: {label: "J, nats"}, series: [{name: "J", style: 0, dots: true, points: [[1, 3], [10, 2], [100, "inf"]]}]})),
		svgText(main.querySelector(".chart-picture"), "J")`)
	for _, wrong := range []string{"var(", "<style", `class="`} {
		if strings.Contains(text, wrong) {
			t.Errorf("the picture has %s", wrong)
		}
	}
	for _, want := range []string{`fill="rgb(255, 255, 255)"`, `stroke="rgb(0, 114, 178)"`, `fill="rgb(32, 32, 32)"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture has no %s", want)
		}
	}
	size := browsertest.Value[string](tab, `png(svgText(main.querySelector(".chart-picture"), "J")).then(createImageBitmap)
		.then((b) => b.width / 2 - main.querySelector(".chart-picture").clientWidth + " " + (b.height > 400))`)
	if size != "0 true" {
		t.Errorf("the PNG's width and height are off: %s", size)
	}
}

// Nothing overflows on a phone, and no letter is smaller than 11 pixels.
func TestPhone(t *testing.T) {
	tab := open(t, browsertest.Phone)
	browsertest.Value[bool](tab, fourMaps)
	browsertest.Value[bool](tab, `show(maps(fourMaps(0.2))), main.append(lines({about: "J", x: {label: "T", log: true},
		y: {label: "divergence (nats)", log: true}, rules: [{name: "a rule", x: 20}],
		series: [0, 1, 2].map((i) => ({name: "a long name of a line " + i, style: i,
			points: [[10, 1], [1000, 0.01 * (i + 1)]]}))}),
		bars({about: "B", x: {label: "t"}, y: {label: "B"}, bars: [[1, 2, 0.5], [2, 3, 0.25]]})), true`)
	tab.Wait(`[...document.querySelectorAll(".chart-picture svg")]
		.every((e) => e.getBoundingClientRect().right <= innerWidth)`)
	if wide := browsertest.Value[int](tab, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
		t.Errorf("the page is %d pixels wider than the screen", wide)
	}
	least := browsertest.Value[float64](tab, `Math.min(...[...main.querySelectorAll("text, button, summary")]
		.map((e) => parseFloat(getComputedStyle(e).fontSize)))`)
	if least < 11 {
		t.Errorf("letters of %v pixels", least)
	}
}
