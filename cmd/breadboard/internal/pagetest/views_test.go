package pagetest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	player = `#along .player button`
	slider = `#along .player input[type="range"]`
)

// Nothing plays by itself, least of all for readers who asked for little motion.
func TestNothingPlaysByItself(t *testing.T) {
	still := desk
	still.still = true
	tab := open(t, still, serve(t).link("toy=barrier&T=60&view=cells&beta=0.1"))
	ready(tab)
	at := value[float64](tab, element(slider)+".valueAsNumber")
	question(tab) // a pause
	if got := value[float64](tab, element(slider)+".valueAsNumber"); got != at {
		t.Errorf("the slider moves from %v to %v", at, got)
	}
}

// ready waits until the view shows its answers.
func ready(tab *page) {
	tab.wait(element(slider) + `.max > 0 && document.querySelectorAll("#view .cells rect").length > 0`)
	tab.wait(`document.querySelectorAll("#view .stale").length === 0`)
}

// unseen are the places that a step of the tour points at and that are not on the screen above its panel, and the
// controls
// that its words say to press, as "Press Play", that are not there. A place that is higher than the room begins in it.
const unseen = `(() => {
	const room = document.querySelector(".tour").getBoundingClientRect().top,
		places = [...document.querySelectorAll(".pointed")];
	const inside = (one) => {
		const {top, bottom, width} = one.getBoundingClientRect();
		return width > 0 && top >= -1 && (bottom <= room + 1 || top < 0.3 * room);
	};
	const told = [...document.querySelector("#tour-text").textContent.matchAll(/Press (\w+)/g)].map(([, name]) => name);
	const buttons = told.filter((name) => !places.some((place) => inside(place) &&
		[...place.querySelectorAll("button")].some((one) => one.textContent === name && inside(one))));
	return [...(places.length === 0 ? ["nothing"] : []), ...buttons.map((name) => "the button " + name),
		...places.filter((one) => !inside(one)).map((one) => one.outerHTML.slice(0, 80))];
})()`

// The tour by the keyboard alone: eight steps, each with its numbers. Each points at what is on the screen, and what it
// says to press is there. Then comes what was on the page before it.
func TestTour(t *testing.T) {
	tab := open(t, desk, serve(t).link(flat))
	tab.focus("#tour")
	tab.press(kb.Enter)
	seen, text := map[string]bool{}, ""
	for step := 1; step <= 8; step++ {
		tab.wait(`document.querySelector(".tour-count").textContent === "Step ` + number(float64(step)) + ` of 8"`)
		tab.wait(`!["", ` + quoted(text) + `].includes(document.querySelector("#tour-text").textContent.trim()) && ` +
			`!document.querySelector("#tour-text").textContent.includes("being computed")`)
		settled(tab)
		text = value[string](tab, element("#tour-text")+".textContent.trim()")
		if seen[text] || len(strings.Fields(text)) < 10 {
			t.Errorf("step %d says %q", step, text)
		}
		seen[text] = true
		if !value[bool](tab, `document.activeElement.id === "tour-title"`) {
			t.Errorf("step %d does not take the focus", step)
		}
		if !strings.Contains(question(tab).Encode(), "tour=") {
			t.Errorf("step %d is not in the link", step)
		}
		tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
		question(tab) // a pause, after which nothing grows any more
		for _, what := range value[[]string](tab, unseen) {
			t.Errorf("step %d: %s is not on the screen", step, what)
		}
		for range 10 {
			tab.press(kb.Tab)
			if value[bool](tab, `document.activeElement.classList.contains("tour-next")`) {
				break
			}
		}
		tab.press(kb.Enter)
	}
	tab.wait(`!document.querySelector(".tour").checkVisibility()`)
}

// The button of the browser that goes back brings the page before back.
func TestHistory(t *testing.T) {
	tab := open(t, desk, serve(t).link(flat))
	first := numbers(tab, 1)
	tab.click("#compare")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	value[bool](tab, "(history.back(), true)")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 1`)
	shows(tab, first)
}
