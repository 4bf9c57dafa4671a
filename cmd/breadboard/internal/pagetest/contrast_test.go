package pagetest

import (
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// faint are texts that stand out from what is behind them by less than 4.5 to 1, or 3 to 1 if they are large (WCAG 2.2,
// 1.4.3). What is switched off, and what is marked as out of date, may be fainter.
const faint = `(() => {
	const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const rgba = (colour) => {
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
func legible(t *testing.T, tab *browsertest.Tab, what string) {
	t.Helper()
	for _, text := range browsertest.Value[[]string](tab, faint) {
		t.Errorf("%s: faint text: %s", what, text)
	}
}

// All texts of all views are legible in the light and in the dark.
func TestContrast(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	for name, dark := range map[string]bool{"light": false, "dark": true} {
		t.Run(name, func(t *testing.T) {
			screen := browsertest.Desk
			screen.Dark = dark
			tab := open(t, screen, s.link("toy=barrier&T=20&b.toy=easy&b.T=20"))
			for _, view := range all {
				pick(tab, view)
				tab.Wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
				question(tab) // colours change slowly
				legible(t, tab, view)
			}
			tab.Go(s.link("tour=4"))
			settled(tab)
			legible(t, tab, "the tour")
		})
	}
}

// The test of contrast finds a grey text, and knows opacity and backgrounds that let others through.
func TestFaint(t *testing.T) {
	tab := browsertest.Open(t, browsertest.Desk, `data:text/html,<body style="background:white">`+
		`<p style="color:%23999">a</p><p style="opacity:.5">b</p><p style="color:%23767676">fine</p>`+
		`<div style="background:rgba(0,0,0,.6)"><p>c</p></div>`)
	if got := browsertest.Value[[]string](tab, faint); len(got) != 3 {
		t.Errorf("found %q, want three", got)
	}
}
