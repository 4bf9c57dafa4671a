package validation_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// slips has a kernel for every cause, and one for every word that its sentence may have.
func slips() []slip {
	all := slices.Concat(matrixSlips(), levelSlips(), cellSlips(), moveSlips(), otherSlips())
	for i := range all {
		if c := &all[i]; c.name == "" {
			c.name, c.says, c.advice = all[i-1].name, cmp.Or(c.says, all[i-1].says), all[i-1].advice
		}
	}
	return all
}

// matrixSlips are in files of matrices.
func matrixSlips() []slip {
	matrix := func(k func(x, y int, m [][]float64) float64) validation.Candidate {
		return filed(kernels.Metropolis{}, k)
	}
	rightMatrix := []validation.Candidate{matrix(asIs)}
	return []slip{
		{"transposed",
			"rows and columns are exchanged: the columns sum to 1",
			"let row x, column y hold the probability of going from cell x to y",
			matrix(func(x, y int, m [][]float64) float64 { return m[y][x] }), rightMatrix},
		{"displaced",
			"the rows are one off: each cell has the row of the cell before it in place of its own",
			"see whether a line is missing or too many, as a line of names",
			matrix(shiftedRows(-1)), rightMatrix},
		{"", "the rows are one off: each cell has the row of the cell after it in place of its own", "",
			matrix(shiftedRows(1)), rightMatrix},
		{"single",
			"the entries are in single precision",
			"compute in double precision, or allow the tolerance",
			matrix(func(x, y int, m [][]float64) float64 { return float64(float32(m[x][y])) }), rightMatrix},
		{"digits",
			"the entries have 6 digits after the point",
			"write 17 digits, or allow the tolerance",
			matrix(func(x, y int, m [][]float64) float64 { return math.Round(m[x][y]*1e6) / 1e6 }), rightMatrix},
		{"", "the entries have 5 digits", "",
			matrix(func(x, y int, m [][]float64) float64 {
				v, _ := strconv.ParseFloat(fmt.Sprintf("%.5g", m[x][y]), 64)
				return v
			}), rightMatrix},
		{"", "", "", filed(kernels.Perfect{}, func(x, y int, m [][]float64) float64 {
			v, _ := strconv.ParseFloat(fmt.Sprintf("%.5g", m[x][y]), 64)
			return v
		}), rightMatrix},
	}
}

// levelSlips are of kernels that are aimed at another level, or at a power of f.
func levelSlips() []slip {
	right := []validation.Candidate{ruled(bugs.Plain)}
	return []slip{
		{"level-before",
			"it leaves the density at beta = 0.6667 invariant, not 1: f from the level before",
			"hand f of the level to the kernel before it steps",
			stale(-1), []validation.Candidate{stale(0)}},
		{"level-after",
			"it leaves the density at beta = 1 invariant, not 0.6667: f from the level after",
			"hand f of the level to the kernel before it steps",
			stale(1), []validation.Candidate{stale(0)}},
		{"always-target",
			"it leaves the density at beta = 1 invariant, not 0.6667: f of the target at every level",
			"",
			stale(4), []validation.Candidate{stale(0)}},
		{"single-log-f",
			"log f is in single precision",
			"keep log f in double precision, or allow the tolerance",
			ruled(read(func(_ grid.Grid, logf []float64, x int) float64 { return float64(float32(logf[x])) })),
			right},
		{"inverted",
			"it leaves 1/f invariant: log f, or the odds, have the wrong sign",
			"accept with min(1, f(y)/f(x)), which is exp(log f(y) - log f(x)) if that is below 1",
			ruled(times(-1)), right},
		{"flat",
			"it leaves the flat density invariant, as if every move were accepted",
			"compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected",
			ruled(times(0)), right},
		{"squared",
			"it leaves f^2 invariant: f, or beta, is multiplied in twice",
			"",
			ruled(times(2)), right},
		{"square-root",
			"it leaves the square root of f invariant: log f is halved",
			"",
			ruled(times(0.5)), right},
		{"log10",
			"it leaves f^(1/ln 10) invariant: log to base 10 is taken for the natural one",
			"",
			ruled(times(1 / math.Ln10)), right},
		{"ln10",
			"it leaves f^(ln 10) invariant: the natural log is taken for one to base 10",
			"",
			ruled(times(math.Ln10)), right},
		{"ln2",
			"it leaves f^(ln 2) invariant: the natural log is taken for one to base 2",
			"",
			ruled(times(math.Ln2)), right},
		{"log2",
			"it leaves f^(1/ln 2) invariant: log to base 2 is taken for the natural one",
			"",
			ruled(times(1 / math.Ln2)), right},
		{"temperature",
			"it leaves f^0.77 invariant: the temperature, or a factor of log f, is wrong",
			"",
			ruled(times(0.77)), right},
		{"beta-twice",
			"it leaves f^beta of each level invariant: beta is multiplied in twice",
			"",
			ruled(betaTwice), right},
	}
}

// cellSlips confuse cells, or forget how often each is proposed.
func cellSlips() []slip {
	right := []validation.Candidate{ruled(bugs.Plain)}
	column := func(g grid.Grid, x int) int { return g.Coord(x, 1)*4 + g.Coord(x, 0) }
	inverse := func(_ grid.Grid, x int) int { return x%4*5 + x/4 }
	flip := func(axis int) func(g grid.Grid, x int) int {
		return func(g grid.Grid, x int) int { return x + (g.Len(axis)-1-2*g.Coord(x, axis))*g.Stride(axis) }
	}
	return []slip{
		{"order",
			"it leaves f with rows and columns exchanged invariant: cells are counted along the other axis first",
			"let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c",
			reordered(column), right},
		{"", "", "", reordered(inverse), right},
		{"flipped",
			"it leaves f upside down along axis 1 invariant",
			"",
			reordered(flip(0)), right},
		{"", "it leaves f upside down along axis 2 invariant", "",
			reordered(flip(1)), right},
		{"shifted",
			"it leaves f shifted by one cell invariant: cells are counted from 1 and from 0",
			"count cells from 0",
			reordered(func(_ grid.Grid, x int) int { return (x + 1) % 20 }), right},
		{"", "", "", reordered(func(_ grid.Grid, x int) int { return (x + 19) % 20 }), right},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			ruled(proposes(oneOfMoves, 0)), append(right, ruled(proposes(oneOfMoves, 1)))},
		{"", "", "", ruled(proposingKing(0, true)), []validation.Candidate{ruled(proposingKing(1, true))}},
		{"", "", "", walled(proposingKing(0, true)), []validation.Candidate{walled(proposingKing(1, true))}},
		{"", "", "", walled(proposingKing(0, false)), []validation.Candidate{walled(proposingKing(1, false))}},
		{"", "", "", walled(proposes(oneOfBox, 0)), []validation.Candidate{walled(proposes(oneOfBox, 1))}},
		{"", "", "", walled(proposes(oneOfFree, 0)), []validation.Candidate{walled(proposes(oneOfFree, 1))}},
		{"edges-inverted",
			"the acceptance has the ratio of the numbers of moves upside down, or where none is due",
			"accept with min(1, f(y) moves(x)/(f(x) moves(y))), where moves counts the moves that are proposed",
			ruled(proposes(oneOfMoves, -1)), []validation.Candidate{ruled(proposes(oneOfMoves, 1))}},
		{"", "", "", ruled(bugs.Moving(func(g grid.Grid, x, m int, d float64) float64 { // none is due
			y, _ := g.Move(x, m)
			return bugs.Accept(d+math.Log(exits(g, x)/exits(g, y))) / 4
		})), right},
		{"lopsided",
			"moves forth along axis 1 are proposed 4 times as often as back, and the acceptance forgets that ratio " +
				"(Hastings)",
			"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing",
			ruled(proposes(slanted(0, 0.1, 0.4), 0)),
			[]validation.Candidate{ruled(proposes(slanted(0, 0.1, 0.4), 1))}},
		{"", "moves back along axis 2 are proposed 1.5 times as often as forth, and the acceptance forgets that ratio " +
			"(Hastings)", "",
			ruled(proposes(slanted(1, 0.3, 0.2), 0)),
			[]validation.Candidate{ruled(proposes(slanted(1, 0.3, 0.2), 1))}},
	}
}

// moveSlips take moves that lead elsewhere, or leave some out.
func moveSlips() []slip {
	right := []validation.Candidate{ruled(bugs.Plain)}
	return []slip{
		{"walls",
			"cells without mass are taken for cells with some, all of the same log f",
			"never move into a cell of log f = -inf",
			walled(nextToWalls(0.5)), []validation.Candidate{walled(bugs.Plain)}},
		{"undefined",
			"only the rows of cells without mass have NaN, as log f(y) - log f(x) does where both are -inf",
			"any row of probabilities would do there, as one that stays",
			walled(nextToWalls(math.Inf(-1))), []validation.Candidate{walled(bugs.Plain)}},
		{"uncut",
			"moves are taken with probability f(y)/f(x), which is not cut at 1",
			"accept with min(1, f(y)/f(x))",
			ruled(bugs.Uncut), right},
		{"impatient",
			"nobody ever stays: it proposes again until a move is accepted, and a rejected move must count as a step",
			"count a rejected move as a step in which the chain stays",
			ruled(untilAccepted), right},
		{"wrapped",
			"a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour",
			"let a move end where its line ends",
			claims(ruled(seam(true, true))), []validation.Candidate{claims(ruled(bugs.Plain))}},
		{"", "", "", ruled(seam(true, false)), right},
		{"", "", "", ruled(seam(false, true)), right},
		{"line-ends",
			"no move along axis 1 enters the last cell of a line: a range is one short",
			"let the loop run from the first cell of a line to the last",
			ruled(unentered(0, 3)), right},
		{"", "no move along axis 1 enters the first cell of a line: a range is one short", "",
			ruled(unentered(0, 0)), right},
		{"", "no move along axis 2 enters the last cell of a line: a range is one short", "",
			ruled(unentered(1, 4)), right},
		{"", "no move along axis 2 enters the first cell of a line: a range is one short", "",
			ruled(unentered(1, 0)), right},
		{"dropped",
			"moves against long odds are never taken: their acceptance is cut to 0",
			"",
			ruled(bugs.Single(func(d float64) float64 {
				if d < math.Log(0.2) {
					return 0
				}
				return bugs.Accept(d)
			})), right},
		{"axis",
			"no move changes axis 2",
			"see whether moves along that axis are proposed, and not overwritten",
			ruled(along(0)), right},
		{"", "no move changes axis 1", "",
			ruled(along(1)), right},
	}
}

// otherSlips leave p invariant.
func otherSlips() []slip {
	sweep := kernels.Rows{To: bugs.Sweep(0, 1), Back: bugs.Sweep(1, 0)}
	barker := annealing(make([]float64, 20), kernels.Barker{})
	barker.Declared = kernels.Metropolis{}
	declared := barker
	declared.Declared = kernels.Barker{}
	return []slip{
		{"target",
			"cells without mass part the target itself into 2, and no single move leads past them; longer moves, as " +
				"independence has, would do",
			"",
			parted(kernels.Metropolis{}), []validation.Candidate{parted(kernels.Independence{})}},
		{"reversal",
			"it leaves p invariant and is not reversible, and its reverse chain goes by the same steps: they are to " +
				"be taken backwards, as columns before rows",
			"give the reversal: R(x,y) = p(y) T(y,x)/p(x)",
			annealing(make([]float64, 20), kernels.Rows{To: bugs.Sweep(0, 1)}),
			[]validation.Candidate{annealing(make([]float64, 20), sweep)}},
		{"kernel",
			"the rows are those of barker",
			"",
			barker, []validation.Candidate{declared}},
	}
}

// Every cause is named by its sentence and its advice, word for word; and the advice works. A kernel that follows it
// keeps all laws, and so does one with the slip with the tolerance that is advised, of which a tenth does not do.
func TestCauses(t *testing.T) {
	for i, c := range slips() {
		t.Run(fmt.Sprint(c.name, i), func(t *testing.T) {
			v := validated(t, c.broken)
			if v.OK() || v.Cause == nil {
				t.Fatalf("no cause, want %q: %s", c.name, v.Verdict())
			}
			if v.Cause.Name != c.name || v.Cause.Says != c.says || v.Cause.Advice() != c.advice {
				t.Errorf("the cause is %q: %q, %q; want %q: %q, %q", v.Cause.Name, v.Cause.Says, v.Cause.Advice(), c.name,
					c.says, c.advice)
			}
			for k, s := range c.cured {
				if v := validated(t, s); !v.OK() {
					t.Errorf("the kernel that follows the advice, number %d: %s", k+1, v.Verdict())
				}
			}
			if allows := strings.HasSuffix(c.advice, "or allow the tolerance"); (v.Cause.Tolerance > 0) != allows {
				t.Errorf("the tolerance is %v, and the advice is %q", v.Cause.Tolerance, c.advice)
			}
			if at := v.Cause.Tolerance; at > 0 {
				for slack, ok := range map[float64]bool{at: true, at / 10: false} {
					c.broken.Slack = slack
					if v := validated(t, c.broken); v.OK() != ok {
						t.Errorf("of the advised tolerance %v, %v is accepted: %v, want %v", at, slack, v.OK(), ok)
					}
				}
			}
		})
	}
}

// A cause that no kernel here has is no cause. The names are read from the code that finds them.
func TestEveryCauseHasASlip(t *testing.T) {
	have := map[string]bool{"frozen": true} // of moves alone: TestCausesOfMoves
	for _, c := range slips() {
		have[c.name] = true
	}
	names := regexp.MustCompile(`(?:Cause\{Name: |return say\(|\n\t\{[^,\n]+, )"([a-z0-9-]+)"`)
	found := map[string]bool{}
	for _, pattern := range []string{"cause/*.go", "*.go"} {
		paths := must(filepath.Glob(pattern))(t)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			code := must(os.ReadFile(path))(t)
			for _, m := range names.FindAllStringSubmatch(string(code), -1) {
				found[m[1]] = true
			}
		}
	}
	if !maps.Equal(found, have) {
		t.Errorf("the causes in the code are %v, and those with a kernel here %v", slices.Sorted(maps.Keys(found)),
			slices.Sorted(maps.Keys(have)))
	}
}

// What moves alone tell of a kernel that does not move, or not along an axis.
func TestCausesOfMoves(t *testing.T) {
	for says, k := range map[string]chains.Kernel{"it never moves": kernels.Identity{},
		"no move changes axis 1": kernels.Rows{To: along(1)}, "no move changes axis 2": kernels.Rows{To: along(0)}} {
		s := annealing(make([]float64, 20), kernels.Metropolis{})
		m := &stepper{k.On(s.Grid), s.NewLevel(), sample.Seeded(29), -1}
		v, err := s.Sample(t.Context(), m, nil, validation.Sampling{Budget: 1e6, Chains: 100, Fault: 0.1, Level: 0.001,
			Power: 0.9, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if v.Cause == nil || v.Cause.Says != says {
			t.Errorf("want %q: %s", says, v.Verdict())
		}
	}
}

// validated validates the whole annealing, or the level of a matrix.
func validated(t *testing.T, s validation.Candidate) validation.Validation {
	t.Helper()
	run := func() (validation.Validation, error) { return validation.Run(t.Context(), s, nil) }
	if s.Given != nil {
		run = func() (validation.Validation, error) { return validation.At(t.Context(), s, 1) }
	}
	v := must(run())(t)
	return v
}

// A slip is a kernel with one slip, the sentence that names it, and the kernels that follow the advice. One without a
// name has that of the slip before it, with its advice, and its sentence if it has none.
type slip struct {
	name   string
	says   string
	advice string
	broken validation.Candidate
	cured  []validation.Candidate
}

// annealing is a rule on a 4x5 grid with no symmetry, from an initial density, in four levels.
func annealing(from []float64, k chains.Kernel) validation.Candidate {
	a := chains.Annealing{Grid: grid.New(4, 5), Schedule: chains.Linear(4), Kernel: k,
		Bridge: chains.Geometric{From: from, To: rugged(20)}}
	return validation.Candidate{Name: "rule", Annealing: a, Base: a}
}

func ruled(rule kernels.Rule) validation.Candidate {
	return annealing(make([]float64, 20), kernels.Rows{To: rule})
}

// walled is a rule on 4x5 cells, of which three are walls.
func walled(rule kernels.Rule) validation.Candidate {
	logf := rugged(20)
	for _, x := range []int{6, 7, 13} {
		logf[x] = math.Inf(-1)
	}
	t := validation.Walled(logf, 4, 5)
	a := chains.Annealing{Grid: t.Grid, Schedule: chains.Linear(4), Kernel: kernels.Rows{To: rule},
		Bridge: chains.Geometric{From: chains.Uniform(logf), To: logf}}
	return validation.Candidate{Name: "rule", Annealing: a, Base: a}
}

// parted is a kernel where walls part the target.
func parted(k chains.Kernel) validation.Candidate {
	inf := math.Inf(-1)
	t := validation.Walled([]float64{0, 1, 2, inf, inf, inf, 1, 0, 3}, 3, 3)
	return validation.Candidate{Annealing: chains.Annealing{Grid: t.Grid, Kernel: k, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF}}}
}

// filed is the matrix of a kernel at the last level, changed, as it would come from a file.
func filed(k chains.Kernel, change func(x, y int, m [][]float64) float64) validation.Candidate {
	s := annealing(make([]float64, 20), k)
	op, level := k.On(s.Grid), s.NewLevel()
	level.Move(4, 1)
	op.Aim(level)
	rows := laws.RowsOf(op, 20)
	given := make([][]float64, 20)
	for x := range given {
		given[x] = make([]float64, 20)
		for y := range given[x] {
			given[x][y] = change(x, y, rows)
		}
	}
	s.Given = func(int) [][]float64 { return given }
	s.Kernel = kernels.Matrices{N: 20, P: [][]float64{flat(given)}}
	return s
}

func asIs(x, y int, m [][]float64) float64 { return m[x][y] }

func shiftedRows(by int) func(x, y int, m [][]float64) float64 {
	return func(x, y int, m [][]float64) float64 { return m[(x+by+20)%20][y] }
}

// stale is Metropolis whose level is so many levels on.
func stale(by int) validation.Candidate {
	from := make([]float64, 20)
	for x := range from {
		from[x] = math.Cos(2.3 * float64(x))
	}
	s := annealing(from, kernels.Metropolis{})
	if by == 0 {
		return s
	}
	other := s.NewLevel()
	s.Kernel = bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{AimAt: func(l *chains.Level) *chains.Level {
		t := min(max(l.T+by, 1), 4)
		other.Move(t, s.Schedule.Beta(t))
		return other
	}}))
	return s
}

// proposes is a proposal that is accepted with the odds f(y) q(y,x)/(f(x) q(x,y)) if all is right, where q is what
// weight says of a move. Forgetful ones leave q out, and muddled ones turn it upside down.
func proposes(q func(g grid.Grid, x, y int) float64, power float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		for m := range g.Moves() {
			if y, ok := g.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				odds := logf[y] - logf[x] + power*math.Log(q(g, y, x)/q(g, x, y))
				visit(y, q(g, x, y)*bugs.Accept(odds))
			}
		}
	}
}

// oneOfMoves proposes one of the moves that stay on the grid.
func oneOfMoves(g grid.Grid, x, _ int) float64 { return 1 / exits(g, x) }

// oneOfBox proposes one of the moves that stay on the grid, into walls too, where it is refused.
func oneOfBox(g grid.Grid, x, _ int) float64 { return 1 / exits(g.WithWalls(), x) }

// oneOfFree proposes one of the moves that stay on the grid and enter no wall.
func oneOfFree(g grid.Grid, x, _ int) float64 {
	n := 0.0
	for m := range g.Moves() {
		if y, ok := g.Move(x, m); ok && !g.Wall(y) {
			n++
		}
	}
	return 1 / n
}

// proposingKing proposes one of a king's moves that stay on the grid. If power is 0 the acceptance forgets that
// there are fewer at the border. Walls are proposed, and refused, or not even proposed.
func proposingKing(power float64, walls bool) kernels.Rule {
	near := func(g grid.Grid, x int) (to []int) {
		for y := range g.Size() {
			far := 0
			for a := range g.Axes() {
				far = max(far, g.Coord(x, a)-g.Coord(y, a), g.Coord(y, a)-g.Coord(x, a))
			}
			if far == 1 && (walls || !g.Wall(y)) {
				to = append(to, y)
			}
		}
		return to
	}
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		from := float64(len(near(g, x)))
		for _, y := range near(g, x) {
			if g.Wall(y) {
				continue
			}
			visit(y, bugs.Accept(logf[y]-logf[x]+power*math.Log(from/float64(len(near(g, y)))))/from)
		}
	}
}

// claims is a candidate that claims to be Metropolis.
func claims(s validation.Candidate) validation.Candidate {
	s.Declared = kernels.Metropolis{}
	return s
}

// slanted proposes moves along an axis with these probabilities, back and forth.
func slanted(axis int, back, forth float64) func(g grid.Grid, x, y int) float64 {
	return func(g grid.Grid, x, y int) float64 {
		switch d := g.Coord(y, axis) - g.Coord(x, axis); {
		case d < 0:
			return back
		case d > 0:
			return forth
		}
		return 0.25
	}
}

// seam adds moves from the end of each line to the start of the next, and back if both is true.
func seam(forth, back bool) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, visit)
		last := g.Len(1) - 1
		if y := x + 1; forth && g.Coord(x, 1) == last && y < g.Size() {
			visit(y, bugs.Accept(logf[y]-logf[x])/4)
		}
		if y := x - 1; back && g.Coord(x, 1) == 0 && y >= 0 {
			visit(y, bugs.Accept(logf[y]-logf[x])/4)
		}
	}
}

// unentered never enters the cells at a place along an axis, along that axis.
func unentered(axis, place int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, func(y int, p float64) {
			if g.Coord(x, axis) == g.Coord(y, axis) || g.Coord(y, axis) != place {
				visit(y, p)
			}
		})
	}
}

// along keeps the moves that change one axis.
func along(axis int) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		bugs.Plain(g, logf, x, func(y int, p float64) {
			if g.Coord(x, axis) != g.Coord(y, axis) {
				visit(y, p)
			}
		})
	}
}

// reordered reads log f at another cell.
func reordered(of func(g grid.Grid, x int) int) validation.Candidate {
	return ruled(read(func(g grid.Grid, logf []float64, x int) float64 { return logf[of(g, x)] }))
}

// untilAccepted proposes again until a move is accepted.
func untilAccepted(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	sum := 0.0
	bugs.Plain(g, logf, x, func(_ int, p float64) { sum += p })
	bugs.Plain(g, logf, x, func(y int, p float64) { visit(y, p/sum) })
}

// nextToWalls moves as if there were no walls; a wall has this log f.
func nextToWalls(wall float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		box := g.WithWalls()
		value := func(z int) float64 {
			if math.IsInf(logf[z], -1) {
				return wall
			}
			return logf[z]
		}
		for m := range box.Moves() {
			if y, ok := box.Move(x, m); ok {
				if p := bugs.Accept(value(y) - value(x)); p != 0 {
					visit(y, p/4)
				}
			}
		}
	}
}

// betaTwice multiplies beta in a second time.
func betaTwice(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
	whole := rugged(20)
	times((logf[1]-logf[0])/(whole[1]-whole[0]))(g, logf, x, visit)
}

// rugged is a log density without symmetry or repeated values.
func rugged(n int) []float64 {
	logf := make([]float64, n)
	for x := range logf {
		logf[x] = 1.7*math.Sin(3.1*float64(x)) + 0.8*math.Sin(7.3*float64(x)+1)
	}
	return logf
}

// read is Metropolis on log f as change makes it.
func read(change func(g grid.Grid, logf []float64, x int) float64) kernels.Rule {
	return func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
		wrong := make([]float64, len(logf))
		for y := range wrong {
			wrong[y] = change(g, logf, y)
		}
		bugs.Plain(g, wrong, x, visit)
	}
}

func times(k float64) kernels.Rule {
	return read(func(_ grid.Grid, logf []float64, x int) float64 { return k * logf[x] })
}

func exits(g grid.Grid, x int) float64 {
	n := 0.0
	for m := range g.Moves() {
		if _, ok := g.Move(x, m); ok {
			n++
		}
	}
	return n
}

// Two cells of equal mass that change places are no proof of a sampler that proposes until it moves.
func TestNoCauseOfTwoCells(t *testing.T) {
	v := must(validation.Run(t.Context(), walked([][]int{{1}, {0}}), nil))(t)
	if v.OK() {
		t.Error("a chain with a period keeps all laws")
	}
	if v.Cause != nil {
		t.Errorf("the cause is %q: %s", v.Cause.Name, v.Verdict())
	}
}

// A fault of no family has no cause: where some probability of one or two random moves goes
// elsewhere, in a kernel of the catalogue, on any target.
func TestNoCauseOfRandomFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Catalogue[:len(kernels.Catalogue)-4]).Draw(t, "kernel") // on the cells alone
		g := grid.New(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns"))
		n := g.Size()
		logf := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "log f")
		s := validation.Candidate{Name: k.Name, Annealing: chains.Annealing{Grid: g, Kernel: k.Make,
			Schedule: chains.Linear(2), Bridge: chains.Geometric{From: make([]float64, n), To: logf}}}
		op, level := s.Kernel.On(s.Grid), s.NewLevel()
		level.Move(2, 1)
		op.Aim(level)
		rows := laws.RowsOf(op, n)
		for i := range rapid.IntRange(1, 2).Draw(t, "faults") {
			x := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("from ", i))
			y := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("to ", i))
			z := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("instead of ", i))
			moved := rows[x][z] * rapid.Float64Range(0.01, 0.5).Draw(t, fmt.Sprint("share ", i))
			rows[x][y] += moved
			rows[x][z] -= moved
		}
		s.Given = func(int) [][]float64 { return rows }
		s.Kernel = kernels.Matrices{N: n, P: [][]float64{flat(rows)}}
		v := must(validation.At(t.Context(), s, 1))(t)
		if v.Cause != nil {
			t.Fatalf("%s", v.Verdict())
		}
	})
}

func flat(rows [][]float64) (all []float64) {
	for _, row := range rows {
		all = append(all, row...)
	}
	return all
}
