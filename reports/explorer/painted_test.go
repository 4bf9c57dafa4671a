package explorer_test

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/explorer"
)

// A painting is a target as the page holds it; a wall is NaN here.
type painting struct {
	Rows    int              `json:"rows"`
	Columns int              `json:"columns"`
	Cells   []explore.Number `json:"cells"`
}

func (p painting) at(r, c int) explore.Number { return p.Cells[r*p.Columns+c] }

// text is the target as a link has it.
func (p painting) text() string {
	var rows []string
	for r := range p.Rows {
		var row []string
		for c := range p.Columns {
			text := "w"
			if v := float64(p.at(r, c)); !math.IsNaN(v) {
				text = strconv.FormatFloat(v, 'g', -1, 64)
			}
			row = append(row, text)
		}
		rows = append(rows, strings.Join(row, ","))
	}
	return strings.Join(rows, ";")
}

func paintings(dice *rand.Rand) []painting {
	var all []painting
	for range 20 {
		p := painting{Rows: 1 + dice.IntN(4), Columns: 2 + dice.IntN(4)}
		for range p.Rows * p.Columns {
			p.Cells = append(p.Cells, explore.Number(math.Round(2e4*dice.NormFloat64())/1e4))
		}
		if x := dice.IntN(2 * len(p.Cells)); x < len(p.Cells) && len(p.Cells) > 1 {
			p.Cells[x] = explore.Number(math.NaN())
		}
		all = append(all, p)
	}
	// densities beyond the largest number, and below the smallest one
	return append(all, painting{1, 2, []explore.Number{800, 799}}, painting{2, 1, []explore.Number{-900, -901}})
}

// A painted target is the same for the page and for the commands: its text, its law, and what its tools make of it.
func TestPaintedIsTheTarget(t *testing.T) {
	all := paintings(rand.New(rand.NewPCG(51, 52)))
	got := inNode[[]struct {
		Text                            string
		Read, Mirrored, Turned, Resized painting
		Masses                          []explore.Number
		Filled                          []explore.Number
	}](t, `
		const cells = await load("explorer/setting/cells.js");
		return input.map((target) => ({text: cells.write(target), read: cells.read(cells.write(target)),
			mirrored: cells.mirrored(target), turned: cells.turned(target), resized: cells.resized(target, 3, 4),
			masses: cells.masses(target), filled: cells.filled(target, 7).cells}));`, all)
	for i, p := range all {
		is := got[i]
		if is.Text != p.text() || is.Read.text() != p.text() {
			t.Fatalf("%s is written %s and read %s", p.text(), is.Text, is.Read.text())
		}
		target := must.Have(explore.Painted(p.text()))(t)
		law := chains.Normalized(target.LogF)
		for x, mass := range is.Masses {
			if wall := math.IsNaN(float64(p.Cells[x])); wall != math.IsNaN(float64(mass)) ||
				!wall && !nearly(float64(mass), law[x], 1e-12) {
				t.Errorf("%s: cell %d has the mass %v, and the program says %v", p.text(), x, mass, law[x])
			}
			if filled := float64(is.Filled[x]); filled != 7 && !math.IsNaN(float64(p.Cells[x])) {
				t.Errorf("%s: cell %d is filled with %v", p.text(), x, filled)
			}
		}
		for r := range p.Rows {
			for c := range p.Columns {
				same(t, p, "mirrored", is.Mirrored.at(r, p.Columns-1-c), p.at(r, c))
				same(t, p, "turned", is.Turned.at(c, p.Rows-1-r), p.at(r, c))
			}
		}
		for x, v := range is.Resized.Cells {
			want := explore.Number(0)
			r := x / 4
			c := x % 4
			if r < p.Rows && c < p.Columns {
				want = p.at(r, c)
			}
			same(t, p, "resized", v, want)
		}
	}
}

// A disc of three cells across is a cross, and one of five has no corners. An outline has each side of its border once,
// and none within.
func TestBrushTip(t *testing.T) {
	got := inNode[[3]string](t, `
		const {covered, outline} = await load("explorer/setting/tip.js"), grid = {rows: 8, columns: 11};
		const disc = (size) => covered(grid, {shape: "disc", size}, 37, 37).sort((a, b) => a - b).join(" ");
		return [disc(3), disc(5), outline(grid, [14, 15])];`, nil)
	want := [3]string{"26 36 37 38 48",
		"14 15 16 24 25 26 27 28 35 36 37 38 39 46 47 48 49 50 58 59 60",
		"M3 1h1M3 2h1M3 1v1M4 1h1M4 2h1M5 1v1"}
	if got != want {
		t.Errorf("two discs and an outline are %q, want %q", got, want)
	}
}

// What is painted keeps its axes. Those of a toy become the question's when it is painted, and a turn exchanges them.
func TestPaintKeepsTheAxes(t *testing.T) {
	type painted struct {
		Toy, Target, Axes string // of the question before, as the page has it
		Kinds             string // of the toy that was drawn
		Turned            bool
	}
	all := []painted{{Toy: "barrier"}, {Toy: "potts:1x2:3:1", Kinds: "any"},
		{Toy: "potts:1x2:3:1", Kinds: "any", Axes: "line"},
		{Target: "0,1", Kinds: "any"}, {Target: "0,1", Axes: "line,ring"}, {Target: "0,1",
			Axes: "line,ring", Turned: true}}
	want := []string{"", "any", "line", "", "line,ring", "ring,line"}
	got := inNode[[]string](t, `
		const {Target} = await load("explorer/setting/target.js");
		return input.map(({Toy, Target: target, Axes, Kinds, Turned}) => {
			const question = {toy: Toy || undefined, target: target || undefined, axes: Axes || undefined};
			const side = Object.assign(new EventTarget(), {question, answers: {draw: {kinds: Kinds || undefined}},
				problems: {},
				set: (changes) => { Object.assign(side.question, changes); }});
			new Target(side).paint({rows: 1, columns: 2, cells: [0, 2]}, Turned);
			return side.question.target === "0,2" ? side.question.axes ?? "" : "not painted";
		});`, all)
	if !slices.Equal(got, want) {
		t.Errorf("the axes are %q, want %q", got, want)
	}
}

func same(t *testing.T, p painting, what string, got, want explore.Number) {
	t.Helper()
	if got != want && !(math.IsNaN(float64(got)) && math.IsNaN(float64(want))) {
		t.Errorf("%s, %s, has %v, want %v", p.text(), what, got, want)
	}
}

// A schedule that is drawn by hand has the betas of the program, whatever T is. A point that is moved is where it was
// put, the betas never fall, the ends stay, and no other point moves that is not in its way.
func TestCurveIsTheSchedule(t *testing.T) {
	type answer struct {
		Betas, Moved []float64
		Written      string
	}
	names := []string{"curve:0:1", "curve:0:0.2:0.7:1", "curve:0:0:0.3333:0.3333:0.95:1", "curve:0:1:1"}
	for T := 2; T < 31; T += 7 {
		got := inNode[[]answer](t, `
			const {moved, read, resampled, write} = await load("explorer/setting/betas.js");
			return input.names.map((name) => ({betas: resampled(read(name), input.T), written: write(read(name)),
				moved: moved(read("curve:0:0.2:0.5:0.7:1"), 2, input.T / 20)}));`, map[string]any{"names": names,
			"T": T})
		for i, name := range names {
			e := must.Have(explore.Exactly(t.Context(), explore.Question{Target: "0,1", Schedule: name, T: T}))(t)
			for k, beta := range e.Betas {
				if math.Abs(got[i].Betas[k]-float64(beta)) > 1e-12 {
					t.Errorf("%s at T = %d: beta %d is %v, and the program says %v", name, T, k, got[i].Betas[k], beta)
				}
			}
			if got[i].Written != name {
				t.Errorf("%s is written %s", name, got[i].Written)
			}
		}
		to := min(float64(T)/20, 1)
		if want := []float64{0, min(0.2, to), to, max(0.7, to), 1}; !slices.Equal(got[0].Moved, want) {
			t.Errorf("a point that is moved to %v makes %v, want %v", to, got[0].Moved, want)
		}
	}
}

// Numbers are written with the digits that count: read again they are the number, to half a unit of the last one.
func TestDigits(t *testing.T) {
	dice := rand.New(rand.NewPCG(55, 56))
	all := []float64{0, 1, 999.96, 9999.6, 0.00099996, 1e6, 999_999.6, -12.5, 0.001, 1e-300}
	for range 300 {
		all = append(all, dice.NormFloat64()*math.Pow(10, float64(dice.IntN(24)-12)))
	}
	for i, got := range inNode[[][]string](t, `
		const {betaText, compact, counted, digits, percent, whole} = await load("explorer/digits.js");
		return input.map((v) => [digits(v), digits(v, 3), compact(v), whole(v), betaText(v), counted(Math.abs(v)),
			percent(Math.abs(v)).replace("less than 1%", "0%").replace("%", "")]);`, all) {
		v, size := all[i], math.Abs(all[i])
		if v == 9999.6 && got[0] != "10,000" { // as the charts' ticks
			t.Errorf("%v is written %s, want 10,000", v, got[0])
		}
		for k, off := range []float64{0.5e-3 * size, 0.5e-2 * size, 0.5e-3 * size, 0.5, 0.5e-4 +
			1e-12*size, 0.05 * size, 0.5} {
			values := []float64{v, v, v, v, v, size, 100 * size}
			is := values[k]
			if read := numberOf(got[k]); math.Abs(read-is) > off*1.000001+1e-12 {
				t.Errorf("%v is written %s, in the %dth way", v, got[k], k)
			}
		}
	}
}

// The file of all numbers has each under its name, with its step or its cell, and the file of the target is what the
// command reads.
func TestFilesAreTheAnswer(t *testing.T) {
	one := answered(57)
	e := one.Answers["exact"].(explore.Exact)
	one.Question.Target = "0,1.5,w;2,-1,0.25"
	rows := [][]any{{"quantity", "t", "row", "column", "value"}}
	add := func(name string, t, row, column, value any) { rows = append(rows, []any{name, t, row, column, value}) }
	for _, pair := range [][2]any{{"J", e.J.Sum}, {"J KL(q||p)", e.J.QP}, {"J KL(p||q)", e.J.PQ}, {"B", e.B.Sum},
		{"B KL(q||p)", e.B.QP}, {"B KL(p||q)", e.B.PQ}, {"B-J", e.Slack}, {"log R", e.LogR}, {"ESS", e.ESS},
		{"E_fwd[log w]", e.FwdLogW}, {"E_rev[log w]", e.RevLogW}, {"defect", e.Defect}} {
		add(pair[0].(string), nil, nil, nil, float64(pair[1].(explore.Number)))
	}
	for _, c := range []column{{"beta", e.Betas}, {"step of B", e.Steps}} {
		for i, v := range c.values {
			add(c.name, i, nil, nil, float64(v))
		}
	}
	for _, c := range []column{{"p", e.P}, {"q", e.Q}, {"part of J", e.JParts}, {"part of B", e.BParts}} {
		for x, v := range c.values {
			value := any(float64(v))
			if shape.Walls[x] {
				value = nil
			}
			add(c.name, nil, x/shape.Columns, x%shape.Columns, value)
		}
	}
	got := inNode[[2]savedFile](t, `
		const {csv} = await load("charts/charts.js"), {listOf, targetOf} = await load("explorer/take/take.js");
		return [{name: "numbers", text: csv(listOf({}, input.answers.exact))}, {name: "target",
			text: csv(targetOf(input))}];`,
		one)
	sameRows(t, "numbers.csv", got[0].Rows(t), rows, 0)
	sameRows(t, "target.csv", got[1].Rows(t), [][]any{{0.0, 1.5, "-inf"}, {2.0, -1.0, 0.25}}, 0)
}

// What the page holds to be the limits of a question are those of the program.
func TestLimitsAreThoseOfTheProgram(t *testing.T) {
	for _, c := range []struct {
		file, pattern string
		want          int
	}{
		{"state/ask.js", `mostBytes = 1 << (\d+)`, 20},
		{"setting/tools.js", `most = (\d+)`, 64},
	} {
		text := must.Have(fs.ReadFile(explorer.Files(), c.file))(t)
		found := regexp.MustCompile(c.pattern).FindStringSubmatch(string(text))
		if found == nil || found[1] != strconv.Itoa(c.want) {
			t.Errorf("%s has %v, and the program %d", c.file, found, c.want)
		}
	}
	if explore.MostBytes != 1<<20 || explore.MostCells != 64*64 {
		t.Error("the limits of a file or of a grid have changed, and the page does not know it")
	}
}
