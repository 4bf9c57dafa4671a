package pagetest

import (
	"slices"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// named are the roles whose things need a name.
var named = []string{"button", "slider", "gridcell", "img", "image", "textbox",
	"spinbutton", "combobox", "checkbox", "radio",
	"tab", "link", "grid", "dialog", "tabpanel"}

// twice are ids that two things have, and ids that are referred to and are nobody's.
const twice = `(() => {
	const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
	const doubled = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => id + " twice");
	const names = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];
	const lost = names.flatMap((name) => [...document.querySelectorAll("[" + name + "]")].flatMap((one) =>
		one.getAttribute(name).split(" ").filter((id) => !ids.includes(id)).map((id) => name + "=" + id)));
	return [...doubled, ...lost];
})()`

// Everything that one can act on has a name, and names lead to what there is.
func TestNames(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20&b.toy=easy&b.T=20"))
	for _, view := range all {
		pick(tab, view)
		tab.Wait(`document.querySelectorAll("#view .waiting").length === 0`)
		seen := map[string]int{}
		for _, node := range tab.Nodes() {
			seen[node.Role]++
			if node.Name == "" && slices.Contains(named, node.Role) {
				t.Errorf("%s: a %s has no name", view, node.Role)
			}
		}
		if seen["gridcell"] != 98 || seen["tab"] != 4 || seen["button"] < 10 || seen["slider"] < 2 {
			t.Errorf("%s: a screen reader finds %v", view, seen)
		}
		for _, id := range browsertest.Value[[]string](tab, twice) {
			t.Errorf("%s: %s", view, id)
		}
	}
}

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
	s := serve(t, "127.0.0.1:0")
	for _, view := range all {
		tab := open(t, browsertest.Desk, s.link("target=0,1;2,0&T=20&view="+view))
		tab.Wait(`document.querySelectorAll("#view .waiting, .stale").length === 0 && ` +
			`!document.querySelector("#view").textContent.includes("being computed")`)
		question(tab) // a pause, after which nothing is built any more
		expected := browsertest.Value[int](tab, stops)
		left := false
		for range expected + 5 {
			tab.Press(browsertest.TabKey)
			if left = browsertest.Value[bool](tab, passed); left {
				break
			}
		}
		if !left {
			t.Errorf("%s: Tab does not lead out of the page", view)
		}
		for _, one := range browsertest.Value[[]string](tab, missed) {
			t.Errorf("%s: Tab does not lead to %s", view, one)
		}
	}
}

// Live numbers are told politely, and not more than once a second.
func TestLiveNumbers(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	browsertest.Value[bool](tab, `(() => {
		window.told = 0;
		new MutationObserver(() => window.told++).observe(document.querySelector("#numbers [aria-live=polite]"),
			{childList: true, characterData: true, subtree: true});
		return true;
	})()`)
	began := browsertest.Value[float64](tab, "performance.now()")
	for range 4 {
		for c := 1; c <= 4; c++ {
			tab.Click(cell(1, c))
		}
	}
	tab.Wait(`document.querySelector("#numbers [aria-live=polite]").textContent.includes(` +
		`document.querySelector("#numbers tbody td").textContent)`)
	told := browsertest.Value[float64](tab, "window.told")
	if most := 2 + (browsertest.Value[float64](tab, "performance.now()")-began)/1000; told > most || told == 0 {
		t.Errorf("numbers are told %v times, at most %v would do", told, most)
	}
}
