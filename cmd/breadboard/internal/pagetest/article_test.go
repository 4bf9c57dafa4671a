package pagetest

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

// screens are the ids of the screens of the article.
var screens = []string{"stuck", "distance", "why", "schedule", "bridge", "prefers", "kernel", "yours"}

// article opens the article of a server.
func article(t *testing.T, s screen, server *serving) *page {
	t.Helper()
	return openTab(t, s, server.articles())
}

// reads scrolls to a screen, and waits until its stage shows the answers to what it asks. What comes above a screen may
// move it away from where it was scrolled to.
func reads(tab *page, id string) {
	tab.t.Helper()
	value[bool](tab, fmt.Sprintf(`(%s.scrollIntoView({behavior: "instant"}), true)`, element("#"+id)))
	isThere := fmt.Sprintf(`(() => {
		const {top, bottom} = %[1]s.getBoundingClientRect(), isThere = top < innerHeight && bottom > 0;
		if (!isThere) %[2]s.scrollIntoView({behavior: "instant"});
		return isThere;
	})()`, element("#"+id+" .stage"), element("#"+id))
	tab.wait(append([]string{isThere}, answers(id)...)...)
}

// answered waits until the stage of a screen is of the question that is asked.
func answered(tab *page, id string) {
	tab.t.Helper()
	tab.wait(answers(id)...)
}

// answers are the conditions under which the stage of a screen is of the question that is asked.
func answers(id string) []string {
	return []string{
		fmt.Sprintf(`document.querySelectorAll("#%s .map.known").length >= 3`, id),
		fmt.Sprintf(`document.querySelectorAll("#%s .stale").length === 0`, id),
		element("#" + id + " .player button"), // it is there once the stage was seen
		fmt.Sprintf(`((cells) => cells.length > 0 && cells.every((cell) => cell.title !== ""))(
			[...document.querySelectorAll("#%s .both-numbers tbody td")])`, id),
	}
}

// onStage are J, B and the numbers between of a row of a stage, with all of their digits.
func onStage(tab *page, id string, line int) row {
	tab.t.Helper()
	titles := value[[]float64](tab, fmt.Sprintf(`[...document.querySelectorAll(
		"#%s .both-numbers tbody tr:nth-child(%d) td")].map((cell) => Number(cell.title))`, id, line))
	if len(titles) != 5 {
		return row{}
	}
	return row{J: titles[0], KLQP: titles[1], KLPQ: titles[2], B: titles[3], Slack: titles[4]}
}

// inWords are the numbers in the words of a screen, by their names.
func inWords(tab *page, id string) map[string]string {
	tab.t.Helper()
	return value[map[string]string](tab, fmt.Sprintf(`Object.fromEntries([...document.querySelectorAll(
		"#%s [data-n]")].map((one) => [one.dataset.n, one.textContent]))`, id))
}

// The article plays once by itself, with its dots. What its words say while nothing answers is what they say when
// everything has; a dial that is moved by keys changes the words and the stage, to the numbers of exact; and a lesson
// takes the stage, with its words beside it, until one goes back.
func TestArticle(t *testing.T) {
	tab := article(t, desk, served(t))
	tab.wait(element("#stuck .player button") + `.textContent === "Pause"`)
	tab.wait(`document.querySelectorAll("#stuck .walker").length === 12`)
	written := map[string]map[string]string{}
	plain := `fetch("article.html").then((answer) => answer.text()).then((text) =>
		Object.fromEntries([...new DOMParser().parseFromString(text, "text/html").querySelectorAll("[data-n]")].map(
			(one) => [one.closest("section").id + " " + one.dataset.n, one.textContent])))`
	for name, text := range value[map[string]string](tab, plain) {
		id, number, _ := strings.Cut(name, " ")
		if written[id] == nil {
			written[id] = map[string]string{}
		}
		written[id][number] = text
	}
	for _, id := range screens {
		reads(tab, id)
		if id == "why" || id == "bridge" { // whose words are about levels
			tab.wait(element("#"+id+" .player input[type=range]") + `.max > 0`)
			tab.wait(`document.querySelectorAll("#why polyline").length === 3`)
		}
		tab.wait(drawnAnew) // the words are those of what is answered
		if got := inWords(tab, id); !maps.Equal(got, written[id]) {
			t.Errorf("%s says %v, and was written with %v", id, got, written[id])
		}
	}
	reads(tab, "distance")
	tab.focus("#distance [data-dial=T]")
	tab.press(kb.ArrowRight, kb.ArrowRight)
	tab.wait(element("#distance [data-dial=T]") + `.textContent === "150 levels"`)
	answered(tab, "distance")
	want := exactly(t, "--toy", "barrier", "-T", "150")
	onStage(tab, "distance", 1).holds(t, want)
	tab.wait(fmt.Sprintf(`%s.textContent === "%.3f"`, element("#distance [data-n=J]"), want.J))
	must.Say(t, value[string](tab, element("#distance .bars")+".textContent"), "was 1.648")
	tab.press(kb.Home)
	tab.wait(element("#distance [data-dial=T]") + `.getAttribute("aria-valuenow") === "2"`)
	answered(tab, "distance")
	onStage(tab, "distance", 1).holds(t, exactly(t, "--toy", "barrier", "-T", "2"))

	reads(tab, "why")
	tab.focus("#why [data-dial=beta]")
	tab.press(kb.End)
	tab.wait(element("#why [data-n=here]") + `.textContent === "715,000"`)
	if got := inWords(tab, "why"); got["off"] != "58%" || got["share"] != "100%" {
		t.Errorf("at beta = 1 the words say %v", got)
	}
	reads(tab, "schedule")
	tab.focus("#schedule [data-dial=half]")
	tab.press(kb.PageDown, kb.PageDown, kb.PageDown)
	tab.wait(element("#schedule [data-dial=half]") + `.textContent === "beta = 0.2"`)
	answered(tab, "schedule")
	onStage(tab, "schedule", 1).holds(t, exactly(t, "--toy", "barrier", "-T", "100", "--schedule",
		"curve:0:0.125:0.2:0.2:0.2:0.625:0.75:0.875:1"))

	reads(tab, "bridge")
	tab.focus("#bridge [data-lesson]")
	tab.press(kb.Enter)
	tab.wait(element("#bridge .lesson-says") + `.checkVisibility() && ` + element("#bridge .lesson-says p") +
		`.textContent.includes("from 1.08 to 0.050")`)
	answered(tab, "bridge")
	tab.wait(element("#bridge .player button") + `.textContent === "Pause"`)
	onStage(tab, "bridge", 2).holds(t, exactly(t, "--toy", "barrier", "-T", "1000", "--bridge", "mixture"))
	if tab.has("#bridge .says [data-n]") {
		t.Error("beside a lesson the words of the screen stay")
	}
	tab.click("#bridge .lesson-says button")
	tab.wait(element("#bridge [data-n=J]") + `.checkVisibility()`)
	answered(tab, "bridge")
	onStage(tab, "bridge", 2).holds(t, exactly(t, "--toy", "barrier", "-T", "100", "--bridge", "mixture"))
}
