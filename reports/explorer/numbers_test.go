package explorer_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// above is what the page shows above its views.
type above struct {
	Rows         [][]string
	Titles       [][]string // all digits, by row
	Stale        []bool
	Apart, Notes string
	Maps         []map[string]string // the colours of the small maps, by column and row: p, q and q - p of A, then of B
	Labels       []string
	StaleMaps    []bool
}

// aboveOf draws the numbers and the small maps of sides, of which those in old show an older question's answer.
func aboveOf(t *testing.T, old []bool, all ...setting) above {
	t.Helper()
	return inNode[above](t, `
		const {numbers} = await load("explorer/numbers.js"), {laws} = await load("explorer/laws.js");
		const sides = input.sides.map(({question, answers}, i) => Object.assign(new EventTarget(), {name: "ab"[i], question,
			answers, problems: {}, stale: () => input.old?.[i] ?? false}));
		const [top, below] = ["div", "div"].map((tag) => document.body.appendChild(document.createElement(tag)));
		const made = [numbers(top, () => sides), laws(below, () => sides)];
		for (const one of made) for (const side of sides) one.follow(side);
		for (const one of made) one.draw();
		await rest();
		await rest();
		const rows = top.querySelectorAll("tbody tr"), canvases = below.querySelectorAll("canvas");
		return {rows: rowsOf(top.querySelector("table")), stale: rows.map((row) => row.classList.contains("stale")),
			titles: rows.map((row) => row.querySelectorAll("td").map((cell) => cell.title)),
			apart: top.querySelector(".apart").textContent, notes: top.querySelector(".about").textContent,
			maps: canvases.map(({pixels}) => pixels), labels: canvases.map((one) => one.getAttribute("aria-label")),
			staleMaps: canvases.map((one) => one.closest("figure").classList.contains("stale"))};`,
		map[string]any{"sides": all, "old": old})
}

// row are J, both divergences, B and B - J.
func rowOf(s setting) []float64 {
	m := s.Answers["measure"].(explore.Measured)
	return []float64{float64(m.J.Sum), float64(m.J.QP), float64(m.J.PQ), float64(m.B.Sum), float64(m.Slack)}
}

// The numbers above the views are those of the answers, in their columns; of two settings also A less B. Rows of an
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
		if both.Apart != "A and B are the same setting." {
			t.Errorf("of two equal questions it says %q", both.Apart)
		}
		for i, want := range [][]float64{left, right, minus(left, right)} {
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

func minus(a, b []float64) []float64 {
	all := make([]float64, len(a))
	for i := range a {
		all[i] = a[i] - b[i]
	}
	return all
}

// The small maps of two settings have one scale: a cell of A and one of B have the same colour only if they have the
// same number, and the larger of two distances from p is the stronger colour, whichever setting it is of.
func TestSmallMapsHaveOneScale(t *testing.T) {
	dice := rand.New(rand.NewPCG(31, 32))
	{
		a, b := answered(dice.Uint64()), answered(dice.Uint64())
		m := b.Answers["measure"].(explore.Measured)
		for x := range m.Q {
			m.Q[x] = m.P[x] + (m.Q[x]-m.P[x])/50
		}
		both, alone := aboveOf(t, nil, a, b), aboveOf(t, nil, b)
		type cell struct{ value, strength float64 }
		var off, laws []cell
		for i, s := range []setting{a, b} {
			m := s.Answers["measure"].(explore.Measured)
			for x, wall := range shape.Walls {
				at := fmt.Sprintf("%d,%d", x%shape.Columns, x/shape.Columns)
				if _, there := both.Maps[3*i][at]; there == wall {
					t.Errorf("cell %d of setting %d is painted: %v", x, i, there)
				}
				if wall {
					continue
				}
				laws = append(laws, cell{float64(m.P[x]), brightness(t, both.Maps[3*i][at])},
					cell{float64(m.Q[x]), brightness(t, both.Maps[3*i+1][at])})
				off = append(off, cell{math.Abs(float64(m.Q[x] - m.P[x])), paleness(t, both.Maps[3*i+2][at])})
				if c := rgb(t, both.Maps[3*i+2][at]); (c.R > c.B) != (m.Q[x] > m.P[x]) && c.R != c.B {
					t.Errorf("q - p is %v in cell %d, and the colour is %s", m.Q[x]-m.P[x], x, both.Maps[3*i+2][at])
				}
			}
		}
		for _, all := range [][]cell{laws, off} {
			slices.SortFunc(all, func(x, y cell) int { return int(1e9 * (x.value - y.value)) })
			for i := 1; i < len(all); i++ {
				if all[i].strength < all[i-1].strength-3 { // of 255
					t.Errorf("%v has the strength %v, and %v has %v", all[i-1].value, all[i-1].strength, all[i].value,
						all[i].strength)
				}
			}
		}
		if fmt.Sprint(alone.Maps[2]) == fmt.Sprint(both.Maps[5]) {
			t.Error("a law fifty times nearer to p looks as far off as alone")
		}
		largest := 0
		for x, v := range m.P {
			if v > m.P[largest] {
				largest = x
			}
		}
		saysAll(t, both.Labels[3], fmt.Sprintf("the largest is %.3g at row %d, column %d", m.P[largest], largest/3,
			largest%3))
	}
}

// brightness is how light a colour of viridis is: they grow lighter all the way.
func brightness(t *testing.T, hex string) float64 {
	c := rgb(t, hex)
	return 0.3*float64(c.R) + 0.6*float64(c.G) + 0.1*float64(c.B)
}

// paleness is how far a colour of a signed scale is from the one of 0, as a share of the way to its end.
func paleness(t *testing.T, hex string) float64 {
	c := rgb(t, hex)
	return 255 * (1 - float64(min(c.R, c.B))/0xf7)
}

// Whoever compares two settings is told in what they differ, with both T, and nothing else.
func TestSettingsThatDifferSaySo(t *testing.T) {
	base := explore.Question{Toy: "easy", Kernel: "metropolis", Bridge: "geometric", Schedule: "linear", T: 300}
	changes := map[string]func(*explore.Question){
		"the target":      func(q *explore.Question) { q.Seed = new(uint64(3)) },
		"the kernel":      func(q *explore.Question) { q.Kernel = "heat-bath" },
		"the program":     func(q *explore.Question) { q.Program = "smc:8" },
		"the bridge":      func(q *explore.Question) { q.Bridge = "moment" },
		"the start":       func(q *explore.Question) { q.Initial = "uniform" },
		"the schedule":    func(q *explore.Question) { q.Schedule = "fisher" },
		"the last kernel": func(q *explore.Question) { q.SkipLast = true },
	}
	type pair struct {
		a, b  explore.Question
		named []string
	}
	var pairs []pair
	var asked [][2]explore.Question
	for mask := range 1 << len(changes) {
		p := pair{a: base, b: base}
		for i, name := range slices.Sorted(maps.Keys(changes)) {
			if mask>>i&1 == 1 {
				changes[name](&p.b)
				p.named = append(p.named, name)
			}
		}
		if mask%5 == 0 {
			p.b.T = 10_000
		}
		pairs, asked = append(pairs, p), append(asked, [2]explore.Question{p.a, p.b})
	}
	said := inNode[[]string](t, `const {apart} = await load("explorer/apart.js");
		return input.map(([a, b]) => apart(a, b));`, asked)
	for i, p := range pairs {
		for name := range changes {
			if strings.Contains(said[i], name) != slices.Contains(p.named, name) {
				t.Errorf("settings that differ in %q: %s", p.named, said[i])
			}
		}
		if levels := strings.Contains(said[i], "A has T = 300 and B has T = 10,000"); levels != (p.b.T != p.a.T) {
			t.Errorf("of T = %d and %d it says %s", p.a.T, p.b.T, said[i])
		}
	}
}

// A schedule has one colour on the page: in the chart of the setting, on its button, and in the charts that compare
// schedules. In the chart each curve has the betas of its answer, at equal steps.
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
		const made = curve(side), chips = {};
		for (const chip of made.querySelectorAll(".chip")) {
			chips[chip.textContent] = chip.querySelector(".dot").style.backgroundColor;
		}
		return {picture: tree(made.querySelector(".chart-picture")), chips, csv: await savedBy(made, "CSV")};`, one)
	names := []string{"linear", "fisher", "best-b", "best-j"}
	rows := [][]any{{"series", "share of the steps", "beta"}, {"linear", 0.0, 0.0}, {"linear", 1.0, 1.0}}
	for _, name := range names[1:] {
		for i, beta := range []float64{0, 0.1, 0.3, 0.85, 1} { // of every schedule in the answer
			rows = append(rows, []any{name, float64(i) / 4, beta})
		}
	}
	sameRows(t, "the chart", got.CSV.Rows(t), rows, 1e-15)
	legend := legendOf(got.Picture)
	for i, name := range names {
		line := got.Picture.All("class", "series")[i].Attributes["stroke"]
		if want := offered[name]; got.Chips[name] != want || legend[name][0] != want || line != want {
			t.Errorf("%s is %s on its button, %s in the legend and %s in the chart; beside others it is %s", name,
				got.Chips[name], legend[name][0], line, want)
		}
	}
}

// A box is what where.js says of the smallest box of cells that holds a share of all.
type box struct {
	Top, Bottom, Left, Right int
	Part                     float64
	Cells                    int
}

// smallest looks at every box, and sums every one anew.
func smallest(values []float64, rows, columns int, share float64) (box, bool) {
	var best box
	found := false
	whole := sumOf(values, columns, box{Bottom: rows - 1, Right: columns - 1})
	for top := range rows {
		for bottom := top; bottom < rows; bottom++ {
			for left := range columns {
				for right := left; right < columns; right++ {
					b := box{Top: top, Bottom: bottom, Left: left, Right: right}
					b.Part, b.Cells = sumOf(values, columns, b), (bottom-top+1)*(right-left+1)
					better := !found || b.Cells < best.Cells || b.Cells == best.Cells && b.Part > best.Part
					if b.Part >= share*whole && better {
						best, found = b, true
					}
				}
			}
		}
	}
	return best, found && whole > 0
}

func sumOf(values []float64, columns int, b box) (sum float64) {
	for r := b.Top; r <= b.Bottom; r++ {
		for c := b.Left; c <= b.Right; c++ {
			sum += values[r*columns+c]
		}
	}
	return sum
}

// eighths are numbers whose sums are exact in any order. Some are below 0, as the parts of B may be.
func eighths(dice *rand.Rand, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = float64(dice.IntN(40)-6) / 8
	}
	return all
}

// The words below the maps name the smallest box that holds most of B: no other box is smaller, or holds more.
func TestSmallestBox(t *testing.T) {
	type question struct {
		Values        []float64 `json:"values"`
		Rows, Columns int
		Share         float64
	}
	dice := rand.New(rand.NewPCG(1, 2))
	var asked []question
	for range 300 {
		q := question{Rows: 1 + dice.IntN(5), Columns: 1 + dice.IntN(6), Share: float64(1+dice.IntN(7)) / 8}
		q.Values = eighths(dice, q.Rows*q.Columns)
		asked = append(asked, q)
	}
	said := inNode[[]*box](t, `const {smallest} = await load("explorer/views/where.js");
		return input.map(({values, Rows, Columns, Share}) => smallest(values, {rows: Rows, columns: Columns}, Share));`,
		asked)
	for i, q := range asked {
		want, ok := smallest(q.Values, q.Rows, q.Columns, q.Share)
		if got := said[i]; (got != nil) != ok {
			t.Errorf("%+v: it is %v that there is a box, and every box: %v", q, got != nil, ok)
		} else if ok && (got.Cells != want.Cells || got.Part != want.Part) { // several boxes may be as good
			t.Errorf("%+v: %+v, and every box: %+v", q, *got, want)
		}
	}
}

// The words below the bars name the shortest run of steps that holds half of B: no other run is shorter.
func TestShortestRun(t *testing.T) {
	type question struct{ Steps, Betas []float64 }
	dice := rand.New(rand.NewPCG(3, 4))
	var asked []question
	for len(asked) < 300 {
		q := question{Steps: eighths(dice, 1+dice.IntN(20)), Betas: []float64{0}}
		whole := 0.0
		for i := range q.Steps {
			q.Steps[i] = max(q.Steps[i], 0)
			whole += q.Steps[i]
			q.Betas = append(q.Betas, q.Betas[i]+float64(dice.IntN(20))/64) // a schedule may stand still
		}
		if whole > 0 {
			asked = append(asked, q)
		}
	}
	said := inNode[[]struct{ From, To int }](t, `const {shortest} = await load("explorer/views/where.js");
		return input.map(({Steps, Betas}) => shortest(Steps, Betas));`, asked)
	for i, q := range asked {
		half := 0.0
		for _, step := range q.Steps {
			half += step / 2
		}
		if width, want := q.Betas[said[i].To]-q.Betas[said[i].From], narrowest(q.Steps, q.Betas, half); width != want {
			t.Errorf("%+v: a run of width %v, and every run: %v", q, width, want)
		}
	}
}

// narrowest looks at every run that holds so much.
func narrowest(steps, betas []float64, enough float64) float64 {
	best := betas[len(betas)-1]
	for from := range steps {
		held := 0.0
		for to := from; to < len(steps); to++ {
			if held += steps[to]; held >= enough {
				best = min(best, betas[to+1]-betas[from])
			}
		}
	}
	return best
}
