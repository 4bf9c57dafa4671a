package pagetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

// spots returns the middles of cells of the map of p, by row and column from 0, on a board of 7x7 cells.
func spots(tab *page, cells ...[2]int) (all []place) {
	tab.t.Helper()
	for _, c := range cells {
		all = append(all, value[place](tab, fmt.Sprintf(`(() => {
			const box = document.querySelector("[data-map=p] canvas").getBoundingClientRect();
			return {X: box.left + box.width * (%d + 0.5) / 7, Y: box.top + box.height * (%d + 0.5) / 7};
		})()`, c[1], c[0])))
	}
	return all
}

// pixel returns the colour of a cell of a map as red + green + blue: how bright it is.
func pixel(tab *page, name string, row, column int) int {
	tab.t.Helper()
	return value[int](tab, fmt.Sprintf(`[...document.querySelector("[data-map=%s] canvas").getContext("2d")
		.getImageData(%d, %d, 1, 1).data.slice(0, 3)].reduce((a, b) => a + b)`, name, column, row))
}

// text returns the words of an element, with its spaces as a reader sees them.
func text(tab *page, selector string) string {
	tab.t.Helper()
	return value[string](tab, element(selector)+`.textContent.replace(/\s+/g, " ").trim()`)
}

// TestFirstPicture: the numbers are as exact prints them, digit for digit, on toys of every shape. The sentence has
// them, and the whole left column is in the window.
func TestFirstPicture(t *testing.T) {
	s := served(t)
	for link, args := range map[string]string{"toy=barrier&T=100": "--toy barrier -T 100",
		"toy=easy&kernel=heat-bath&schedule=sigmoid:4&T=50": "--toy easy --kernel heat-bath --schedule sigmoid:4 -T 50",
		"toy=ising:2x2:0.4&T=20&skip_last=true":             "--toy ising:2x2:0.4 -T 20 --skip-last-kernel",
		"target=0,1.5,w,2&T=20&program=sir:3":               "--toy barrier -T 100"} {
		tab := openTab(t, desk, s.link(link))
		tab.forgive("api/(levels|walk)") // a program has none
		settled(tab)
		if !strings.Contains(link, "program") {
			numbers(tab).holds(t, exactly(t, strings.Fields(args)...))
		}
		agrees(t, tab)
	}
	tab := open(t, desk, s.link("toy=barrier&T=100"))
	if got := text(tab, ".sentence"); got != "58% of the samples end in the wrong place" {
		t.Errorf("the sentence is %q", got)
	}
	must.Say(t, text(tab, "#plot"), "B 1.810", "B − J 0.1626", "J 1.648", "level 100 of 100")
	low := value[float64](tab, `document.querySelector(".left").getBoundingClientRect().bottom - innerHeight`)
	if low > 0 {
		t.Errorf("the picture and what is below it reach %v pixels below the window", low)
	}
}

// A level has J and B of an annealing that stops there, as exact --by-step prints them.
type level struct {
	T  int
	Jt float64 `json:"j_t"`
	Bt float64 `json:"b_t"`
}

// levels returns all levels of an annealing.
func levels(t *testing.T, args ...string) []level {
	t.Helper()
	var rows []struct{ Steps []level }
	printed := run(t, append(append([]string{"exact"}, args...), "--by-step", "--format", "json")...)
	must.Do(t, json.Unmarshal([]byte(printed), &rows))
	return rows[0].Steps
}

// TestPlay: all levels have one scale of colours, so that the bright quarter gets brighter during play. Sentence, J and
// B belong to the level, as exact --by-step has them. The keys move the slider, and so does a press on the plot.
func TestPlay(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100&beta=0"))
	const slider = ".curves input"
	scale := text(tab, "[data-map=p] .high")
	last := 0
	for _, key := range []string{"", kb.PageUp, kb.ArrowDown, kb.PageUp, kb.PageUp, kb.PageUp, kb.End} {
		if key != "" {
			tab.focus(slider)
			tab.press(key)
			rest(tab)
		}
		now := pixel(tab, "p", 0, 6)
		if key == kb.ArrowDown && now > last || key != kb.ArrowDown && now <= last {
			t.Errorf("after %q the bright quarter is %d bright, and was %d", key, now, last)
		}
		last = now
		if got := text(tab, "[data-map=p] .high"); got != scale {
			t.Errorf("the scale ends at %s, and began with %s", got, scale)
		}
	}
	must.Say(t, text(tab, "#plot .end"), "level 100 of 100")
	tab.click(".play") // from the end it plays from the start
	tab.wait(`document.querySelector(".curves input").valueAsNumber < 90`,
		`document.querySelector(".sentence").textContent.startsWith("At level ")`)
	tab.click(".play")
	must.Say(t, text(tab, ".play"), "Play")
	tab.drag(tab.centre(".curves"))
	tab.wait(`Math.abs(document.querySelector(".curves input").valueAsNumber - 50) < 2`,
		`location.hash.includes("&t=")`)
	at := value[int](tab, `Number(new URLSearchParams(location.hash.slice(1)).get("t"))`)
	there := levels(t, "--toy", "barrier", "-T", "100")[at-2]
	must.Say(t, text(tab, ".sentence"), fmt.Sprintf("At level %d, ", at))
	for name, want := range map[string]float64{".words .j": there.Jt, ".words .b": there.Bt,
		".words .gap": there.Bt - there.Jt} {
		if got := text(tab, name); there.T != at || !strings.Contains(got, fmt.Sprintf("%.4g", want)) {
			t.Errorf("at level %d %s is %q, want %.4g", at, name, got, want)
		}
	}
}

// TestPlayEnds: a link of the story, Undo, the browser's way back and a field end Play, at the end of the levels. The
// link has no level that Play went to.
func TestPlayEnds(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	const longer = "#toy=barrier&T=1000"
	for _, c := range []struct{ act, sentence string }{
		{`document.querySelector("#story a[href='` + longer + `']").click()`, "47% of the samples"},
		{`history.back()`, "58% of the samples"},
		{`document.querySelector("#undo").click()`, "47% of the samples"},
		{`((box) => { box.value = 100; box.dispatchEvent(new Event("change")); })(
			document.querySelector(".field-T [type=number]"))`, "58% of the samples"},
	} {
		tab.click(".play")
		tab.wait(`document.querySelector(".sentence").textContent.startsWith("At level ")`)
		value[bool](tab, "("+c.act+", true)")
		tab.wait(fmt.Sprintf(`document.querySelector(".sentence").textContent.startsWith(%q)`, c.sentence),
			`document.querySelector(".play").textContent === "Play"`)
		settled(tab)
		rest(tab)
		if got := text(tab, ".sentence"); !strings.HasPrefix(got, c.sentence) {
			t.Errorf("after %s the sentence is %q", c.act, got)
		}
		if link := value[string](tab, "location.hash"); strings.Contains(link, "beta=") {
			t.Errorf("after %s the link is %s", c.act, link)
		}
	}
}

// TestPlayIsQuiet: while Play runs, no screen reader hears the levels, even if a cell is pointed at. It hears the end.
func TestPlayIsQuiet(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	tab.focus(".reach")
	tab.press(kb.ArrowRight)
	value[bool](tab, `(window.heard = [], new MutationObserver((all) => all.forEach(({target}) => {
		const live = (target.nodeType === 3 ? target.parentElement : target).closest("output, [aria-live]");
		if (live && live.getAttribute("aria-live") !== "off") heard.push(live.textContent);
	})).observe(document.body, {subtree: true, childList: true, characterData: true}), true)`)
	value[bool](tab, `(document.querySelector(".play").click(), true)`)
	tab.wait(`document.querySelector(".play").textContent === "Pause"`)
	tab.wait(`document.querySelector(".play").textContent === "Play"`)
	rest(tab)
	heard := value[[]string](tab, "heard")
	if len(heard) > 3 || !strings.Contains(strings.Join(heard, " "), "level 100 of 100") {
		t.Errorf("a screen reader hears %q", heard)
	}
}

// TestWalk: two hundred dots lie on the map of q at the level of the slider, where the runs are. While the target is
// another one they are gone.
func TestWalk(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100&beta=0"))
	value[bool](tab, `((arc, clear) => {
		window.dots = [];
		CanvasRenderingContext2D.prototype.arc = function(x, y, ...more) {
			dots.push([x * 7 / this.canvas.width, y * 7 / this.canvas.height].map(Math.floor));
			arc.call(this, x, y, ...more);
		};
		CanvasRenderingContext2D.prototype.clearRect = function(...box) {
			dots = [];
			clear.call(this, ...box);
		};
		return true;
	})(CanvasRenderingContext2D.prototype.arc, CanvasRenderingContext2D.prototype.clearRect)`)
	const onCross = `dots.length === 200 && dots.filter(([x, y]) => x === 3 || y === 3).length`
	tab.focus(".curves input")
	tab.press(kb.ArrowRight)
	tab.wait(onCross + ` > 20`) // at the second level all cells are nearly alike
	tab.press(kb.End)
	tab.wait(onCross + ` === 0`)
	value[bool](tab, `(location.hash = "#toy=nosuch", true)`)
	tab.forgive("the server responded with a status of 4")
	tab.wait(`dots.length === 0`)
}

// TestUnknownToy: a link to a toy that is not known opens the page on BARRIER, and says so.
func TestUnknownToy(t *testing.T) {
	tab := openTab(t, desk, served(t).link("toy=nosuch"))
	tab.forgive("the server responded with a status of 4")
	settled(tab)
	must.Say(t, text(tab, "#said"), "nosuch", "The page shows BARRIER.")
	must.Say(t, value[string](tab, "location.hash"), "#toy=barrier")
}

// right returns the place of the guess that is right, from 1: the cross is dark there, and the quarter not as bright as
// in the target.
func right(tab *page) int {
	tab.t.Helper()
	return value[int](tab, `((all) => 1 + all.findIndex((of) => of(3, 3) < of(0, 0) &&
		of(6, 0) < Math.max(...all.map((one) => one(6, 0)))))([...document.querySelectorAll(".guess canvas")].map((one) =>
		(x, y) => one.getContext("2d").getImageData(x, y, 1, 1).data.slice(0, 3).reduce((a, b) => a + b)))`)
}

// TestOpens: a page asks once where the runs of the story's board end, with its first paragraph in sight, and then
// plays by itself when it opens. Of another target it does not ask. The right picture is at a place by chance. Any
// touch that is no guess shows the end, and the link never has a level that the page went to by itself. After a guess
// Play has the focus. It does neither for a reader who wants no motion, nor at a link to a level.
func TestOpens(t *testing.T) {
	still := desk
	still.forced = true
	s := served(t)
	const playing = `document.querySelector(".play").textContent === "Pause"`
	const atEnd = `document.querySelector(".guess") === null && !(` + playing + `) &&
		document.querySelector("#answer").textContent.startsWith("58% of")`
	tab := openTab(t, desk, s.link("toy=barrier&T=100"))
	tab.wait(`document.querySelectorAll(".guess button").length === 3`)
	must.Say(t, text(tab, "#answer"), "Where will the runs end?")
	tab.wait(`((shown) => shown.some((one) => one.textContent.startsWith("A sampler walks on a board")) &&
		!shown.some((one) => /29%|58%/.test(one.textContent)))([...document.querySelectorAll("#story p, #story a")].filter(
			(one) => one.checkVisibility({visibilityProperty: true})))`)
	tab.focus(fmt.Sprintf(".guess button:nth-child(%d)", 1+right(tab)%3))
	tab.press(kb.Enter)
	tab.wait(`document.querySelector("#answer").textContent.includes("No: they end in the marked one")`,
		`document.querySelector(".guess .right canvas") !== null`)
	tab.wait(playing, `document.activeElement.matches(".play")`)
	rest(tab)
	tab.press(kb.Shift)
	tab.wait(atEnd)
	rest(tab)
	if link := value[string](tab, "location.hash"); strings.Contains(link, "beta=") {
		t.Errorf("the link is %s", link)
	}
	value[bool](tab, `(location.reload(), true)`)
	tab.wait(playing, `document.querySelector(".guess") === null`)
	tab.press(kb.Shift)
	tab.wait(atEnd)
	for chance, want := range map[float64]int{0: 1, 0.5: 2, 0.99: 3} {
		hand := openTab(t, phone, "about:blank")
		done := hand.begins(fmt.Sprintf("Math.random = () => %v", chance))
		hand.do(step(storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: "http://" + s.address,
			StorageTypes: "local_storage"}), chromedp.Navigate(s.link("")))
		hand.wait(`document.querySelectorAll(".guess button").length === 3`,
			`document.querySelector("#story p").getBoundingClientRect().top < innerHeight - 60`)
		if got := right(hand); got != want {
			t.Errorf("by the chance %v the right picture is at place %d, want %d", chance, got, want)
		}
		done()
	}
	skipped := openTab(t, desk, s.link("toy=barrier&T=100"))
	skipped.wait(`document.querySelectorAll(".guess button").length === 3`)
	skipped.drag(place{X: 700, Y: 5})
	skipped.wait(atEnd)
	own := openTab(t, desk, s.link("target=8,6.5,5,3.5,2,4.5,7,9.5,12&T=20"))
	own.wait(playing, `document.querySelector(".guess") === null`)
	for link, screen := range map[string]screen{"toy=barrier&T=100": still, "toy=barrier&T=100&beta=0.5": desk} {
		tab := openTab(t, screen, s.link(link))
		value[bool](tab, `(window.texts = new Set(), new MutationObserver(() =>
			texts.add(document.querySelector(".play")?.textContent)).observe(document.body,
			{subtree: true, childList: true, characterData: true}), true)`)
		tab.wait(`document.querySelectorAll("svg.done:not(.lens) polyline").length === 2`)
		rest(tab)
		if value[bool](tab, `texts.has("Pause") || document.querySelector(".guess") !== null || `+playing) {
			t.Errorf("%s plays by itself", link)
		}
	}
}

// TestLens: where J is small beside B, a lens shows J alone, and elsewhere there is none. Another target has no number
// before.
func TestLens(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=easy&schedule=sigmoid:4&T=1000"))
	if !tab.has(".lens") || value[int](tab, `document.querySelectorAll(".lens.done polyline").length`) != 1 {
		t.Error("a small J has no lens")
	}
	value[bool](tab, `(location.hash = "#toy=barrier&T=100", true)`)
	settled(tab)
	if tab.has(".lens") {
		t.Error("a large J has a lens")
	}
	if got := text(tab, ".words"); strings.Contains(got, "was") {
		t.Errorf("after another target the numbers are %q", got)
	}
}

// TestCell: a cell is outlined in all maps and has its numbers, under the mouse, by keys and by a finger.
func TestCell(t *testing.T) {
	s := served(t)
	tab := open(t, desk, s.link("toy=barrier&T=100"))
	const want = "cell (0, 5): p 9.7%, q 3.2%, q − p −6.5%"
	const outlined = `[...document.querySelectorAll(".map .surround .dark")].filter((one) =>
		one.checkVisibility()).length`
	at := spots(tab, [2]int{0, 5})
	tab.drag(at...)
	tab.wait(fmt.Sprintf("document.querySelector('.cell').textContent === %q", want), outlined+` === 3`)
	tab.drag(place{X: 5, Y: 5})
	tab.wait(outlined + ` === 0`)
	tab.focus(".reach")
	tab.press(kb.ArrowRight, kb.End, kb.ArrowLeft, kb.ArrowUp)
	tab.wait(fmt.Sprintf("document.querySelector('.cell').textContent === %q", want), outlined+` === 3`)
	hand := open(t, phone, s.link("toy=barrier&T=100"))
	hand.finger(spots(hand, [2]int{0, 5})...)
	hand.wait(fmt.Sprintf("document.querySelector('.cell').textContent === %q", want))
}

// TestPaint: strokes of the mouse and of keys change the target of the link. J is as exact has it on the same cells,
// and "was" tells the J before. Undo takes back a stroke. One axis stays one. On a fine grid the brush is wider.
func TestPaint(t *testing.T) {
	s := served(t)
	flat := strings.TrimSuffix(strings.Repeat("0,0,0,0,0,0,0;", 7), ";")
	tab := open(t, desk, s.link("target="+flat+"&T=20"))
	if tab.has("[role=grid]") {
		t.Error("there is a grid before one paints")
	}
	tab.click("#paint")
	tab.wait(`document.querySelector("[role=gridcell]") !== null`)
	tab.drag(spots(tab, [2]int{1, 1}, [2]int{1, 4}, [2]int{1, 2})...) // each cell once, and no gap
	tab.wait(`location.hash.includes("target=0,0,0,0,0,0,0;0,1,1,1,1,0,0;0,0")`)
	settled(tab)
	first := numbers(tab)
	first.holds(t, prints(t, tab))
	must.Say(t, text(tab, ".words"), "was 0")
	tab.click("#tools label:nth-of-type(3)")
	tab.drag(spots(tab, [2]int{6, 5}, [2]int{6, 6})...)
	tab.wait(`location.hash.includes("0,0,0,0,0,w,w")`)
	agrees(t, tab)
	tab.press(kb.ArrowUp, "+", "+", kb.ArrowLeft, "3", kb.ArrowLeft, "w")
	tab.wait(`location.hash.includes(";0,0,0,w,3,2,0;0,0,0,0,0,w,w")`)
	agrees(t, tab)
	value[bool](tab, `((undo) => { // keys that come slowly, as on a busy machine, are several strokes
		for (let i = 0; i < 9 && location.hash.includes("w"); i++) undo.click();
		return true;
	})(document.querySelector("#undo"))`)
	tab.wait(`location.hash.includes("target=0,0,0,0,0,0,0;0,1,1,1,1,0,0;0,0") && !location.hash.includes("w")`)
	settled(tab)
	numbers(tab).holds(t, first)
	tab.press(kb.Escape)
	tab.wait(`document.querySelector("#paint").getAttribute("aria-pressed") === "false"`)
	value[bool](tab, `(location.hash = "#target=state,logf;0,0;1,2;2,w;3,1&axes=ring&T=20", true)`)
	tab.wait(`document.querySelector("#command").textContent.includes("state,logf")`)
	paints(tab)
	tab.focus("[role=gridcell]")
	tab.press("4", kb.ArrowRight, kb.ArrowRight, "1")
	tab.wait(`location.hash.includes("target=state,logf;0,4;1,2;2,1;3,1&axes=ring")`)
	agrees(t, tab)
	row := strings.TrimSuffix(strings.Repeat("0,", 64), ",")
	fine := open(t, desk, s.link("target="+strings.TrimSuffix(strings.Repeat(row+";", 64), ";")+"&T=20"))
	paints(fine)
	fine.drag(spots(fine, [2]int{3, 3})...)
	fine.wait(`location.hash.split("1").length - 1 > 10`)
	agrees(t, fine)
}

// quicker lets a page's clock go ten times as fast, since a search is at work until it is given up.
const quicker = `(window.setTimeout = ((late) => (f, ms) => late(f, ms / 10))(setTimeout), true)`

// searches asks for a search that takes long, and waits until the page says so.
func searches(tab *page) {
	tab.t.Helper()
	value[bool](tab, `(location.hash = "#toy=barrier&schedule=best-j&T=10000", true)`)
	saysSlow(tab)
}

// saysSlow waits until the page says that it waits for the search.
func saysSlow(tab *page) {
	tab.t.Helper()
	tab.wait(`document.querySelector("#slow").checkVisibility()`,
		`/best-j takes long at T = 10,000: \d+% of it is done/.test(document.querySelector("#slow").textContent)`)
}

// TestSlow: a question that takes long says so, with how much is done, and moves nothing. Given up it brings back the
// question before.
func TestSlow(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	before := numbers(tab)
	point := tab.centre(".dot")
	value[bool](tab, quicker)
	searches(tab)
	if now := tab.centre(".dot"); now != point {
		t.Errorf("a point of the schedule is at %v, and was at %v", now, point)
	}
	tab.click("#slow button")
	tab.wait(`!document.querySelector("#slow").checkVisibility()`)
	settled(tab)
	if got := numbers(tab); got != before {
		t.Errorf("given up, the page has %v, and had %v", got, before)
	}
}

// TestSchedule: a point of the curve is dragged, by the mouse and by keys, and the command prints the same numbers. A
// point that has pushed its neighbours and goes back the same way leaves them as they were.
func TestSchedule(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	const point = ".dot:nth-of-type(3)"
	from := tab.centre(point)
	tab.drag(from, place{X: from.X, Y: from.Y + 20}, place{X: from.X + 3, Y: from.Y + 8})
	tab.wait(`location.hash.includes("schedule=curve:0:")`)
	agrees(t, tab)
	must.Say(t, text(tab, ".words .j"), "was 1.648")
	must.Say(t, text(tab, "#schedule .name"), "drawn by hand")
	rest(tab)
	before := value[string](tab, "location.hash")
	from = tab.centre(point)
	tab.drag(from, from, place{X: from.X, Y: from.Y + 1}, place{X: from.X, Y: from.Y})
	rest(tab)
	start := value[string](tab, "location.hash")
	tab.drag(from, place{X: from.X, Y: from.Y - 30}, from)
	rest(tab)
	if got := value[string](tab, "location.hash"); got != start {
		t.Errorf("there and back is %s, from %s (%s)", got, start, before)
	}
	tab.focus(".dot:nth-of-type(7)")
	old := value[float64](tab, `Number(document.activeElement.getAttribute("aria-valuenow"))`)
	tab.press(kb.ArrowRight, kb.ArrowUp, kb.ArrowRight)
	rest(tab)
	must.Near(t, value[float64](tab, `Number(document.activeElement.getAttribute("aria-valuenow"))`), old+0.03, 1e-9,
		"the point is at")
	agrees(t, tab)
	tab.press(kb.End)
	tab.wait(`/:1:1&|:1:1$/.test(location.hash)`)
	agrees(t, tab)
}

// inSight tells how many marked sections of the story are on the screen, and whether one says that it is elsewhere.
const inSight = `(() => {
	const all = [...document.querySelectorAll("#story .here")].filter((one) => {
		const {top, bottom} = one.getBoundingClientRect();
		return top >= 0 && bottom <= innerHeight && one.querySelector("[aria-current]");
	});
	return all.length + (all.some((one) => one.querySelector(".elsewhere").checkVisibility()) ? " and a grey line" :
		" and no grey line");
})()`

// TestStory: each link of the story sets the picture and is marked, with its section in sight, and Undo and the
// browser's way back lead back. The short form follows each third one.
func TestStory(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=hard&T=20"))
	const all = `document.querySelectorAll("#story section > :is(p, figure) a[href^='#']")`
	links := value[[]string](tab, "[..."+all+"].map((one) => one.hash)")
	if len(links) < 12 {
		t.Errorf("the story has %d links: %q", len(links), links)
	}
	for i, link := range links {
		if i%3 > 0 && !long {
			continue
		}
		value[bool](tab, fmt.Sprintf("(%s[%d].click(), true)", all, i))
		tab.wait(fmt.Sprintf(`%s[%d].hasAttribute("aria-current")`, all, i))
		agrees(t, tab)
		if at := value[string](tab, inSight); at != "1 and no grey line" {
			t.Errorf("after %s the sections at hand are %s", link, at)
		}
		if got := value[string](tab, "location.hash"); got != link {
			t.Errorf("the address has %s after %s", got, link)
		}
	}
	for _, link := range []string{"#toy=easy&T=1000", "#toy=easy&schedule=sigmoid:4&T=1000"} {
		value[bool](tab, fmt.Sprintf(`(document.querySelector("#story p a[href='%s']").click(), true)`, link))
		settled(tab)
	}
	must.Say(t, text(tab, ".words"), "J 0.001497 was 0.005177", "B 0.1027 was 0.06896")
	value[bool](tab, `(history.back(), true)`)
	tab.wait(`document.querySelector("#digits td").textContent === "0.005177"`)
	tab.click("#undo")
	tab.wait(`document.querySelector("#digits td").textContent === "0.001497"`)
}

// TestFigures: the story's figures are drawn when they come into sight. Tight stands beside loose with B/J as the
// command has it, at any T; and samples that move to where they should be bring J down.
func TestFigures(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	for i := range value[int](tab, `document.querySelectorAll("#story figure").length`) {
		value[bool](tab, fmt.Sprintf(`(document.querySelectorAll("#story figure")[%d].scrollIntoView(), true)`, i))
		tab.wait(fmt.Sprintf(`document.querySelectorAll("#story figure")[%d].querySelector("canvas, svg") !== null`, i))
	}
	ratios := func(T string) {
		t.Helper()
		for i, toy := range []string{"barrier", "easy"} {
			r := exactly(t, "--toy", toy, "-T", T)
			tab.wait(fmt.Sprintf(`document.querySelectorAll(".tight a output")[%d].textContent === %q`, i,
				fmt.Sprintf("%#.3g", r.B/r.J)))
		}
	}
	ratios("100")
	tab.focus(".tight input")
	tab.press(kb.End)
	ratios("1000")
	tab.click(".tight a:nth-of-type(2)")
	tab.wait(`location.hash.includes("toy=easy") && location.hash.includes("T=1000")`)
	agrees(t, tab)
	if said := text(tab, ".distance output"); said != "29% in the quarter: J = 1.648" {
		t.Errorf("samples where they are have %q", said)
	}
	tab.focus(".distance input")
	for range 58 {
		tab.press(kb.ArrowRight)
	}
	tab.wait(`Number(document.querySelector(".distance output").textContent
		.split("87% in the quarter: J = ")[1]) < 0.001`)
}

// TestWords: a word of the story outlines its cells in all maps, with their numbers, under the mouse and by Tab, but
// not on another board; and J, B and the gap stand out in the plot.
func TestWords(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	const outlined = `document.querySelectorAll(".map .surround:not([hidden])").length`
	tab.drag(tab.centre("#story [data-shows^='3,0']"))
	tab.wait(outlined+` === 3`, `/^a cross: p 0\.00\S*%, q 0\.\S*%/.test(document.querySelector(".cell").textContent)`)
	tab.focus("#story [data-shows='0-2,4-6']")
	tab.wait(outlined+` === 3`,
		`document.querySelector(".cell").textContent === "the bright quarter: p 87%, q 29%, q − p −58%"`)
	tab.focus("#story [data-shows=J]")
	const faint = `Number(getComputedStyle(document.querySelector(".done polyline.%s")).opacity) < 0.5`
	tab.wait(outlined+` === 0`, fmt.Sprintf(faint, "b"), "!("+fmt.Sprintf(faint, "j")+")")
	value[bool](tab, `(location.hash = "#toy=easy&T=20", true)`)
	settled(tab)
	tab.focus("#story [data-shows='0-2,4-6']")
	tab.wait(outlined+` === 0`, "!("+fmt.Sprintf(faint, "b")+")")
}

// TestPin: the curves of a setting stay beside those of another one, on one axis and with their name, until the button
// is pressed again.
func TestPin(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=100"))
	const curve = `document.querySelector(".ahead polyline.%s").getAttribute("points")`
	before := value[string](tab, fmt.Sprintf(curve, "b:not(.ghost)"))
	tab.click("#pin")
	value[bool](tab, `(location.hash = "#toy=easy&T=100", true)`)
	settled(tab)
	rest(tab)
	if ghost := value[string](tab, fmt.Sprintf(curve, "b.ghost")); ghost != before {
		t.Errorf("the curve was %.80s and is %.80s", before, ghost)
	}
	must.Say(t, text(tab, ".pinned"), "dashed: barrier, metropolis, T = 100")
	tab.click("#pin")
	tab.wait(fmt.Sprintf(curve, "b.ghost")+` === ""`, `document.querySelector(".pinned").textContent === ""`)
}

// TestControls: each field changes the question, the command prints the same numbers, and what else a link names can be
// left out.
func TestControls(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=20&initial=tempered:0.1&repeat=2"))
	tab.forgive("the server responded with a status of 4")
	choose := func(key, value string) {
		t.Helper()
		tab.wait(fmt.Sprintf(`((select, spec) => {
			select.value = [...select.options].find((one) => one.value.split(":")[0] === spec).value;
			return select.dispatchEvent(new Event("change"));
		})(document.querySelector(".field-%s select"), %q)`, key, value))
		agrees(t, tab)
	}
	agrees(t, tab)
	tab.click(".others button:nth-child(1)")
	tab.click(".others button:nth-child(1)")
	settled(tab)
	numbers(tab).holds(t, exactly(t, "--toy", "barrier", "-T", "20"))
	choose("kernel", "king")
	choose("bridge", "mixture")
	choose("schedule", "sigmoid")
	choose("toy", "easy")
	tab.focus(".field-T [type=number]")
	tab.press(kb.End, "0", kb.Enter)
	tab.wait(`location.hash.includes("T=200")`)
	agrees(t, tab)
	before := numbers(tab)
	rest(tab) // otherwise Undo takes it back with the next act
	rest(tab)
	undo := tab.centre("#undo")
	tab.focus(".field-schedule .parameters")
	tab.press(kb.End, "x", kb.Enter)
	tab.wait(`document.querySelector("#said").textContent.includes("sigmoid")`,
		`document.querySelector(".field-schedule .parameters").getAttribute("aria-invalid") === "true"`)
	if now := tab.centre("#undo"); now != undo {
		t.Errorf("the words of a fault have moved a button to %v, from %v", now, undo)
	}
	if got := numbers(tab); got != before {
		t.Errorf("of a wrong schedule the page has the numbers %v", got)
	}
	tab.click("#undo")
	settled(tab)
	numbers(tab).holds(t, before)
}

// banners counts the sentences at the top of the page.
const banners = `[...document.querySelectorAll(".banner")].filter((one) => one.checkVisibility()).length`

// TestBrokenLinks: a link that cannot be answered gets a sentence, whether a page opens with it or has it later, and a
// right link after it gets its numbers. The short form opens a page with each second one.
func TestBrokenLinks(t *testing.T) {
	s := served(t)
	tab := openTab(t, desk, "about:blank")
	tab.forgive("the server responded with a status of 4")
	for i, link := range []string{"toy=nosuch", "toy=barrier&T=1e99", "target=w,w", "toy=barrier&schedule=curve:0:2:1",
		"%ff%fe&=&&toy=%00", "toy=barrier&nosuch=1"} {
		if i%2 == 0 || long { // the page would stay, and see another link
			tab.do(chromedp.Navigate("about:blank"))
		}
		tab.do(chromedp.Navigate(s.link(link)))
		tab.wait(fmt.Sprintf(`%q && /\w .*\w.*\.$/s.test(document.querySelector("#said").innerText.trim())`, link))
		tab.wait(banners + ` === 1`)
		value[bool](tab, `(location.hash = "#toy=easy&T=20", true)`)
		settled(tab)
		if tab.has("#said") {
			t.Errorf("after %s a right link has the sentence %q", link, text(tab, "#said"))
		}
	}
}

// TestTake: the shown command is copied, and the picture is saved as a PNG on white, in the dark too. It has the
// setting, the curves, and the numbers of the level that is shown.
func TestTake(t *testing.T) {
	dark := desk
	dark.dark = true
	tab := open(t, dark, served(t).link("toy=barrier&T=20"))
	value[bool](tab, `(navigator.clipboard.writeText = async (text) => { window.copied = text; }, true)`)
	prints(t, tab)
	tab.focus(".field-T [type=number]")
	tab.press(kb.End, "0")
	tab.click("#copy") // which commits the field
	tab.wait(`window.copied?.endsWith("-T 200") && window.copied === document.querySelector("#command").textContent`,
		`document.querySelector("#copy").textContent === "Copied"`)
	file := tab.downloaded("#picture", "*.png")
	drawn := must.Have(png.Decode(bytes.NewReader(must.Have(os.ReadFile(file))(t))))(t)
	if size := drawn.Bounds(); size.Dx() != 1920 {
		t.Errorf("the picture is %v", size)
	}
	if r, g, b, _ := drawn.At(2, 2).RGBA(); r+g+b != 3*0xffff {
		t.Error("the picture is not on white")
	}
	colours := map[any]bool{}
	for x := range drawn.Bounds().Dx() {
		colours[drawn.At(x, 400)] = true
	}
	if len(colours) < 6 {
		t.Errorf("across the maps there are %d colours", len(colours))
	}
	painted := open(t, desk, served(t).link("target=0,1;w,2&T=20"))
	agrees(t, painted)
	if got, want := value[string](painted, `(getSelection().selectAllChildren(document.querySelector("#command")),
		getSelection().toString())`), value[string](painted, `document.querySelector("#command").textContent`); got != want ||
		!strings.Contains(got, "\n") {
		t.Errorf("the selected command is %q, want %q", got, want)
	}
	half := open(t, desk, served(t).link("toy=barrier&T=100&beta=0.5"))
	value[bool](half, `(window.texts = [],
		CanvasRenderingContext2D.prototype.fillText = (of) => texts.push(of), window.paths = [],
		window.Path2D = class extends Path2D { constructor(of) { super(of); paths.push(of); } }, true)`)
	half.downloaded("#picture", "*.png")
	must.Say(t, value[string](half, `texts.join(" ")`), "At level 50, 31% are in the wrong place", "J = 0.4066",
		"B = 0.5497", "B − J = 0.1431", "barrier, metropolis, geometric bridge, linear schedule, T = 100")
	lines := value[[]string](half, `paths.filter((path) => path.split("L").length === 100).slice(-2)`) // J, and B
	printed := levels(t, "--toy", "barrier", "-T", "100")
	ofLevel := []func(level) float64{func(r level) float64 { return r.Jt }, func(r level) float64 { return r.Bt }}
	for i, of := range ofLevel {
		for k, r := range printed {
			heightAt := func(line string, k int) (y float64) {
				_, after, _ := strings.Cut(strings.Split(line[1:], "L")[k], ",")
				return must.Have(strconv.ParseFloat(after, 64))(t)
			}
			rise := heightAt(lines[i], 0) - heightAt(lines[i], k+1)
			whole := heightAt(lines[1], 0) - heightAt(lines[1], 99)
			must.Near(t, rise/whole, of(r)/printed[len(printed)-1].Bt, 1e-9, "curve %d at level %d", i, k+2)
		}
	}
}

// TestLostServer: if the server stops, the page says so, keeps what was there, and goes on by itself when the server is
// back. It then says again what takes long.
func TestLostServer(t *testing.T) {
	s := started(t, anyPort)
	t.Cleanup(s.stop)
	tab := open(t, desk, s.link("toy=barrier&T=20"))
	tab.forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED")
	before := numbers(tab)
	s.stop()
	value[bool](tab, `(location.hash = "#toy=easy&T=20", true)`)
	tab.wait(`document.querySelector("#said").checkVisibility()`, `document.querySelector("#plot.stale") !== null`)
	must.Say(t, text(tab, "#said"), "The server does not answer", "breadboard explore starts it")
	rest(tab) // by then every kind of answer was asked for in vain
	rest(tab)
	if got := numbers(tab); got != before {
		t.Errorf("nobody answered, and the numbers became %v", got)
	}
	again := started(t, s.address)
	t.Cleanup(again.stop)
	tab.wait(`!document.querySelector("#said").checkVisibility()`)
	settled(tab)
	numbers(tab).holds(t, exactly(t, "--toy", "easy", "-T", "20"))
	value[bool](tab, quicker)
	searches(tab)
	again.stop()
	tab.wait(`document.querySelector("#said").checkVisibility()`, `!document.querySelector("#slow").checkVisibility()`)
	last := started(t, s.address)
	t.Cleanup(last.stop)
	tab.wait(`!document.querySelector("#said").checkVisibility()`)
	saysSlow(tab)
}

// TestWindows: a link to any target opens with sentence, maps, plot and words in the window. They stay while one reads:
// in a window of one column above the middle, and the story is below it.
func TestWindows(t *testing.T) {
	s := served(t)
	for _, size := range [][2]int64{{1280, 720}, {720, 800}, {683, 700}, {960, 780}, {991, 700}, {640, 360}, {-844, 390},
		{-390, 844}, {-360, 640}} {
		of := screen{width: max(size[0], -size[0]), height: size[1], touch: size[0] < 0}
		tab := open(t, of, s.link("toy=easy&schedule=sigmoid:4&T=1000"))
		const inside = `[".sentence", "[data-map=q] .cells", ".curves", ".words", ".play"].every((one) => {
			const {top, bottom, left, right} = document.querySelector(one).getBoundingClientRect();
			return top >= 0 && bottom <= %s && left >= 0 && right <= innerWidth;
		})`
		tab.wait(fmt.Sprintf(inside, "innerHeight"), `document.querySelector(".lens").checkVisibility() &&
			[".most", ".words .j small"].every((one) => document.querySelector(one).checkVisibility())`)
		value[bool](tab, `(document.querySelector("#story section:last-of-type").scrollIntoView(), true)`)
		room := "innerHeight"
		if of.width < 992 { // in one column
			room = "innerHeight / 2"
		}
		tab.wait(fmt.Sprintf(inside, room),
			`document.elementFromPoint(innerWidth * 0.9, innerHeight / 2 + 9).closest("#story, main") !== null &&
			!document.elementFromPoint(innerWidth * 0.9, innerHeight / 2 + 9).closest(".seen")`)
		value[bool](tab, `(location.hash = "#target=0,1,2;3,4,5&T=20", true)`)
		settled(tab)
		tab.wait(fmt.Sprintf(inside, "innerHeight"))
	}
}

// TestPhone: the picture comes first, the controls are one line until they are pressed, and the story follows. A finger
// paints. Nothing reaches beyond a narrow screen.
func TestPhone(t *testing.T) {
	narrow := phone
	narrow.width = 320
	edge := open(t, narrow, served(t).link("schedule=curve:0:0.02:0.05:0.1:0.16:0.25:0.4:0.65:1&T=10000"))
	if over := value[float64](edge, "document.documentElement.scrollWidth"); over > 320 {
		t.Errorf("a narrow page is %v pixels wide", over)
	}
	tab := open(t, phone, served(t).link("toy=barrier&T=100"))
	must.Say(t, text(tab, ".fold"), "barrier, metropolis, T = 100")
	tops := value[[]float64](tab, `["#maps", "#plot", ".fold", "#story"].map((one) =>
		document.querySelector(one).getBoundingClientRect().top)`)
	for i := range tops[1:] {
		if tops[i] >= tops[i+1] {
			t.Errorf("the places are at %v", tops)
		}
	}
	if tab.has(".fields") {
		t.Error("the fields are not folded")
	}
	tab.click(".fold")
	tab.wait(`document.querySelector(".fields").checkVisibility()`)
	paints(tab)
	rest(tab)
	tab.finger(spots(tab, [2]int{6, 0}, [2]int{6, 1})...)
	tab.wait(`location.hash.includes("target=")`)
	agrees(t, tab)
}
