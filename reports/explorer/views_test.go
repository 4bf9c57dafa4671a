package explorer_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// A part is what a view shows of one thing: charts, a table, and words.
type part struct {
	Title, Words string
	Charts       []struct {
		Picture tree
		CSV     savedFile
	}
	Tables [][][]string
	Best   []string // the cells that a table marks
}

// A setting is what the page has of one: its question, and its answers by their kinds.
type setting struct {
	Question explore.Question `json:"question"`
	Answers  map[string]any   `json:"answers"`
}

// shown mounts a view of the page for a setting, and returns its parts. page are the values that a link tells beside
// the question.
func shown(t *testing.T, view string, page map[string]string, one setting) map[string]part {
	t.Helper()
	parts := inNode[[]part](t, `
		const {views} = await load("explorer/views/views.js");
		const {Shared} = await load("explorer/state/shared.js");
		const page = new Shared(input.page), view = views.find(({id}) => id === input.view);
		const setting = Object.assign(new EventTarget(), {...input.setting, problems: {}, waiting: new Set(),
			stale: () => false, set() {}});
		const room = document.body.appendChild(document.createElement("div")), made = view.mount(room, setting, page);
		for (const one of made) one.draw();
		await rest();
		const parts = [];
		for (const one of room.querySelectorAll("section")) {
			const charts = [];
			for (const figure of one.querySelectorAll("figure")) {
				charts.push({picture: tree(figure.querySelector(".chart-picture")), csv: await savedBy(figure, "CSV")});
			}
			const tables = one.querySelectorAll("table").filter((table) => !table.closest("figure"));
			parts.push({title: one.querySelector("h4").textContent,
				words: one.querySelector(".words").textContent, charts,
				tables: tables.map(rowsOf), best: one.querySelectorAll(".best").map((cell) => cell.textContent)});
		}
		return parts;`, map[string]any{"view": view, "page": page, "setting": one})
	titled := map[string]part{}
	for _, p := range parts {
		titled[p.Title] = p
	}
	return titled
}

// chartIs holds a chart of a part to a table: its file, and the words of its picture, with the units.
func (p part) chartIs(t *testing.T, i int, want [][]any, words ...string) tree {
	t.Helper()
	if i >= len(p.Charts) {
		t.Fatalf("%s has %d charts, and says %s", p.Title, len(p.Charts), p.Words)
	}
	chart := p.Charts[i]
	sameRows(t, p.Title+", "+chart.CSV.Name, chart.CSV.Rows(t), want, 1e-12) // a sum or two of the answer's numbers
	said := chart.Picture.Words()
	for _, word := range words {
		if !strings.Contains(said, word) {
			t.Errorf("%s, chart %d has no %q among %q", p.Title, i, word, said)
		}
	}
	return chart.Picture
}

// saysAll fails the test unless words have all of these.
func saysAll(t *testing.T, words string, all ...string) {
	t.Helper()
	must.Say(t, words, all...)
}

// some are so many numbers, all different.
func some(dice *rand.Rand, n int) []explore.Number {
	all := make([]explore.Number, n)
	for i := range all {
		all[i] = explore.Number(0.01 + dice.Float64())
	}
	return all
}

// law is a law on the cells without a wall.
func law(dice *rand.Rand, of explore.Shape) []explore.Number {
	all := some(dice, len(of.Walls))
	sum := explore.Number(0)
	for x := range all {
		if of.Walls[x] {
			all[x] = 0
		}
		sum += all[x]
	}
	for x := range all {
		all[x] /= sum
	}
	return all
}

// shape is a grid of two rows and three columns, with a wall.
var shape = explore.Shape{Axes: []int{2, 3}, Rows: 2, Columns: 3, Walls: []bool{false, false, true, false, false,
	false}}

// measured are numbers and laws that all differ, and do not add up: a page that computes one of another would show it.
func measured(dice *rand.Rand) explore.Measured {
	d := func() explore.Divergences {
		v := some(dice, 3)
		return explore.Divergences{QP: v[0], PQ: v[1], Sum: 2 + v[2]}
	}
	rest := some(dice, 2)
	return explore.Measured{Shape: shape, J: d(), B: d(), Slack: rest[0], LogR: rest[1], P: law(dice, shape),
		Q: law(dice, shape), Notes: []string{"a note."}}
}

// answered are answers of every kind to a question with five levels.
func answered(seed uint64) setting {
	dice := rand.New(rand.NewPCG(seed, 0))
	m, rest := measured(dice), some(dice, 4)
	exact := explore.Exact{Measured: m, ESS: rest[0], FwdLogW: -rest[1], RevLogW: rest[2], Defect: rest[3] * 1e-13,
		JParts: some(dice, 6), BParts: some(dice, 6), Betas: []explore.Number{0, 0.1, 0.3, 0.85,
			1}, Steps: some(dice, 4)}
	exact.BParts[1] *= -1
	levels := explore.Levels{Shape: shape}
	for i, beta := range exact.Betas {
		levels.Frames = append(levels.Frames, explore.Frame{T: i + 1, Beta: beta, P: law(dice, shape),
			Forward: law(dice, shape), Reverse: law(dice, shape), BParts: some(dice, 6), Step: some(dice, 1)[0]})
	}
	answers := map[string]any{"measure": m, "exact": exact, "levels": levels}
	named := []explore.Scheduled{}
	for _, name := range []string{"sigmoid:4", "linear", "fisher", "best-b", "best-j"} {
		v := some(dice, 2)
		named = append(named, explore.Scheduled{Name: name, Betas: exact.Betas, J: v[0], B: 1 + v[1]})
	}
	answers["schedules"] = map[string]any{"all": named}
	q := explore.Question{Toy: "barrier", Schedule: "sigmoid:4", T: 50}
	return setting{Question: q, Answers: answers}
}
