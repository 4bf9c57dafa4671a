package explorer_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// A firstMap is a map of the first screen as a reader sees it.
type firstMap struct {
	Head, Title, Unit, Low, High string
	Wrong                        []string // cells whose colour is not that of their number on the scale
	Tip                          string   // what it says of the cell at row 1, column 0
}

// firstScreen is a map of the first screen as it has to be: its words beside its numbers.
type firstScreen struct {
	head, title, unit string
	signed            bool
	values            []explore.Number
	most              float64 // the upper end of the scale, and its lower end below 0 if it is signed
}

// mapsOf draws the maps of the first screen. values and scales are what each canvas is held to, in the order of the
// maps: the colour of a cell is that of its number, in its row and its column.
func mapsOf(t *testing.T, page map[string]string, want []firstScreen, one setting) []firstMap {
	t.Helper()
	type drawn struct {
		Values []explore.Number `json:"values"`
		Signed bool             `json:"signed"`
		High   float64          `json:"high"`
	}
	var canvases []drawn
	for _, w := range want {
		canvases = append(canvases, drawn{w.values, w.signed, w.most})
	}
	return inNode[[]firstMap](t, `
		const {laws} = await load("explorer/laws.js"), {colour, value} = await load("charts/charts.js");
		const {Shared} = await load("explorer/state/shared.js");
		const setting = Object.assign(new EventTarget(), {...input.setting, problems: {}, stale: () => false});
		const room = document.body.appendChild(document.createElement("div"));
		laws(room, setting, new Shared(input.page));
		await rest();
		await rest();
		const shown = room.querySelectorAll("figure").filter((one) => !one.hidden);
		return shown.map((figure, i) => {
			const canvas = figure.querySelector("canvas"), [title] = figure.querySelectorAll("figcaption span");
			const [low, told, high] = figure.querySelectorAll(".scale span");
			const {values, signed, high: most} = input.canvases[i], scale = {low: signed ? -most : 0, high: most,
				signed};
			const unit = told.textContent;
			const wrong = figure.classList.contains("known") ? [] : ["it is drawn as if nothing were known"];
			values.forEach((v, cell) => {
				const at = cell % 3 + "," + Math.floor(cell / 3);
				const is = canvas.pixels[at], be = input.walls[cell] ? undefined : colour(value(v), scale);
				if (is !== be) wrong.push("cell " + cell + " is " + is + ", want " + be);
			});
			canvas.getBoundingClientRect = () => ({left: 0, top: 0, width: 30, height: 20});
			canvas.dispatchEvent(Object.assign(new Event("pointermove"), {clientX: 5, clientY: 15}));
			return {head: figure.querySelector("h3").textContent, title: title.textContent, unit, low: low.textContent,
				high: high.textContent, wrong, tip: told.textContent};
		});`, map[string]any{"setting": one, "page": page, "canvases": canvases, "walls": shape.Walls})
}

// largest is the largest size of numbers.
func largest(lists ...[]explore.Number) (most float64) {
	for _, list := range lists {
		for _, v := range list {
			most = max(most, math.Abs(float64(v)))
		}
	}
	return most
}

// Each map of the first screen stands here in one line: its head, its title, its unit, its numbers and its scale. So no
// word can stand over the numbers of another.
func TestFirstScreenIsOneTable(t *testing.T) {
	a := answered(81)
	of := func(s setting) explore.Measured { return s.Answers["measure"].(explore.Measured) }
	level := func(s setting) explore.Frame { return s.Answers["levels"].(explore.Levels).Frames[2] }
	const share, off = "probability", "too few · too many"
	wrong := less(of(a).Q, of(a).P)
	alone := []firstScreen{
		{"p", "where samples should be", share, false, of(a).P, largest(of(a).P, of(a).Q)},
		{"q", "where they are", share, false, of(a).Q, largest(of(a).P, of(a).Q)},
		{"q − p", "what is wrong", off, true, wrong, largest(wrong)},
	}
	atLevel := less(level(a).Forward, level(a).P)
	onTheWay := []firstScreen{
		{"p", "should be, at level 3", share, false, level(a).P, largest(level(a).P, level(a).Forward)},
		{"q", "are, at level 3", share, false, level(a).Forward, largest(level(a).P, level(a).Forward)},
		{"q − p", "what is wrong, at level 3", off, true, atLevel, largest(atLevel)},
	}
	for name, c := range map[string]struct {
		page map[string]string
		want []firstScreen
	}{
		"at the end": {nil, alone},
		"at a level": {map[string]string{"beta": "0.32"}, onTheWay},
	} {
		got := mapsOf(t, c.page, c.want, a)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d maps, want %d", name, len(got), len(c.want))
			continue
		}
		for i, w := range c.want {
			g := got[i]
			if [3]string{g.Head, g.Title, g.Unit} != [3]string{w.head, w.title, w.unit} {
				t.Errorf("%s: map %d is headed %q, %q, %q; want %q, %q, %q", name, i, g.Head, g.Title, g.Unit,
					w.head, w.title, w.unit)
			}
			low, sign := "0", ""
			if w.signed {
				low, sign = fmt.Sprintf("−%.2g", w.most), "+"
			}
			if !nearly(numberOf(g.High), w.most, 0.06) || !strings.HasPrefix(g.High, sign) ||
				numberOf(g.Low) != numberOf(low) &&
					!nearly(numberOf(g.Low), -w.most, 0.06) {
				t.Errorf("%s: the scale of %s is from %s to %s, want %v", name, w.head, g.Low, g.High, w.most)
			}
			if len(g.Wrong) > 0 {
				t.Errorf("%s: %s: %s", name, w.head, strings.Join(g.Wrong, "; "))
			}
			cell, value, _ := strings.Cut(g.Tip, ": ") // of the wall's neighbour: row 1, column 0 is cell 3
			if cell != "row 1, column 0" || !nearly(numberOf(value), float64(w.values[3]), 6e-3) {
				t.Errorf("%s: %s says %q of a cell of %v", name, w.head, g.Tip, w.values[3])
			}
		}
	}
}

// A bar has its name, what it says beside it, its number, and its parts in their order: class, text and width in
// percent.
type bar struct {
	Name, Says, Number string
	Parts              [][3]string
}

// J's bar is KL(q‖p) and then KL(p‖q), and B's is J and then what lies between, each as long as its number on the
// one axis.
func TestBarsAreTheirNumbers(t *testing.T) {
	one := answered(83)
	got := inNode[struct {
		Bars  []bar
		Ticks [][2]string
		Unit  string
	}](t, `
		const {numbers} = await load("explorer/numbers.js");
		const room = document.body.appendChild(document.createElement("div"));
		numbers(room, Object.assign(new EventTarget(), {...input, problems: {}, stale: () => false}));
		await rest();
		await rest();
		return {bars: room.querySelectorAll(".bar-of").map((one) => {
			const head = one.parentNode.querySelector("h3"), says = head.querySelector("small").textContent;
			return {name: head.textContent.slice(0, -says.length), says, number: one.querySelector("b").textContent,
				parts: one.querySelectorAll("span").map((part) => [part.className, part.title, part.style.width])};
		}), ticks: room.querySelector(".axis").children.map((one) => [one.textContent, String(one.style["--at"])]),
			unit: room.querySelector(".bars").children.at(-1).textContent};`, one)
	v := rowOf(one)
	top := max(v[0], v[3])
	for _, tick := range got.Ticks {
		top = max(top, numberOf(tick[0]))
	}
	width := func(v float64) string { return fmt.Sprintf("%.4f", 100*v/top) }
	above := strings.TrimSuffix(fmt.Sprintf("%.3g", v[4]), "0") + " above J"
	for i, w := range []bar{
		{"J", "the distance", digits(v[0]), [][3]string{{"j-q", "KL(q‖p)", width(v[1])},
			{"j-p", "KL(p‖q)", width(v[2])}}},
		{"B", "what runs estimate: " + above, digits(v[3]), [][3]string{{"b-j", "J", width(v[0])},
			{"b-slack", "", width(v[4])}}},
	} {
		g := got.Bars[i]
		for k := range g.Parts {
			g.Parts[k][2] = fmt.Sprintf("%.4f", numberOf(strings.TrimSuffix(g.Parts[k][2], "%")))
		}
		if g.Name != w.Name || g.Number != w.Number || !slices.Equal(g.Parts, w.Parts) {
			t.Errorf("the bar is %+v, want %+v", g, w)
		}
		says, _, _ := strings.Cut(w.Says, ": ")
		if !strings.HasPrefix(g.Says, says) {
			t.Errorf("beside %s it says %q, want %q", w.Name, g.Says, w.Says)
		}
	}
	for _, tick := range got.Ticks {
		if at := numberOf(tick[0]) / top; !nearly(numberOf(tick[1]), at, 0.03) {
			t.Errorf("the tick %s is at %s of the axis, want %v", tick[0], tick[1], at)
		}
	}
	if got.Unit != "nats; 0 is perfect" {
		t.Errorf("the unit is %q", got.Unit)
	}
}

// While no answer has come, nothing looks like one: no axis, no number, no scale.
func TestNothingIsShownOfNothing(t *testing.T) {
	got := inNode[struct {
		Bars  string
		Known bool
	}](t, `
		const {numbers} = await load("explorer/numbers.js"), {laws} = await load("explorer/laws.js");
		const {Shared} = await load("explorer/state/shared.js");
		const setting = Object.assign(new EventTarget(), {question: {}, answers: {}, problems: {}, stale: () => false});
		const [top, below] = ["div", "div"].map((tag) => document.body.appendChild(document.createElement(tag)));
		numbers(top, setting);
		laws(below, setting, new Shared({}));
		await rest();
		await rest();
		return {bars: top.querySelector(".bars").textContent, known: below.querySelector(".known") !== null};`, nil)
	if got.Bars != "J and B are on the way." || got.Known {
		t.Errorf("before the first answer the bars say %q, and a map is marked as known: %v", got.Bars, got.Known)
	}
	zero := answered(85)
	m := zero.Answers["measure"].(explore.Measured)
	m.J = explore.Divergences{}
	m.B = explore.Divergences{}
	m.Slack = 0
	zero.Answers["measure"] = m
	ticks := inNode[[]string](t, `
		const {numbers} = await load("explorer/numbers.js");
		const room = document.body.appendChild(document.createElement("div"));
		numbers(room, Object.assign(new EventTarget(), {...input, problems: {}, stale: () => false}));
		await rest();
		await rest();
		return [...room.querySelector(".axis").children.map((one) => one.textContent),
			...room.querySelectorAll(".bar-of span").map((one) => one.style.width)];`, zero)
	if want := []string{"0", "0%", "0%", "0%", "0%"}; !slices.Equal(ticks, want) {
		t.Errorf("of J = B = 0 the axis and the bars are %q, want %q", ticks, want)
	}
}
