package page

import (
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/reports/charts"
	"breadboard/reports/reporttest"
)

// live is a page whose figure has a curve of three points, one of which is infinite, and a map of four cells with a wall.
func live() Page {
	p := example()
	p.Sections[0].Figures[0].Charts = []charts.Chart{
		charts.Lines{About: "</script><script>document.title = 'broken'</script>\u2028", X: charts.Axis{Label: "T"},
			Y: charts.Axis{Label: "J, nats"}, Series: []charts.Series{{Name: "J\x1b", Dots: true,
				Points: []charts.Point{{1, 3}, {2, 2}, {3, explore.Number(math.Inf(1))}}}}},
		charts.Maps{About: "p", Rows: 2, Columns: 2, Walls: []bool{false, true, false, false},
			Maps: []charts.Map{{Name: "p", Unit: "probability", Values: []explore.Number{0.5, 0, 0.25, 0.25}}}},
	}
	p.Sections[0].Explore = []Explored{{Name: "T = 100", Link: "#toy=barrier&schedule=sigmoid:4&T=100"}}
	return p
}

// counted replaces the page by what its charts have. It runs after them.
const counted = `<script type="module">
const all = (what) => document.querySelectorAll(what).length;
const shown = getComputedStyle(document.querySelector(".still")).display;
document.body.textContent = [document.title, all(".chart"), all(".series path, .series circle"), all(".cells rect"),
	all(".walls rect"), shown, document.querySelector(".chart-notes").textContent].join("|");
</script></body>`

// The script draws a mark for each point that an axis can show, and a cell for each that is no wall. It hides the still
// figure. What is infinite is said.
func TestChartsAreDrawn(t *testing.T) {
	out := dump(t, strings.Replace(written(t, live()), "</body>", counted, 1))
	if want := "A page|2|3|3|1|none|J\x1b is infinite at T = 3."; !strings.Contains(out, want) {
		t.Errorf("the page has %s, want %s", out, want)
	}
}

// framed looks into a frame that runs no scripts.
const framed = `<script>onload = () => {
	const inside = document.querySelector("iframe").contentDocument;
	const still = inside.querySelector(".still");
	document.body.textContent = ["framed", inside.querySelectorAll(".chart").length,
		inside.defaultView.getComputedStyle(still).display, still.getBoundingClientRect().height > 100].join("|");
}</script>`

// Without script the still figure stands.
func TestFigureStandsWithoutScript(t *testing.T) {
	out := dump(t, `<iframe width="800" height="800" sandbox="allow-same-origin" srcdoc="`+
		html.EscapeString(written(t, live()))+`"></iframe>`+framed)
	if want := "framed|0|block|true"; !strings.Contains(out, want) {
		t.Errorf("the page has %s, want %s", out[max(0, len(out)-100):], want)
	}
}

// dump returns the page as Chromium has it when its scripts have run.
func dump(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	browser := chromium(t)
	out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Skipf("%s does not run here (%v): charts were not tested", browser, err)
	}
	return string(out)
}

// A page with charts is as alone as one without. Its data cannot end the element that it is in.
func TestPageWithChartsIsAlone(t *testing.T) {
	text := written(t, live())
	if reporttest.Alone(t, text)["svg"] != 1 {
		t.Error("the still figure is not there")
	}
	if n := strings.Count(text, "<script"); n != strings.Count(text, "</script>") || n != 5 {
		t.Errorf("%d scripts, want 5: the data, two libraries, the import map, and the one that draws", n)
	}
	if strings.Contains(text, "\u2028") || strings.Contains(text, "\x1b") {
		t.Error("invisible letters are in the page")
	}
	// a schedule has a colon, which a template takes for a protocol's if it does not see the whole address
	if want := `<a href="http://127.0.0.1:8080/#toy=barrier&amp;schedule=sigmoid:4&amp;T=100">T = 100</a>`; !strings.Contains(text, want) {
		t.Errorf("no link %s", want)
	}
}

// A page without charts has no script.
func TestPageWithoutChartsHasNoScript(t *testing.T) {
	if strings.Contains(written(t, example()), "<script") {
		t.Error("there is one")
	}
}

// The styles of pages name no colour of the light or the dark: these are those of charts.css, which the explorer has as
// well. Print is black.
func TestColoursAreInOneFile(t *testing.T) {
	screen, _, _ := strings.Cut(styles, "@media print {\n")
	own := regexp.MustCompile(`--[a-z]+: *#[0-9a-f]+`).FindAllString(screen, -1)
	if own != nil {
		t.Errorf("page.css has %v", own)
	}
	for _, name := range regexp.MustCompile(`var\((--[a-z0-9-]+)\)`).FindAllStringSubmatch(styles, -1) {
		if name[1] != "--box" && !strings.Contains(content("charts.css"), name[1]+":") {
			t.Errorf("charts.css has no %s", name[1])
		}
	}
}
