package explorer_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// above is what the page shows above its views.
type above struct {
	Rows         [][]string
	Titles       [][]string // all digits, by row
	Stale        []bool
	Apart, Notes string
	Labels       []string // of the maps: p, q and q - p, left and then right
	StaleMaps    []bool
	IsOnce       bool // the target of both settings stands once
}

// aboveOf draws the numbers and the small maps of sides, of which those in old show an older question's answer.
func aboveOf(t *testing.T, old []bool, all ...setting) above {
	t.Helper()
	return inNode[above](t, `
		const {apart, numbers} = await load("explorer/numbers.js"), {laws} = await load("explorer/laws.js");
		const sides = input.sides.map(({question, answers}, i) => Object.assign(new EventTarget(), {name: "ab"[i],
			question,
			answers, problems: {}, stale: () => input.old?.[i] ?? false}));
		const [top, below] = ["div", "div"].map((tag) => document.body.appendChild(document.createElement(tag)));
		const page = Object.assign(new EventTarget(), {get() {}});
		const made = [numbers(top, () => sides), laws(below, () => sides, page)];
		for (const one of made) for (const side of sides) one.follow(side);
		for (const one of made) one.draw();
		await rest();
		await rest();
		const rows = top.querySelectorAll("tbody tr");
		const canvases = below.querySelectorAll("canvas");
		return {isOnce: below.classList.contains("once"), rows: rowsOf(top.querySelector("table")),
			stale: rows.map((row) => row.classList.contains("stale")),
			titles: rows.map((row) => row.querySelectorAll("td").map((cell) => cell.title)),
			apart: apart(...sides.map((side) => side.question)), notes: top.querySelector(".about").textContent,
			labels: canvases.map((one) => one.getAttribute("aria-label")),
			staleMaps: canvases.map((one) => one.closest("figure").classList.contains("stale"))};`,
		map[string]any{"sides": all, "old": old})
}

// row are J, both divergences, B and B - J.
func rowOf(s setting) []float64 {
	m := s.Answers["measure"].(explore.Measured)
	return []float64{float64(m.J.Sum), float64(m.J.QP), float64(m.J.PQ), float64(m.B.Sum), float64(m.Slack)}
}

// The numbers above the views are those of the answers, in their columns; of two settings also left less right. Rows of
// an
// older question are marked, and the difference with them.
func TestNumbersAreTheAnswers(t *testing.T) {
	a, b := answered(21), answered(22)
	names := []string{"J", "KL(q‖p)", "KL(p‖q)", "B", "B − J"}
	one := aboveOf(t, nil, a)
	if !slices.Equal(one.Rows[0], names) || len(one.Rows) != 2 || one.Notes != "a note." || one.Apart != "" {
		t.Errorf("one setting has %q, and says %q and %q", one.Rows, one.Notes, one.Apart)
	}
	for _, old := range [][]bool{{false, false}, {false, true}} {
		both := aboveOf(t, old, a, b)
		left, right := rowOf(a), rowOf(b)
		if !strings.HasPrefix(both.Apart, "Left and right are the same setting.") {
			t.Errorf("of two equal questions it says %q", both.Apart)
		}
		for i, want := range [][]float64{left, right, less(left, right)} {
			for k, v := range want {
				if got := numberOf(both.Titles[i][k]); !nearly(got, v, 1e-15) {
					t.Errorf("row %d, %s is %v, want %v", i, names[k], got, v)
				}
				text := both.Rows[i+1][k+1]
				if got := numberOf(text); math.Abs(got-v) > 0.0006*math.Abs(v) || (i == 2 &&
					v > 0) != strings.HasPrefix(text, "+") {
					t.Errorf("row %d, %s says %s, want %v", i, names[k], text, v)
				}
			}
		}
		p := b.Answers["measure"].(explore.Measured).P
		most := slices.Index(p, slices.Max(p))
		saysAll(t, both.Labels[3], fmt.Sprintf("the largest is %.3f at row %d, column %d", p[most], most/3, most%3))
		if want := []bool{old[0], old[1], old[0] || old[1]}; !slices.Equal(both.Stale, want) {
			t.Errorf("marked as old: %v, want %v", both.Stale, want)
		}
		for i, stale := range both.StaleMaps {
			if stale != old[i/3] {
				t.Errorf("small map %d is marked as old: %v", i, stale)
			}
		}
	}
}

// The digits in the tooltip of a number are those of the newest answer, also where those that are shown stay.
func TestTooltipsAreOfTheNewestAnswer(t *testing.T) {
	got := inNode[[]string](t, `
		const {numbers} = await load("explorer/numbers.js");
		const side = Object.assign(new EventTarget(), {...input, name: "a", problems: {}, stale: () => false});
		const room = document.body.appendChild(document.createElement("div")), made = numbers(room, () => [side]);
		const said = [];
		for (const J of [1.64812, 1.64814, null]) {
			side.answers.measure.J.sum = J;
			made.draw();
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

// differsIn is what two settings are told to differ in, by the key that differs.
var differsIn = map[string]string{"Toy": "the target", "Seed": "the target", "Target": "the target",
	"Axes": "the axes", "Kernel": "the kernel", "Program": "the program", "Bridge": "the bridge",
	"Initial": "the start", "Schedule": "the schedule", "SkipLast": "the last kernel", "Repeat": "the steps a level",
	"T": "The left setting has T = 100 and the right one has T = 7; all else is the same."}

// Every key of a question can set two settings apart: whoever compares them is told which, and nothing else.
func TestNoKeyIsForgotten(t *testing.T) {
	base := explorer.First()
	of := reflect.TypeFor[explore.Question]()
	for i := range of.NumField() {
		if of.Field(i).Tag.Get("json") == "-" { // a page has one program or none
			continue
		}
		other := base
		switch field := reflect.ValueOf(&other).Elem().Field(i); field.Kind() {
		case reflect.String:
			field.SetString("another")
		case reflect.Int:
			field.SetInt(7)
		case reflect.Bool:
			field.SetBool(true)
		default:
			field.Set(reflect.ValueOf(new(uint64(7))))
		}
		said := inNode[string](t, `const {apart} = await load("explorer/numbers.js");
			return apart(...input);`, []explore.Question{base, other})
		want, known := differsIn[of.Field(i).Name]
		if !known || !strings.Contains(said, want) || strings.Count(said, "the ") > strings.Count(want, "the ")+2 {
			t.Errorf("two settings that differ in %s are told: %s", of.Field(i).Name, said)
		}
	}
	other := base
	other.Repeat = 1
	said := inNode[string](t, `const {apart} = await load("explorer/numbers.js");
		return apart(...input);`, []explore.Question{base, other})
	if !strings.Contains(said, "same setting") {
		t.Errorf("a setting that spells out what is meant anyway is told to differ: %s", said)
	}
}

// A schedule has one colour on the page: in the chart of the setting, on its button, and in the charts that compare
// schedules. In the chart each curve has the betas of its answer, at equal steps, and so in its file: that of the
// setting as well.
func TestSchedulesHaveTheirColours(t *testing.T) {
	one := answered(71)
	got := inNode[struct {
		Picture tree
		Chips   map[string]string
		CSV     savedFile
	}](t, `
		const {curve} = await load("explorer/setting/curve.js");
		const side = Object.assign(new EventTarget(), {...input, name: "a", problems: {}, waiting: new Set(),
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
		want := offered[name]
		if name == "own" { // it has no button
			want, got.Chips[name] = "var(--line-0)", "var(--line-0)"
		}
		if got.Chips[name] != want || legend[name][0] != want || line != want {
			t.Errorf("%s is %s on its button, %s in the legend and %s in the chart; beside others it is %s", name,
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
