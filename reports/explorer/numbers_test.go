package explorer_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
)

// above is what the page shows above its views.
type above struct {
	Head, Row, Titles []string // of the numbers; titles are all digits
	Stale             bool
	Notes             string
	Labels            []string // of the maps: p, q and q - p
	StaleMaps         []bool
}

// aboveOf draws the numbers and the small maps of a setting, which shows an older question's answer if it is old.
func aboveOf(t *testing.T, isOld bool, one setting) above {
	t.Helper()
	return inNode[above](t, `
		const {numbers} = await load("explorer/numbers.js"), {laws} = await load("explorer/laws.js");
		const setting = Object.assign(new EventTarget(), {...input.setting, problems: {}, stale: () => input.isOld});
		const [top, below] = ["div", "div"].map((tag) => document.body.appendChild(document.createElement(tag)));
		numbers(top, setting);
		laws(below, setting, Object.assign(new EventTarget(), {get() {}}));
		await rest();
		await rest();
		const row = top.querySelector("tbody tr"), [head, cells] = rowsOf(top.querySelector("table"));
		const canvases = below.querySelectorAll("canvas");
		return {head, row: cells, stale: row.classList.contains("stale"),
			titles: row.querySelectorAll("td").map((cell) => cell.title),
			notes: top.querySelector(".about").textContent,
			labels: canvases.map((one) => one.getAttribute("aria-label")),
			staleMaps: canvases.map((one) => one.closest("figure").classList.contains("stale"))};`,
		map[string]any{"setting": one, "isOld": isOld})
}

// rowOf are J, both divergences, B and B - J.
func rowOf(s setting) []float64 {
	m := s.Answers["measure"].(explore.Measured)
	return []float64{float64(m.J.Sum), float64(m.J.QP), float64(m.J.PQ), float64(m.B.Sum), float64(m.Slack)}
}

// The numbers above the views are those of the answers, in their columns. What is of an older question is marked.
func TestNumbersAreTheAnswers(t *testing.T) {
	one := answered(21)
	for _, isOld := range []bool{false, true} {
		got := aboveOf(t, isOld, one)
		if names := []string{"J", "KL(q‖p)", "KL(p‖q)", "B", "B − J"}; !slices.Equal(got.Head, names) ||
			got.Notes != "a note." {
			t.Errorf("the numbers are %q, and it says %q", got.Head, got.Notes)
		}
		for k, v := range rowOf(one) {
			if !nearly(numberOf(got.Titles[k]), v, 1e-15) || math.Abs(numberOf(got.Row[k])-v) > 0.0006*v {
				t.Errorf("%s is %s, in full %s; want %v", got.Head[k], got.Row[k], got.Titles[k], v)
			}
		}
		p := one.Answers["measure"].(explore.Measured).P
		most := slices.Index(p, slices.Max(p))
		saysAll(t, got.Labels[0], fmt.Sprintf("the largest is %.3f at row %d, column %d", p[most], most/3, most%3))
		if got.Stale != isOld || slices.Contains(got.StaleMaps, !isOld) {
			t.Errorf("marked as old: %v and %v, want %v", got.Stale, got.StaleMaps, isOld)
		}
	}
}

// The digits in the tooltip of a number are those of the newest answer, also where those that are shown stay.
func TestTooltipsAreOfTheNewestAnswer(t *testing.T) {
	got := inNode[[]string](t, `
		const {numbers} = await load("explorer/numbers.js");
		const setting = Object.assign(new EventTarget(), {...input, problems: {}, stale: () => false});
		const room = document.body.appendChild(document.createElement("div")), said = [];
		numbers(room, setting);
		for (const J of [1.64812, 1.64814, null]) {
			setting.answers.measure.J.sum = J;
			setting.dispatchEvent(Object.assign(new Event("answer"), {detail: "measure"}));
			await rest();
			await rest();
			const cell = room.querySelector("tbody td");
			said.push(cell.textContent, cell.title);
		}
		return said;`, answered(21))
	if want := []string{"1.648", "1.64812", "1.648", "1.64814", "–", "NaN"}; !slices.Equal(got, want) {
		t.Errorf("J and its tooltip are %q, want %q", got, want)
	}
}

// A schedule has one colour on the page: in the chart of the setting, and on its button. In the chart each curve
// has the betas of its answer, at equal steps, and so in its file: that of the setting as well.
func TestSchedulesHaveTheirColours(t *testing.T) {
	one := answered(71)
	got := inNode[struct {
		Picture tree
		Chips   map[string]string
		CSV     savedFile
	}](t, `
		const {curve} = await load("explorer/setting/curve.js");
		const side = Object.assign(new EventTarget(), {...input, problems: {}, waiting: new Set(),
			stale: () => false, need() {}, set() {}});
		const made = curve(side).element, chips = {};
		for (const chip of made.querySelectorAll(".chip")) {
			chips[chip.textContent] = chip.querySelector(".dot").style.backgroundColor;
		}
		return {picture: tree(made.querySelector(".chart-picture")), chips, csv: await savedBy(made, "CSV")};`, one)
	names, axis := []string{"linear", "fisher", "best-b", "best-j", "own"}, "the schedule: share of the steps"
	rows := [][]any{{"panel", "series", "beta", "value"}, {axis, "linear", 0.0, 0.0}, {axis, "linear", 1.0, 1.0}}
	for _, name := range names[1:] {
		for i, beta := range []float64{0, 0.1, 0.3, 0.85, 1} { // of every schedule in the answer
			rows = append(rows, []any{axis, name, beta, float64(i) / 4})
		}
	}
	sameRows(t, "the chart", got.CSV.Rows(t), rows, 1e-15)
	legend := legendOf(got.Picture)
	for i, name := range names {
		line := got.Picture.All("class", "series")[i].Attributes["stroke"]
		want := fmt.Sprintf("var(--line-%d)", (i+1)%len(names))
		if name == "own" { // it has no button
			got.Chips[name] = want
		}
		if got.Chips[name] != want || legend[name][0] != want || line != want {
			t.Errorf("%s is %s on its button, %s in the legend and %s in the chart, want %s", name,
				got.Chips[name], legend[name][0], line, want)
		}
	}
}

// The words below the maps name the smallest box that holds most of B, and of several the one that holds most; those
// below the bars name the shortest run of steps that holds half of B, where a schedule may stand still.
func TestWhere(t *testing.T) {
	type box struct{ Top, Bottom, Left, Right, Cells int }
	said := inNode[struct {
		Boxes []*box
		Runs  [][2]int
	}](t, `
		const {shortest, smallest} = await load("explorer/views/where.js");
		const grid = [1, 0, 0, 1, 0, 6, 5, 0, 0, 7, 3, 1], at = {rows: 3, columns: 4};
		const run = (steps, betas) => { const {from, to} = shortest(steps, betas); return [from, to]; };
		return {boxes: [smallest(grid, at, 0.25), smallest(grid, at, 0.5), smallest(grid, at, 0.8),
			smallest(grid, at, 1),
				smallest([-1, 2, 2, -1], {rows: 1, columns: 4}, 1), smallest([0, 0, 0], {rows: 1, columns: 3}, 0.5)],
			runs: [run([1, 5, 1, 1], [0, 0.25, 0.5, 0.75, 1]), run([3, 1, 1, 1, 2], [0, 0.5, 0.625, 0.75, 0.875, 1]),
				run([2, 2, 2, 2], [0, 0.5, 0.5, 0.5, 1]), run([3, 1, 1, 3], [0, 0.1, 0.4, 0.7, 1])]};`, nil)
	want := []*box{{2, 2, 1, 1, 1}, {1, 2, 1, 1, 2}, {1, 2, 1, 2, 4}, {0, 2, 0, 3, 12}, {0, 0, 1, 1, 1}, nil}
	if diff := cmp.Diff(want, said.Boxes); diff != "" {
		t.Errorf("the boxes (- wanted, + got): %s", diff)
	}
	if runs := [][2]int{{1, 2}, {2, 5}, {1, 3}, {0, 2}}; !slices.Equal(said.Runs, runs) {
		t.Errorf("the runs are %v, want %v", said.Runs, runs)
	}
}
