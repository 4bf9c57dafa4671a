package pagetest

import (
	"os"
	"testing"

	"breadboard/grid/must"
)

// findings are what axe-core finds, by all of its rules, when nothing is marked as old and no colour is on its way.
const findings = `new Promise((still) => {
	const look = () => document.querySelector(".stale, .waiting") || document.getAnimations().length > 0 ?
		requestAnimationFrame(look) : still();
	look();
}).then(() => axe.run(document)).then(({violations}) => violations.flatMap(({id, nodes}) =>
	nodes.map(({html}) => id + ": " + html.slice(0, 120))))`

// axe fails the test for whatever axe-core finds on a page. BREADBOARD_AXE is its file, axe.min.js of the npm package
// axe-core, which .ci/weekly installs.
func axe(t *testing.T, tab *page, what string) {
	t.Helper()
	script := must.Have(os.ReadFile(os.Getenv("BREADBOARD_AXE")))(t)
	value[bool](tab, string(script)+"; typeof axe === 'object'")
	for _, found := range value[[]string](tab, findings) {
		t.Errorf("%s: %s", what, found)
	}
}

// axe-core finds nothing in any state of the page and the frames, on a desk in the light and on a phone in the dark.
func TestAxe(t *testing.T) {
	if os.Getenv("BREADBOARD_AXE") == "" {
		t.Skip("BREADBOARD_AXE says where axe.min.js is; .ci/weekly installs it")
	}
	server := serve(t)
	dark := phone
	dark.dark = true
	for name, s := range map[string]screen{"desk": desk, "phone": dark} {
		s.still = true
		tab := painting(t, s, server.link("toy=barrier&T=20"))
		for _, view := range all {
			pick(tab, view)
			tab.wait(`document.querySelectorAll("#view .waiting, .stale").length === 0`)
			unfold(tab)
			question(tab) // colours change slowly
			axe(t, tab, name+", "+view)
		}
		tab.visit("about:blank")
		tab.visit("http://" + server.address + "/?embed=picture#toy=barrier&T=20")
		tab.wait(`document.querySelectorAll(".map.known").length === 3 && !document.querySelector(".stale")`)
		question(tab) // colours change slowly
		axe(t, tab, name+", a frame")
	}
}

// small are what one presses and is lower or narrower than 44 pixels: not links in a sentence, nor cells of a grid.
const small = `(() => {
	const pressed = "a[href], button, input:not([type=file]), select, summary, [role=slider], [role=tab]";
	const size = (one) => {
		const label = one.matches("[type=checkbox], [type=radio]") &&
			(one.closest("label") ?? (one.id && document.querySelector("label[for=" + CSS.escape(one.id) + "]")));
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

// On a phone everything that one presses is 44 pixels high and wide: in the page and its views.
func TestFingers(t *testing.T) {
	server := serve(t)
	tell := func(tab *page, what string) {
		t.Helper()
		for _, one := range value[[]string](tab, small) {
			t.Errorf("%s: %s", what, one)
		}
	}
	still := phone
	still.still = true
	tab := painting(t, still, server.link("toy=barrier&T=20"))
	for _, view := range all {
		pick(tab, view)
		tab.wait(`document.querySelectorAll("#view .waiting, .stale").length === 0`)
		unfold(tab)
		tell(tab, view)
	}
}
