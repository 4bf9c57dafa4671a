package pagetest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

// stops are the things that Tab should lead to: of a group of radio buttons one.
const stops = `(() => {
	const open = (one) => one.checkVisibility({visibilityProperty: true}) && !one.matches(":disabled") &&
		one.tabIndex >= 0 &&
		!(one.closest("details:not([open])") && !one.matches("summary"));
	const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
		.filter(open);
	const group = (one) => one.matches("[type=radio]") ?
		all.find((other) => other.name === one.name && other.checked) ?? one : one;
	window.stops = [...new Set(all.map(group))];
	return window.stops.length;
})()`

// passed notes where the focus is, and returns whether it has left the page.
const passed = `(() => {
	const at = document.activeElement;
	(window.passed ??= []).push(at);
	return at === document.body || at === document.documentElement;
})()`

const missed = `window.stops.filter((one) => !window.passed.includes(one))
	.map((one) => one.outerHTML.slice(0, 100))`

// Tab leads to every control of every view and out of the page again, and what has the focus shows it.
func TestFocusOrder(t *testing.T) {
	s := serve(t)
	for _, view := range all {
		tab := painting(t, desk, s.link("target=0,1;2,0&T=20&view="+view))
		unfold(tab)
		tab.wait(`document.querySelectorAll("#view .waiting, .stale").length === 0 && ` +
			`!document.querySelector("#view").textContent.includes("being computed")`)
		question(tab) // a pause, after which nothing is built any more
		expected := value[int](tab, stops)
		left := false
		for range expected + 5 {
			tab.press(kb.Tab)
			if left = value[bool](tab, passed); left {
				break
			}
		}
		if !left {
			t.Errorf("%s: Tab does not lead out of the page", view)
		}
		for _, one := range value[[]string](tab, missed) {
			t.Errorf("%s: Tab does not lead to %s", view, one)
		}
	}
}

// faint are texts that stand out from what is behind them by less than 4.5 to 1, or 3 to 1 if they are large (WCAG 2.2,
// 1.4.3). What is switched off, and what is marked as out of date, may be fainter.
const faint = `(() => {
	const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const seen = {};
	const rgba = (colour) => [...seen[colour] ??= read(colour)];
	const read = (colour) => {
		paint.clearRect(0, 0, 1, 1);
		paint.fillStyle = colour;
		paint.fillRect(0, 0, 1, 1);
		return [...paint.getImageData(0, 0, 1, 1).data].map((v, i) => i < 3 ? v : v / 255);
	};
	const over = (top, below) => top.slice(0, 3).map((v, i) => v * top[3] + below[i] * (1 - top[3]));
	const behind = (one) => {
		if (!one) return rgba(matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "#ffffff").slice(0, 3);
		const own = rgba(getComputedStyle(one).backgroundColor);
		return own[3] === 1 ? own.slice(0, 3) : over(own, behind(one.parentElement));
	};
	const light = (colour) => colour.map((v) => v / 255)
		.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const clear = (one) => one ? Number(getComputedStyle(one).opacity) * clear(one.parentElement) : 1;
	const told = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
	const wrong = new Set();
	for (const one of document.body.querySelectorAll("*")) {
		if (!told(one) || !one.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
		if (one.closest(":disabled, .stale, .hidden, option, [aria-disabled=true], noscript")) continue;
		const style = getComputedStyle(one), below = behind(one), drawn = one instanceof SVGElement;
		const own = rgba(drawn ? style.fill : style.color);
		own[3] *= clear(one);
		const [high, low] = [light(over(own, below)), light(below)].sort((x, y) => y - x);
		const ratio = (high + 0.05) / (low + 0.05), size = parseFloat(style.fontSize);
		const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
		if (ratio < (large ? 3 : 4.5)) {
			wrong.add(one.tagName + "." + (one.getAttribute("class") ?? "") + " " + 
				JSON.stringify(one.textContent.trim().slice(0, 30)) +
				" " + ratio.toFixed(2) + " to 1");
		}
	}
	return [...wrong];
})()`

// legible fails the test if a text is faint.
func legible(t *testing.T, tab *page, what string) {
	t.Helper()
	for _, text := range value[[]string](tab, faint) {
		t.Errorf("%s: faint text: %s", what, text)
	}
}

// With the system's own colours one sees which tab is chosen and where the slider's line is.
func TestForcedColours(t *testing.T) {
	s := serve(t)
	for name, dark := range map[string]bool{"light": false, "dark": true} {
		screen := desk
		screen.dark, screen.forced = dark, true
		tab := open(t, screen, s.link("toy=barrier&T=20&view=schedule&beta=0.5"))
		tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
		at := func(selector, x, y string) color.Color {
			value[bool](tab, fmt.Sprintf(`(%s.scrollIntoView({block: "center", behavior: "instant"}), true)`,
				element(selector)))
			p := value[place](tab, fmt.Sprintf(`(() => {
				const {left, right, top, bottom} = %s.getBoundingClientRect();
				return {X: %s, Y: %s};
			})()`, element(selector), x, y))
			file := filepath.Join(t.TempDir(), "screen.png")
			tab.picture(file)
			shown := must.Have(png.Decode(bytes.NewReader(must.Have(os.ReadFile(file))(t))))(t)
			if !(image.Point{X: int(p.X), Y: int(p.Y)}).In(shown.Bounds()) {
				t.Fatalf("%s is at %v, which is not on the screen of %v", selector, p, shown.Bounds())
			}
			return shown.At(int(p.X), int(p.Y))
		}
		if chosen, other := at("#tab-schedule", "(left + right) / 2", "bottom - 1"),
			at("#tab-cells", "(left + right) / 2", "bottom - 1"); chosen == other {
			t.Errorf("%s: the line below the chosen tab is %v, and so is that below another", name, chosen)
		}
		if line, beside := at(".now", "(left + right) / 2", "top + 3"), at(".now", "left - 9",
			"top + 3"); line == beside {
			t.Errorf("%s: the slider's line is %v, and so is what is beside it", name, line)
		}
	}
}

// all are the views in the order of the page. Each is exported by its name in links.
var all = func() []string {
	text, err := os.ReadFile("../../../../reports/explorer/page/views/views.js")
	listed := regexp.MustCompile(`export const views = \[(.*)\];`).FindSubmatch(text)
	if err != nil || listed == nil {
		panic(fmt.Sprintf("pagetest: the catalogue of views cannot be read: %v", err))
	}
	return strings.Split(string(listed[1]), ", ")
}()

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
func fits(t *testing.T, tab *page, what string) {
	t.Helper()
	root := "document.documentElement"
	if over := value[float64](tab, root+".scrollWidth - "+root+".clientWidth"); over > 0 {
		t.Errorf("%s: the page is %v pixels wider than the screen", what, over)
	}
	if out := value[[]string](tab, wide); len(out) > 0 {
		t.Errorf("%s: beyond the edge of the screen: %q", what, out)
	}
	if texts := value[[]string](tab, tight); len(texts) > 0 {
		t.Errorf("%s: wider than their places: %q", what, texts)
	}
}

// On a phone and at a zoom of 200%, every view fits the width.
func TestWidths(t *testing.T) {
	s := serve(t)
	for name, screen := range map[string]screen{"phone": phone, "zoomed": zoomed} {
		t.Run(name, func(t *testing.T) {
			tab := open(t, screen, s.link("toy=barrier&T=20"))
			for _, view := range all {
				pick(tab, view)
				question(tab) // a pause
				fits(t, tab, view)
			}
			brushes(tab)
			unfold(tab)
			fits(t, tab, "painting, and what is rare")
		})
	}
}
