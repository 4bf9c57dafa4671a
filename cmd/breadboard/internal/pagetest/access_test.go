package pagetest

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

// stops lists the things that Tab should lead to: one of each group of radio buttons.
const stops = `(() => {
	const open = (one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled && one.tabIndex >= 0;
	const all = [...document.querySelectorAll("a[href], button, input, select, [tabindex]")].filter(open);
	const group = (one) => one.matches("[type=radio]") ?
		all.find((other) => other.name === one.name && other.checked) ?? one : one;
	window.stops = [...new Set(all.map(group))];
	return window.stops.length;
})()`

// passed notes where the focus is, and reports whether it has left the page.
const passed = `(() => {
	const at = document.activeElement;
	(window.passed ??= []).push(at);
	return at === document.body || at === document.documentElement;
})()`

const missed = `window.stops.filter((one) => !window.passed.includes(one))
	.map((one) => one.outerHTML.slice(0, 100))`

// faint lists texts with a contrast below 4.5 to 1, or 3 to 1 if they are large (WCAG 2.2, 1.4.3). What is switched
// off, and what is marked as out of date, may be fainter; numbers on a map choose their ink.
const faint = `(() => {
	const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const rgba = (colour) => {
		paint.clearRect(0, 0, 1, 1);
		paint.fillStyle = colour;
		paint.fillRect(0, 0, 1, 1);
		return [...paint.getImageData(0, 0, 1, 1).data];
	};
	const behind = (one) => {
		const own = rgba(getComputedStyle(one).backgroundColor);
		return own[3] === 255 || one === document.body ? own : behind(one.parentElement);
	};
	const light = (colour) => colour.slice(0, 3).map((v) => v / 255)
		.map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const isTold = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "") &&
		one.checkVisibility({opacityProperty: true, visibilityProperty: true}) &&
		!one.closest(":disabled, .stale, .hidden, .values, option");
	return [...document.body.querySelectorAll("*")].filter(isTold).flatMap((one) => {
		const style = getComputedStyle(one), size = parseFloat(style.fontSize);
		const [high, low] = [light(rgba(style.color)), light(behind(one))].sort((x, y) => y - x);
		const ratio = (high + 0.05) / (low + 0.05), isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
		const said = one.tagName + one.className + " " + one.textContent.slice(0, 30) + ratio;
		return ratio < (isLarge ? 3 : 4.5) ? [said] : [];
	});
})()`

// wide lists things that reach beyond the right edge of the screen, and are not in a box that scrolls by itself.
const wide = `(() => {
	const scrolls = (one) => one &&
		(/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
	return [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility() &&
		one.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !scrolls(one.parentElement))
		.map((one) => one.tagName + "." + (one.getAttribute("class") ?? "")).slice(0, 5);
})()`

// findings lists what axe-core finds by all of its rules, when nothing is marked as old and no colour is changing.
const findings = `new Promise((still) => {
	const look = () => document.querySelector(".stale, .waiting") || document.getAnimations().length > 0 ?
		requestAnimationFrame(look) : still();
	look();
}).then(() => axe.run(document)).then(({violations}) => violations.flatMap(({id, nodes}) =>
	nodes.map(({html}) => id + ": " + html.slice(0, 120))))`

// small lists controls that are lower or narrower than 44 pixels, except links in a sentence and cells of a grid.
const small = `(() => {
	const pressed = "a[href], button, input, select, [role=slider]";
	const size = (one) => {
		const label = one.matches("[type=radio]") && one.closest("label");
		const {width, height} = (label || one).getBoundingClientRect(), around = getComputedStyle(one, "::after");
		const more = around.content !== "none" && around.position === "absolute";
		return [width, height].map((own, i) =>
			Math.max(own, more ? parseFloat([around.width, around.height][i]) || 0 : 0));
	};
	const inWords = (one) => one.matches("a") && one.closest("p") && getComputedStyle(one).display === "inline";
	const counts = (one) => one.checkVisibility({visibilityProperty: true}) && !one.matches(":disabled, .skip") &&
		!one.closest(".hidden") && !inWords(one);
	return [...document.querySelectorAll(pressed)].filter((one) => counts(one) && Math.min(...size(one)) < 43.5)
		.map((one) => size(one).map(Math.round).join(" x ") + " " + one.outerHTML.slice(0, 90));
})()`

// TestAccess: Tab leads to every control and out of the page again. On a desk in the light, on a phone in the dark, at
// a zoom of 200% and with the system's own colours, nothing is faint, reaches beyond the screen, or is too small for a
// finger, painting or not. axe-core finds nothing. What gets old fades, but not for a reader who wants no motion.
func TestAccess(t *testing.T) {
	s := served(t)
	link := s.link("target=0,1;2,0&T=20&initial=tempered:0.1")
	tab := open(t, desk, link)
	tab.press(kb.Tab)
	isOut := value[bool](tab, passed)
	paints(tab)
	for range value[int](tab, stops) + 5 {
		tab.press(kb.Tab)
		if isOut = value[bool](tab, passed); isOut {
			break
		}
	}
	if left := value[[]string](tab, missed); !isOut || len(left) > 0 {
		t.Errorf("Tab leads out of the page: %v, and not to %q", isOut, left)
	}
	dark, forced := phone, desk
	dark.dark = true
	forced.forced = true
	for name, screen := range map[string]screen{"desk": desk, "phone": dark, "zoomed": zoomed, "forced": forced} {
		tab := open(t, screen, link)
		for _, isPainting := range []bool{false, true} {
			if isPainting {
				paints(tab)
			}
			value[bool](tab, `(document.querySelector("#controls").classList.add("open"), true)`)
			rest(tab)
			look := map[string]string{"faint": faint, "beyond the edge": wide}
			if screen != zoomed && !screen.forced { // axe would look at the same page again
				look["axe"] = axe(t, tab)
			}
			if screen.touch {
				look["too small"] = small
			}
			if screen.forced {
				look["faint"] = "[]" // the colours are the system's
			}
			for what, question := range look {
				if found := value[[]string](tab, question); len(found) > 0 {
					t.Errorf("%s, painting %v: %s: %s", name, isPainting, what, strings.Join(found, "\n"))
				}
			}
			if over := value[float64](tab, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
				t.Errorf("%s, painting %v: the page is %v pixels wider than the screen", name, isPainting, over)
			}
		}
		const fades = `(document.querySelector("#plot").classList.add("stale"), document.getAnimations().length)`
		if n := value[int](tab, fades); (n > 0) == screen.forced {
			t.Errorf("%s: %d colours fade", name, n)
		}
	}
}

// paints begins to paint.
func paints(tab *page) {
	value[bool](tab, `(document.querySelector("#paint").click(), true)`)
	tab.wait(`document.querySelector("[role=gridcell]") !== null`)
}

// axe returns a question to axe-core on a page, or "" if BREADBOARD_AXE does not say where it is.
func axe(t *testing.T, tab *page) string {
	file := os.Getenv("BREADBOARD_AXE")
	if file == "" {
		return "[]"
	}
	script := must.Have(os.ReadFile(file))(t)
	value[bool](tab, string(script)+"; typeof axe === 'object'")
	return findings
}
